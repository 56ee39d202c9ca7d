package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCopyFolder_CopiesLockFile(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"main.tf": "", lockFile: "locked", "a.tfstate.backup": "", ".terraform/x": ""})

	folder, err := copyFolder(t.TempDir(), dir)
	if err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(filepath.Join(folder, lockFile), []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}

	if content, err := os.ReadFile(filepath.Join(dir, lockFile)); err != nil || string(content) != "locked" {
		t.Errorf("the lock file has changed: %q, %v", content, err)
	}

	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("the copy has %v, %v", entries, err)
	}
}
