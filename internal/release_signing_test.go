//go:build unix

package internal_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"regexp"
	"testing"
)

const passphrase = "a passphrase"

type signingKey struct {
	home                         string
	fingerprint, public, private string
}

func newKey(t *testing.T, algorithm string) signingKey {
	t.Helper()

	key := signingKey{home: newKeyring(t)}
	run := func(arguments string) string {
		return succeed(t, ".", []string{"GNUPGHOME=" + key.home}, "gpg --batch --quiet --pinentry-mode loopback --passphrase '"+passphrase+"' "+arguments)
	}

	run("--quick-generate-key 'Test <test@example.com>' " + algorithm + " sign 1y")

	key.fingerprint = regexp.MustCompile(`(?m)^fpr:+([0-9A-F]{40}):$`).FindStringSubmatch(run("--with-colons --list-keys"))[1]
	key.public = run("--armor --export")
	key.private = run("--armor --export-secret-keys")

	return key
}

// newKeyring makes an empty folder whose name is short enough for a socket.
func newKeyring(t *testing.T) string {
	t.Helper()

	home, err := os.MkdirTemp("", "gpg") //nolint:usetesting // the names of t.TempDir are too long
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		_, _ = shell(t, ".", []string{"GNUPGHOME=" + home}, "gpgconf --kill all")
		_ = os.RemoveAll(home)
	})

	return home
}

// sign signs the list of a release.
func sign(t *testing.T, key signingKey, release string) {
	t.Helper()
	succeed(t, release, []string{"GNUPGHOME=" + key.home}, "gpg --batch --yes --pinentry-mode loopback --passphrase '"+passphrase+"' --detach-sign "+list)
}

func zipped(t *testing.T, archive string, files map[string][]byte) {
	t.Helper()

	to, err := os.Create(archive)
	writer := zip.NewWriter(to)

	for name, text := range files {
		file, createErr := writer.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store}) // the race detector slows compression down
		if err = errors.Join(err, createErr); err == nil {
			_, err = file.Write(text)
		}
	}

	if err := errors.Join(err, writer.Close(), to.Close()); err != nil {
		t.Fatal(err)
	}
}

// changeFile changes a file while it calls check.
func changeFile(t *testing.T, file string, change func([]byte) []byte, check func()) {
	t.Helper()

	text := readFile(t, file)

	writeFile(t, file, change(bytes.Clone(text)))
	check()
	writeFile(t, file, text)
}

// flip changes a bit in the middle of a file.
func flip(text []byte) []byte {
	text[len(text)/2] ^= 1

	return text
}
