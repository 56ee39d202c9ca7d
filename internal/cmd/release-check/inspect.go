package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
)

const provider = "terraform-provider-chatview"

// inspect checks a release without running any of it, and returns its
// version.
func inspect(release fs.FS, platforms []string) (string, error) {
	version, err := versionOf(release)
	if err != nil {
		return "", err
	}

	sums, err := digests(release)
	if err != nil {
		return "", err
	}

	checksums := provider + "_" + version + "_SHA256SUMS"
	manifest := provider + "_" + version + "_manifest.json"
	files := []string{checksums, manifest, "chatview-" + version + "-openapi.yaml"}
	listed := []string{sums[manifest] + "  " + manifest}

	err = requireTexts(release, manifest, `"version": 1,`, `"protocol_versions": ["6.0"]`)

	// A registry may treat any name that ends in _OS_ARCH.zip as the provider.
	for _, platform := range platforms {
		archive := provider + "_" + version + "_" + platform + ".zip"
		sbom := strings.ReplaceAll(provider+"-"+version+"-"+platform+".cdx.json", "_", "-")
		files = append(files, archive, sbom, toolsArchive(version, platform))
		listed = append(listed, sums[archive]+"  "+archive)

		err = errors.Join(err, requireTexts(release, sbom, `"bomFormat": "CycloneDX"`,
			"/"+provider+"@v"+version+"?type=module", "/terraform-plugin-framework@v"))
	}

	// Terraform copies every hash in the list to its lock files, so the list must
	// hold exactly the files that the registries serve.
	list, readErr := fs.ReadFile(release, checksums)

	return version, errors.Join(err, readErr,
		equal("files", sorted(files), slices.Sorted(maps.Keys(sums))),
		equal(checksums, sorted(listed), sorted(strings.Split(strings.TrimSpace(string(list)), "\n"))))
}

// versionOf reads the version from the name of the list of checksums.
func versionOf(release fs.FS) (string, error) {
	lists, err := fs.Glob(release, provider+"_*_SHA256SUMS")
	if err != nil || len(lists) != 1 {
		return "", fmt.Errorf("the release has %d lists of checksums, want 1", len(lists))
	}

	return strings.Split(lists[0], "_")[1], nil
}

// digests returns the SHA-256 digest of each file by name, except the signature
// and the attestation, which gpg and gh verify.
func digests(release fs.FS) (map[string]string, error) {
	files, err := fs.Glob(release, "*chatview*")
	sums := map[string]string{}

	for _, file := range files {
		if extension := path.Ext(file); extension == ".sig" || extension == ".jsonl" {
			continue
		}

		content, readErr := fs.ReadFile(release, file)
		err = errors.Join(err, readErr)
		sums[file] = fmt.Sprintf("%x", sha256.Sum256(content))
	}

	return sums, err
}

// toolsArchive returns the name of the archive with the mock server.
func toolsArchive(version, platform string) string {
	return strings.ReplaceAll("chatview-tools-"+version+"-"+platform+".tar.gz", "_", "-")
}

// requireDate checks that the changelog has the date of a version, instead of
// calling it unreleased. A pre-release has no entry.
func requireDate(repository fs.FS, version string) error {
	changelog, err := fs.ReadFile(repository, "CHANGELOG.md")
	dated := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(version) + ` \(\w+ \d+, \d{4}\)$`)

	if err == nil && !strings.Contains(version, "-") && !dated.Match(changelog) {
		err = fmt.Errorf("CHANGELOG.md has no heading such as: ## %s (January 31, 2027)", version)
	}

	return err
}

// requireTexts checks that a file has all texts.
func requireTexts(release fs.FS, file string, texts ...string) error {
	content, err := fs.ReadFile(release, file)
	if err != nil {
		return err
	}

	for _, text := range texts {
		if !strings.Contains(string(content), text) {
			err = errors.Join(err, fmt.Errorf("%s does not contain %s", file, text))
		}
	}

	return err
}

// equal checks that want and got, of the same type, are equal.
func equal(what string, want, got any) error {
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("%s (-want +got):\n%s", what, diff)
	}

	return nil
}

func sorted(items []string) []string { return slices.Sorted(slices.Values(items)) }
