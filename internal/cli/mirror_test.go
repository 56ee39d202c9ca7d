package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestWriteMirror_HasUnpackedLayout(t *testing.T) {
	target := runtime.GOOS + "_" + runtime.GOARCH
	hosts := map[cli.Product]string{
		cli.Terraform: "registry.terraform.io",
		cli.OpenTofu:  "registry.opentofu.org",
	}

	for product, host := range hosts {
		t.Run(string(product), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "with a space")
			binary := writeProgram(t, t.TempDir(), "provider", "echo built\n")

			configFile, err := cli.CLI{Product: product}.WriteMirror(dir, binary, "1.2.3")
			if err != nil {
				t.Fatal(err)
			}

			want := "provider_installation {\n  filesystem_mirror {\n    path = \"" + filepath.Join(dir, "mirror") + "\"\n  }\n}\n"
			if diff := cmp.Diff(want, read(t, configFile)); diff != "" {
				t.Errorf("CLI configuration (-want +got):\n%s", diff)
			}

			installed := filepath.Join(dir, "mirror", host, "chatview", "chatview", "1.2.3", target,
				"terraform-provider-chatview_v1.2.3")
			if diff := cmp.Diff(read(t, binary), read(t, installed)); diff != "" {
				t.Errorf("provider (-want +got):\n%s", diff)
			}

			info, err := os.Stat(installed)
			if err != nil {
				t.Fatal(err)
			}

			if info.Mode().Perm()&0o111 == 0 {
				t.Errorf("mode is %s, want an executable", info.Mode())
			}
		})
	}
}

func TestWritePackedMirror_HasPackedLayout(t *testing.T) {
	dir, dist := t.TempDir(), t.TempDir()
	names := []string{
		"terraform-provider-chatview_1.2.3_darwin_arm64.zip",
		"terraform-provider-chatview_1.2.3_linux_amd64.zip",
	}

	var archives []string
	for _, name := range names {
		archives = append(archives, writeProgram(t, dist, name, "echo "+name+"\n"))
	}

	configFile, err := cli.CLI{Product: cli.OpenTofu}.WritePackedMirror(dir, archives)
	if err != nil {
		t.Fatal(err)
	}

	if want := filepath.Join(dir, "mirror"); !strings.Contains(read(t, configFile), want) {
		t.Errorf("the CLI configuration does not name %s:\n%s", want, read(t, configFile))
	}

	for i, name := range names {
		link := filepath.Join(dir, "mirror", "registry.opentofu.org", "chatview", "chatview", name)
		if diff := cmp.Diff(read(t, archives[i]), read(t, link)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", link, diff)
		}
	}
}

func TestWriteMirror_RequiresProvider(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")

	if _, err := (cli.CLI{Product: cli.Terraform}).WriteMirror(t.TempDir(), missing, "1.2.3"); err == nil {
		t.Error("wrote a mirror without a provider")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()

	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	return string(content)
}
