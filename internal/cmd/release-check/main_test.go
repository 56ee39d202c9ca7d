package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	archive   = "terraform-provider-chatview_1.2.3_linux_386.zip"
	manifest  = "terraform-provider-chatview_1.2.3_manifest.json"
	checksums = "terraform-provider-chatview_1.2.3_SHA256SUMS"
	sbom      = "terraform-provider-chatview-1.2.3-linux-386.cdx.json"
)

// fakeRelease returns the files of a release for linux_386.
func fakeRelease() map[string]string {
	files := map[string]string{
		archive:                                 "archive",
		manifest:                                `{"version": 1, "metadata": {"protocol_versions": ["6.0"]}}`,
		sbom:                                    `"bomFormat": "CycloneDX" /terraform-provider-chatview@v1.2.3?type=module /terraform-plugin-framework@v1`,
		"chatview-tools-1.2.3-linux-386.tar.gz": "mock server",
		"chatview-1.2.3-openapi.yaml":           "openapi: 3.0.3",
		"metadata.json":                         "written by GoReleaser, not released",
	}
	for _, name := range []string{manifest, archive} {
		files[checksums] += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(files[name])), name)
	}

	return files
}

func inspectFiles(t *testing.T, files map[string]string) error {
	t.Helper()

	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	version, err := inspect(dir, []string{"linux_386"})
	if err == nil && version != "1.2.3" {
		t.Errorf("version is %q, want 1.2.3", version)
	}

	return err
}

func TestInspect_AcceptsARelease(t *testing.T) {
	t.Parallel()

	files := fakeRelease()
	files[checksums+".sig"] = "signature"
	files["terraform-provider-chatview-1.2.3.intoto.jsonl"] = "attestation"

	if err := inspectFiles(t, files); err != nil {
		t.Error(err)
	}
}

func TestInspect_FindsWhatIsWrong(t *testing.T) {
	t.Parallel()

	tests := map[string]struct {
		spoil func(files map[string]string)
		want  string
	}{
		"no checksums": {
			func(files map[string]string) { delete(files, checksums) }, "holds 0 lists of checksums",
		},
		"missing file": {
			func(files map[string]string) { delete(files, "chatview-1.2.3-openapi.yaml") }, "files (-want +got)",
		},
		"unexpected file": {
			func(files map[string]string) { files["chatview-mock_1.2.3_linux_386.zip"] = "" }, "files (-want +got)",
		},
		"changed archive": {
			func(files map[string]string) { files[archive] = "other" }, checksums + " (-want +got)",
		},
		"unexpected checksum": {
			func(files map[string]string) { files[checksums] += "0123  " + sbom + "\n" }, checksums + " (-want +got)",
		},
		"other protocol": {
			func(files map[string]string) { files[manifest] = `{"version": 1, "protocol_versions": ["5.0"]}` },
			`manifest.json does not contain "protocol_versions": ["6.0"]`,
		},
		"SBOM of another version": {
			func(files map[string]string) { files[sbom] = strings.Replace(files[sbom], "1.2.3", "1.2.2", 1) },
			sbom + " does not contain /terraform-provider-chatview@v1.2.3",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			files := fakeRelease()
			test.spoil(files)

			if err := inspectFiles(t, files); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestOnlyFor_KeepsOnePlatformOfTheConfiguration(t *testing.T) {
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
