//go:build unix

package internal_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

const passphrase = "a passphrase"

type signingKey struct {
	home, fingerprint, public, private string
}

// newKey makes a key that lasts a year.
func newKey(t *testing.T, algorithm string) signingKey {
	t.Helper()

	key := signingKey{home: newKeyring(t)}
	run := func(arguments string) string { return key.gpg(t, ".", arguments) }

	run("--quick-generate-key 'Test <test@example.com>' " + algorithm + " sign 1y")

	key.fingerprint = regexp.MustCompile(`(?m)^fpr:+([0-9A-F]{40}):$`).FindStringSubmatch(run("--with-colons --list-keys"))[1]
	key.public = run("--armor --export")
	key.private = run("--armor --export-secret-keys")

	return key
}

// gpg runs gpg with the keyring of a key.
func (k signingKey) gpg(t *testing.T, folder, arguments string) string {
	t.Helper()

	return succeed(t, folder, []string{"GNUPGHOME=" + k.home}, "gpg --batch --quiet --pinentry-mode loopback --passphrase '"+passphrase+"' "+arguments)
}

// revoke revokes the public key. The private one can still sign.
func (k *signingKey) revoke(t *testing.T) {
	t.Helper()

	k.public = succeed(t, k.home, []string{"GNUPGHOME=" + newKeyring(t), "KEY=" + k.public}, "import='gpg --batch --quiet --import'\n"+
		"$import <<< $KEY; sed 's/^:-/-/' openpgp-revocs.d/*.rev | $import; gpg --quiet --armor --export")
}

// newKeyring makes an empty folder whose name is short enough for a socket.
func newKeyring(t *testing.T) string {
	t.Helper()

	home, err := os.MkdirTemp("", "gpg") //nolint:usetesting // the names of t.TempDir are too long
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		_ = exec.CommandContext(context.WithoutCancel(t.Context()), "gpgconf", "--homedir", home, "--kill", "all").Run()
		_ = os.RemoveAll(home)
	})

	return home
}

// sign signs both lists of a release, each with one signature of each key. A key signs a
// list once, which is slow.
func sign(t *testing.T, release string, keys ...signingKey) {
	t.Helper()

	for _, name := range []string{list, fullList} {
		var signatures []byte

		for _, key := range keys {
			file := filepath.Join(key.home, name+".sig")
			if _, err := os.Stat(file); err != nil {
				key.gpg(t, release, "--output "+file+" --detach-sign "+name)
			}

			signatures = append(signatures, readFile(t, file)...)
		}

		writeFile(t, filepath.Join(release, name+".sig"), signatures)
	}
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

// changeByte changes a byte in the middle of a file while it calls check.
func changeByte(t *testing.T, file string, check func()) {
	t.Helper()

	text := readFile(t, file)
	changed := bytes.Clone(text)
	changed[len(text)/2] ^= 1

	writeFile(t, file, changed)
	check()
	writeFile(t, file, text)
}
