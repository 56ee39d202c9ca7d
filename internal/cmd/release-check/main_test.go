package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	archive   = "terraform-provider-chatview_1.2.3_linux_386.zip"
	manifest  = "terraform-provider-chatview_1.2.3_manifest.json"
	checksums = "terraform-provider-chatview_1.2.3_SHA256SUMS"
	sbom      = "terraform-provider-chatview-1.2.3-linux-386.cdx.json"
)

// fakeRelease returns a release for linux_386.
func fakeRelease() fstest.MapFS {
	release, list := fstest.MapFS{}, ""

	for name, content := range map[string]string{
		archive:                                 "archive",
		manifest:                                `{"version": 1, "metadata": {"protocol_versions": ["6.0"]}}`,
		sbom:                                    `"bomFormat": "CycloneDX" /terraform-provider-chatview@v1.2.3?type=module /terraform-plugin-framework@v1`,
		"chatview-tools-1.2.3-linux-386.tar.gz": "mock server",
		"chatview-1.2.3-openapi.yaml":           "openapi: 3.0.3",
		"metadata.json":                         "written by GoReleaser, not released",
	} {
		release[name] = &fstest.MapFile{Data: []byte(content)}

		if name == archive || name == manifest {
			list += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(content)), name)
		}
	}

	release[checksums] = &fstest.MapFile{Data: []byte(list)}

	return release
}

func TestInspect_AcceptsRelease(t *testing.T) {
	t.Parallel()

	release := fakeRelease()
	release[checksums+".sig"] = &fstest.MapFile{}
	release["terraform-provider-chatview-1.2.3.intoto.jsonl"] = &fstest.MapFile{}

	version, err := inspect(release, []string{"linux_386"})
	if err != nil || version != "1.2.3" {
		t.Errorf("version is %q, error %v", version, err)
	}
}

func TestInspect_ReportsProblem(t *testing.T) {
	t.Parallel()

	const list = checksums + " (-want +got)"

	tests := map[string]struct{ file, old, new, want string }{
		"missing file":            {file: "chatview-1.2.3-openapi.yaml", want: "files (-want +got)"},
		"no checksums":            {file: checksums, want: "has 0 lists of checksums"},
		"changed archive":         {archive, "archive", "other", list},
		"changed checksum":        {checksums, "  " + archive, "0  " + archive, list},
		"unexpected checksum":     {checksums, "  " + archive, "  " + archive + "\n0123  " + sbom, list},
		"other protocol":          {manifest, "6.0", "5.0", manifest + ` does not contain "protocol_versions": ["6.0"]`},
		"SBOM of another version": {sbom, "1.2.3", "1.2.2", sbom + " does not contain /terraform-provider-chatview@v1.2.3"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			release := fakeRelease()
			content := string(release[test.file].Data)

			delete(release, test.file)

			if test.old != "" {
				content = strings.Replace(content, test.old, test.new, 1)
				release[test.file] = &fstest.MapFile{Data: []byte(content)}
			}

			_, err := inspect(release, []string{"linux_386"})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestInspect_ReportsUnexpectedFile(t *testing.T) {
	t.Parallel()

	release := fakeRelease()
	release["chatview-mock_1.2.3_linux_386.zip"] = &fstest.MapFile{}

	if _, err := inspect(release, []string{"linux_386"}); err == nil || !strings.Contains(err.Error(), "chatview-mock_1.2.3") {
		t.Errorf("error is %v, want one that names the file", err)
	}
}

func TestOnlyFor_KeepsOnePlatform(t *testing.T) {
	t.Parallel()

	config, err := os.ReadFile(filepath.Join("..", "..", "..", ".goreleaser.yml"))
	if err != nil {
		t.Fatal(err)
	}

	for _, platform := range []string{"linux_amd64", "linux_arm64", "darwin_arm64", "windows_amd64"} {
		if !slices.Contains(platforms(config), platform) {
			t.Errorf("the release lacks %s", platform)
		}
	}

	if got := platforms(onlyFor(config, "linux_arm64")); !slices.Equal(got, []string{"linux_arm64"}) {
		t.Errorf("platforms are %q, want linux_arm64 only", got)
	}
}

func TestRequireDate_RefusesUnreleasedVersion(t *testing.T) {
	t.Parallel()

	repository := fstest.MapFS{"CHANGELOG.md": {Data: []byte("# Changelog\n\n## 1.3.0 (Unreleased)\n\n## 1.2.3 (May 4, 2027)\n")}}

	for version, isDated := range map[string]bool{"1.2.3": true, "1.3.0": false, "1.3.0-rc.1": true, "2.3": false} {
		if err := requireDate(repository, version); (err == nil) != isDated {
			t.Errorf("%s: %v", version, err)
		}
	}
}
