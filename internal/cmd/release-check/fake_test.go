package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// fakeRelease returns a release as it should be, small.
func fakeRelease(t *testing.T) (release, fstest.MapFS) {
	t.Helper()

	files := fstest.MapFS{"metadata.json": {Data: []byte(`{"version": "1.2.3"}`)}}
	r := release{
		files:    files,
		version:  "1.2.3",
		targets:  []target{"linux_amd64", "windows_arm64"},
		manifest: []byte(`{"version": 1, "metadata": {"protocol_versions": ["6.0"]}}`),
	}

	for _, target := range r.targets {
		program := "terraform-provider-chatview_v1.2.3"
		if target == "windows_arm64" {
			program += ".exe"
		}

		files[r.archiveName(target)] = &fstest.MapFile{Data: zipOf(t, map[string]fs.FileMode{program: 0o755, "LICENSE": 0o644})}
		files[r.mockArchiveName(target)] = &fstest.MapFile{Data: tarOf(t, "LICENSE", "chatview-mock")}
		files[r.billName(target)] = &fstest.MapFile{Data: []byte(bill)}
	}

	files[r.checksumsName()] = &fstest.MapFile{Data: checksumsOf(t, r)}

	return r, files
}

const bill = `{
  "bomFormat": "CycloneDX",
  "metadata": {"component": {"name": "example.com/terraform-provider-chatview", "version": "v1.2.3"}},
  "components": [{"name": "example.com/module"}]
}`

// zipOf returns a zip archive of files with these modes.
func zipOf(t *testing.T, modes map[string]fs.FileMode) []byte {
	t.Helper()

	var archive bytes.Buffer

	writer := zip.NewWriter(&archive)

	for name, mode := range modes {
		header := &zip.FileHeader{Name: name}
		header.SetMode(mode)

		if _, err := writer.CreateHeader(header); err != nil {
			t.Fatal(err)
		}
	}

	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}

	return archive.Bytes()
}

// tarOf returns a compressed tar archive of files that hold their own names.
func tarOf(t *testing.T, names ...string) []byte {
	t.Helper()

	var archive bytes.Buffer

	compressed := gzip.NewWriter(&archive)
	writer := tar.NewWriter(compressed)

	for _, name := range names {
		if err := writer.WriteHeader(&tar.Header{Name: name, Size: int64(len(name))}); err != nil {
			t.Fatal(err)
		}

		if _, err := writer.Write([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}

	for _, closer := range []interface{ Close() error }{writer, compressed} {
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}

	return archive.Bytes()
}

// checksumsOf returns the list of the checksums of what the registries serve.
func checksumsOf(t *testing.T, r release) []byte {
	t.Helper()

	var list strings.Builder

	for _, name := range slices.Backward(r.listedNames()) {
		content, err := r.content(name)
		if err != nil {
			t.Fatal(err)
		}

		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(content), name)
	}

	return []byte(list.String())
}
