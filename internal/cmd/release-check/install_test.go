package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheckLockFile(t *testing.T) {
	t.Parallel()

	const lockFile = `provider "registry.opentofu.org/chatview/chatview" {
  version = "1.2.3"
  hashes = [
    "h1:first",
    "h1:second",
    "zh:third",
  ]
}
`

	tests := map[string]struct{ old, new, why string }{
		"as it should be":  {"", "", "<nil>"},
		"another registry": {"registry.opentofu.org", "registry.terraform.io", `does not say provider "registry.opentofu.org`},
		"another version":  {"1.2.3", "1.2.4", `does not say version = "1.2.3"`},
		"a hash missing":   {"h1:second", "zh:second", "has 1 hashes of the kind h1, want 2"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			r := release{version: "1.2.3", targets: []target{"linux_386", "linux_arm"}}

			err := checkLockFile(strings.Replace(lockFile, test.old, test.new, 1), "registry.opentofu.org", r)
			if !strings.Contains(fmt.Sprint(err), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}
		})
	}
}

func TestCopyConfigurationLeavesWhatARunLeft(t *testing.T) {
	t.Parallel()

	example, copied := t.TempDir(), filepath.Join(t.TempDir(), "configuration")
	write(t, example, map[string]string{
		"main.tf": "resource", ".terraform.lock.hcl": "", "terraform.tfstate": "", ".terraform/providers/file": "",
	})

	if err := copyConfiguration(example, copied); err != nil {
		t.Fatal(err)
	}

	if files := filesIn(t, copied); len(files) != 1 || files["main.tf"] != "resource" {
		t.Errorf("the copy holds %v, want main.tf alone", files)
	}
}

func TestUnpackMockTakesTheProgramOutOfItsArchive(t *testing.T) {
	t.Parallel()

	r, files := fakeRelease(t)
	files[r.mockArchiveName(host)] = files[r.mockArchiveName("linux_amd64")]
	folder := t.TempDir()

	if err := unpackMock(r, folder); err != nil {
		t.Fatal(err)
	}

	info, err := os.Stat(filepath.Join(folder, mockName))
	if err != nil {
		t.Fatal(err)
	}

	if info.Mode().Perm() != 0o700 || filesIn(t, folder)[mockName] != mockName {
		t.Errorf("the mock has mode %s and holds %q, want an executable and its content", info.Mode(), filesIn(t, folder)[mockName])
	}
}

func TestUnpackMockNeedsAMockInTheArchive(t *testing.T) {
	t.Parallel()

	r, files := fakeRelease(t)
	files[r.mockArchiveName(host)] = &fstest.MapFile{Data: tarOf(t, "LICENSE")}

	err := unpackMock(r, t.TempDir())
	if want := "look for chatview-mock: EOF"; !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("error is %v, want one that says %q", err, want)
	}
}
