package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCopyConfigurationLeavesAStrangersRunBehind(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "copy")

	for _, name := range []string{"main.tf", "outputs.tf", "terraform.tfstate", ".terraform.lock.hcl", "terraform.tfvars"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	if err := copyConfiguration(from, to); err != nil {
		t.Fatal(err)
	}

	got := map[string]string{}

	entries, err := os.ReadDir(to)
	if err != nil {
		t.Fatal(err)
	}

	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(to, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}

		got[entry.Name()] = string(content)
	}

	if diff := cmp.Diff(map[string]string{"main.tf": "main.tf", "outputs.tf": "outputs.tf"}, got); diff != "" {
		t.Errorf("copy (-want +got):\n%s", diff)
	}
}

func TestShellLineQuotesWhatAShellWouldTakeApart(t *testing.T) {
	got := shellLine([]string{"plan", "-var=brand_color=#0b7285", "-ldflags", "-X a=b"})

	if want := "plan '-var=brand_color=#0b7285' -ldflags '-X a=b'"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
