package main

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
)

// The names of the two programs in a release.
const (
	providerName = "terraform-provider-chatview"
	mockName     = "chatview-mock"
)

// release is what goreleaser left in the folder dir.
type release struct {
	dir     string
	files   fs.FS // of dir
	version string
	targets []target
	// manifest is the content of the file that is released as the registries'
	// manifest. goreleaser takes it from where it is, and has no copy in dir.
	manifest []byte
}

// The names of the files in a release.
func (r release) archiveName(t target) string {
	return fmt.Sprintf("%s_%s_%s.zip", providerName, r.version, t)
}

func (r release) manifestName() string {
	return fmt.Sprintf("%s_%s_manifest.json", providerName, r.version)
}

func (r release) checksumsName() string {
	return fmt.Sprintf("%s_%s_SHA256SUMS", providerName, r.version)
}

func (r release) billName(t target) string {
	system, architecture := t.platform()

	return fmt.Sprintf("%s-%s-%s-%s.cdx.json", providerName, r.version, system, architecture)
}

func (r release) mockArchiveName(t target) string {
	system, architecture := t.platform()

	return fmt.Sprintf("%s-%s-%s-%s.tar.gz", mockName, r.version, system, architecture)
}

// fileNames returns the names of all files in the folder, sorted.
func (r release) fileNames() []string {
	names := []string{r.checksumsName()}
	for _, t := range r.targets {
		names = append(names, r.archiveName(t), r.billName(t), r.mockArchiveName(t))
	}

	slices.Sort(names)

	return names
}

// listedNames returns the names that the list of checksums has, sorted: what the
// registries serve, and nothing else.
func (r release) listedNames() []string {
	names := []string{r.manifestName()}
	for _, t := range r.targets {
		names = append(names, r.archiveName(t))
	}

	slices.Sort(names)

	return names
}

// takenForAProvider matches what a registry may take for a part of a provider.
// OpenTofu's has searched the names of a release's files for OS_ARCH.zip, with
// whatever stands before and after it, and for these two ends.
var takenForAProvider = regexp.MustCompile(`_[a-zA-Z0-9]+_[a-zA-Z0-9]+.zip|_manifest\.json$|SHA256SUMS(\.sig)?$`)
