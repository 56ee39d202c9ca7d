//go:build unix

package wholefile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/wholefile"
)

func write(name, content string) error {
	return wholefile.Write(name, 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, content)

		return err
	})
}

// files returns the files of the current folder with their content.
func files(t *testing.T) map[string]string {
	t.Helper()

	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}

	all := map[string]string{}

	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}

		content := ""

		if info.Mode().IsRegular() {
			text, err := os.ReadFile(entry.Name())
			if err != nil {
				t.Fatal(err)
			}

			content = " " + string(text)
		}

		all[entry.Name()] = info.Mode().String() + content
	}

	return all
}

func TestWrite_ReplacesFilesAndLinks(t *testing.T) {
	folders := []string{t.TempDir()}

	// Not all that is below /dev is a device.
	if shared, err := os.MkdirTemp("/dev/shm", "wholefile"); err == nil { //nolint:usetesting // the test is about this folder
		t.Cleanup(func() { _ = os.RemoveAll(shared) })

		folders = append(folders, shared)
	}

	for _, folder := range folders {
		t.Chdir(folder)

		for _, err := range []error{
			os.WriteFile("private", []byte("old"), 0o400), os.WriteFile("public", []byte("old"), 0o644),
			os.WriteFile("elsewhere", []byte("kept"), 0o600),
			os.Symlink("elsewhere", "link"),
			os.Symlink("nowhere", "dangling"),
			write("new", "content"), write("private", "content"), write("public", "content"),
			write(filepath.Join(folder, "link"), "content"), write("dangling", "content"),
		} {
			if err != nil {
				t.Error(err)
			}
		}

		want := map[string]string{
			"new": "-rw------- content", "link": "-rw------- content", "dangling": "-rw------- content",
			"private": "-r-------- content", "public": "-rw------- content", "elsewhere": "-rw------- kept",
		}
		if diff := cmp.Diff(want, files(t)); diff != "" {
			t.Errorf("files in %s (-want +got):\n%s", folder, diff)
		}
	}
}

func TestWrite_LeavesFileIfItFails(t *testing.T) {
	t.Chdir(t.TempDir())

	if err := write("file", "old"); err != nil {
		t.Fatal(err)
	}

	broken := wholefile.Write("file", 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")

		return errors.Join(err, errors.New("broken"))
	})

	// The name is free until the file is renamed.
	renamed := wholefile.Write("folder", 0o600, func(io.Writer) error { return os.Mkdir("folder", 0o700) })

	if err := os.Remove("folder"); err != nil {
		t.Fatal(err)
	}

	for want, err := range map[string]error{
		"file: broken":      broken,
		".: it is a folder": write(".", ""),
		"no/such/file: no such file or directory": write("no/such/file", ""),
		"file/index.html: not a directory":        write("file/index.html", ""),
		strings.Repeat("x", 300) + ": ":           write(strings.Repeat("x", 300), ""),
		"/dev/null/file: not a directory":         write("/dev/null/file", ""),
		"folder: file exists":                     renamed,
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}

	func() {
		defer func() { _ = recover() }()

		_ = wholefile.Write("file", 0o600, func(io.Writer) error { panic("a defect") })
	}()

	if diff := cmp.Diff(map[string]string{"file": "-rw------- old"}, files(t)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestWrite_KeepsDevicesAndPipes(t *testing.T) {
	t.Chdir(t.TempDir())

	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}

	read := make(chan string)

	go func() {
		text, _ := os.ReadFile("pipe")
		read <- string(text)
	}()

	file, err := os.Create("file")
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = file.Close() })

	// As in >(command), and in /dev/stdout if it is redirected.
	if err := errors.Join(write("pipe", "content"), write(fmt.Sprintf("/dev/fd/%d", file.Fd()), "content")); err != nil {
		t.Fatal(err)
	}

	if got := <-read; got != "content" {
		t.Errorf("read %q", got)
	}

	text, err := io.ReadAll(file)
	if err != nil || string(text) != "content" || files(t)["pipe"] != "prw-------" {
		t.Errorf("%q in the file, error %v, the folder has %v", text, err, files(t))
	}
}
