package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write writes files into a folder: their paths there, and what they hold.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()

	for name, content := range files {
		path := filepath.Join(folder, name)

		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}

		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// filesIn returns what a folder holds, without git's own files.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()

	files := map[string]string{}

	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == ".git":
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}

		content, err := fs.ReadFile(os.DirFS(folder), path)
		files[path] = string(content)

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return files
}

func TestCopyRepositoryTakesTheFilesAsTheyAreAndTheCommit(t *testing.T) {
	t.Parallel()

	repository := t.TempDir()
	write(t, repository, map[string]string{
		".gitignore": "/ignored/\n", "changed": "before", "deleted": "", "folder/with a space": "same",
	})

	commit := []string{
		"-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "-c", "commit.gpgsign=false",
		"commit", "--quiet", "--message=first",
	}
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, commit} {
		if _, err := git(t.Context(), repository, args...); err != nil {
			t.Fatal(err)
		}
	}

	write(t, repository, map[string]string{"changed": "after", "new": "not committed", "ignored/file": ""})

	if err := os.Remove(filepath.Join(repository, "deleted")); err != nil {
		t.Fatal(err)
	}

	// A copy of a copy is the same, too.
	first, second := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "second")
	want := map[string]string{
		".gitignore": "/ignored/\n", "changed": "after", "folder/with a space": "same", "new": "not committed",
	}

	for _, step := range []struct{ from, to string }{{repository, first}, {first, second}} {
		if err := copyRepository(t.Context(), step.from, step.to); err != nil {
			t.Fatal(err)
		}

		if diff := cmp.Diff(want, filesIn(t, step.to)); diff != "" {
			t.Errorf("files (-want +got):\n%s", diff)
		}
	}

	for _, folder := range []string{first, second} {
		if subject, err := git(t.Context(), folder, "log", "-1", "--format=%s"); err != nil || subject != "first\n" {
			t.Errorf("the copy's commit is %q, want the repository's; error %v", subject, err)
		}
	}
}

func TestCopyRepositoryNeedsARepository(t *testing.T) {
	t.Parallel()

	if err := copyRepository(t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "copy")); err == nil {
		t.Error("copied a repository that is none")
	}
}
