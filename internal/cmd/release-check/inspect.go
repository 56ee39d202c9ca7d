package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// bookkeeping are the files that goreleaser leaves beside a release.
var bookkeeping = []string{"artifacts.json", "config.yaml", "metadata.json"}

// releasedFiles returns the names of a release's files, sorted. What is in
// folders beside them is not released.
func releasedFiles(files fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}

	var names []string

	for _, entry := range entries {
		if !entry.IsDir() && !slices.Contains(bookkeeping, entry.Name()) {
			names = append(names, entry.Name())
		}
	}

	return names, nil
}

// sameFiles checks that two releases have the same files, bit for bit.
func sameFiles(files, others fs.FS) error {
	names, err := releasedFiles(files)
	if err != nil {
		return err
	}

	otherNames, err := releasedFiles(others)
	if err != nil {
		return err
	}

	if err := sameNames(otherNames, names); err != nil {
		return err
	}

	var differing []string

	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}

		other, err := fs.ReadFile(others, name)
		if err != nil {
			return err
		}

		if !bytes.Equal(content, other) {
			differing = append(differing, name)
		}
	}

	if len(differing) > 0 {
		return fmt.Errorf("these files are not the same: %s", strings.Join(differing, ", "))
	}

	return nil
}

// sameNames checks that two sorted lists of names are the same.
func sameNames(got, want []string) error {
	var problems []error

	for _, name := range got {
		if !slices.Contains(want, name) {
			problems = append(problems, errors.New("there is an unexpected "+name))
		}
	}

	for _, name := range want {
		if !slices.Contains(got, name) {
			problems = append(problems, errors.New("there is no "+name))
		}
	}

	return errors.Join(problems...)
}

// inspect checks what is in the release, without running any of it.
func (c releaseCheck) inspect(r release) error {
	c.heading(fmt.Sprintf("Inspect release %s", r.version))

	names, err := releasedFiles(r.files)
	if err != nil {
		return err
	}

	if err := sameNames(names, r.fileNames()); err != nil {
		return fmt.Errorf("the release's files: %w", err)
	}

	c.checked("the release has these files:\n    %s", strings.Join(names, "\n    "))

	if err := r.checkWhatIsTakenForAProvider(names); err != nil {
		return err
	}

	c.checked("registries take none of them for the provider but the zip archives and the list of checksums")

	for _, step := range []struct {
		check func() error
		claim string
	}{
		{r.checkChecksums, "the checksums of the zip archives and of the manifest are right, and no others are listed"},
		{r.checkManifest, "the manifest says protocol 6.0"},
		{r.checkArchives, "each zip archive holds the provider, executable, and its licence"},
		{r.checkBills, "each bill of materials is in CycloneDX and names the provider and its version"},
	} {
		if err := step.check(); err != nil {
			return err
		}

		c.checked("%s", step.claim)
	}

	return nil
}

// checkWhatIsTakenForAProvider checks that a registry which goes by names gets
// what is meant for it, and nothing else.
func (r release) checkWhatIsTakenForAProvider(names []string) error {
	var taken []string

	for _, name := range append(names, r.manifestName()) {
		if takenForAProvider.MatchString(name) {
			taken = append(taken, name)
		}
	}

	if err := sameNames(taken, append(r.listedNames(), r.checksumsName())); err != nil {
		return fmt.Errorf("what registries take for a part of the provider: %w", err)
	}

	return nil
}

// checkChecksums checks the list of checksums, against which registries and
// CLIs check what they download.
func (r release) checkChecksums() error {
	list, err := fs.ReadFile(r.files, r.checksumsName())
	if err != nil {
		return err
	}

	var names []string

	for line := range strings.Lines(string(list)) {
		sum, name, found := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !found {
			return fmt.Errorf("%s has the line %q, want a checksum, two spaces and a name", r.checksumsName(), line)
		}

		content, err := r.content(name)
		if err != nil {
			return err
		}

		if actual := sha256.Sum256(content); sum != hex.EncodeToString(actual[:]) {
			return fmt.Errorf("%s says %s of %s, which has %x", r.checksumsName(), sum, name, actual)
		}

		names = append(names, name)
	}

	if err := sameNames(names, r.listedNames()); err != nil {
		return fmt.Errorf("%s: %w", r.checksumsName(), err)
	}

	return nil
}

// content returns what a listed file holds.
func (r release) content(name string) ([]byte, error) {
	if name == r.manifestName() {
		return r.manifest, nil
	}

	return fs.ReadFile(r.files, name)
}

// checkManifest checks what tells the registries which protocol the provider
// speaks: internal/provider serves 6.
func (r release) checkManifest() error {
	var manifest struct {
		Version  int
		Metadata struct {
			ProtocolVersions []string `json:"protocol_versions"`
		}
	}

	if err := json.Unmarshal(r.manifest, &manifest); err != nil {
		return fmt.Errorf("%s: %w", manifestFile, err)
	}

	if manifest.Version != 1 || !slices.Equal(manifest.Metadata.ProtocolVersions, []string{"6.0"}) {
		return fmt.Errorf("%s says %+v, want version 1 and protocol 6.0", manifestFile, manifest)
	}

	return nil
}

// checkArchives checks what CLIs unpack.
func (r release) checkArchives() error {
	for _, t := range r.targets {
		if err := r.checkArchive(t); err != nil {
			return fmt.Errorf("%s: %w", r.archiveName(t), err)
		}
	}

	return nil
}

func (r release) checkArchive(t target) error {
	content, err := fs.ReadFile(r.files, r.archiveName(t))
	if err != nil {
		return err
	}

	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}

	program := providerName + "_v" + r.version
	if system, _ := t.platform(); system == "windows" {
		program += ".exe"
	}

	var names []string

	for _, file := range archive.File {
		names = append(names, file.Name)

		if file.Name == program && file.Mode().Perm() != 0o755 {
			return fmt.Errorf("%s has the mode %s, want an executable", file.Name, file.Mode())
		}
	}

	return sameNames(names, []string{"LICENSE", program})
}

// checkBills checks what says which modules are in the provider.
func (r release) checkBills() error {
	for _, t := range r.targets {
		content, err := fs.ReadFile(r.files, r.billName(t))
		if err != nil {
			return err
		}

		var bill struct {
			BOMFormat string
			Metadata  struct {
				Component struct{ Name, Version string }
			}
			Components []struct{ Name string }
		}

		if err := json.Unmarshal(content, &bill); err != nil {
			return fmt.Errorf("%s: %w", r.billName(t), err)
		}

		component := bill.Metadata.Component
		if bill.BOMFormat != "CycloneDX" || !strings.HasSuffix(component.Name, "/"+providerName) ||
			component.Version != "v"+r.version || len(bill.Components) == 0 {
			return fmt.Errorf("%s is a %s of %d components in %s %s, want a CycloneDX of the provider",
				r.billName(t), bill.BOMFormat, len(bill.Components), component.Name, component.Version)
		}
	}

	return nil
}
