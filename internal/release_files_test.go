//go:build unix

package internal_test

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Every file of a release. The attestation is missing: only GitHub makes one.
var (
	list      = fmt.Sprintf("terraform-provider-chatview_%s_SHA256SUMS", version)
	archive   = fmt.Sprintf("terraform-provider-chatview_%s_%s_%s.zip", version, runtime.GOOS, runtime.GOARCH)
	tools     = fmt.Sprintf("chatview-tools-%s-%s-%s.tar.gz", version, runtime.GOOS, runtime.GOARCH)
	sbom      = fmt.Sprintf("terraform-provider-chatview-%s.cdx.json", version)
	toolsSBOM = fmt.Sprintf("chatview-tools-%s.cdx.json", version)
	manifest  = fmt.Sprintf("terraform-provider-chatview_%s_manifest.json", version)
	openapi   = fmt.Sprintf("chatview-%s-openapi.yaml", version)
)

// TestReleaseCheck_FindsEveryChangedFile runs internal/release-check.sh with a
// downloaded release.
func TestReleaseCheck_FindsEveryChangedFile(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash", "unzip")

	release := newRelease(t)
	check := func() (string, error) { return shell(t, ".", []string{"DIR=" + release, "ALL="}, "./release-check.sh") }

	if output, err := check(); err != nil || !strings.HasSuffix(output, "has the files that the registries require.\n") {
		t.Fatalf("it refuses the release: %v\n%s", err, output)
	}

	for _, name := range []string{list, archive, tools, sbom, toolsSBOM, manifest, openapi} {
		for _, change := range []func([]byte) []byte{flip, appendByte} {
			changeFile(t, filepath.Join(release, name), change, func() {
				if output, err := check(); err == nil || !strings.Contains(output, "release-check: ") {
					t.Errorf("it accepts a changed %s: %v\n%s", name, err, output)
				}
			})
		}
	}

	writeFile(t, filepath.Join(release, "chatview-tools-0.1.0-plan9-amd64.tar.gz"), nil)

	if output, err := check(); err == nil {
		t.Errorf("it accepts a file that is not in the list:\n%s", output)
	}
}

// TestReleaseCheck_ComparesSBOMs renames a module in an SBOM whose checksum is right.
func TestReleaseCheck_ComparesSBOMs(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash", "unzip")

	for _, name := range []string{sbom, toolsSBOM} {
		release := newRelease(t)
		replace(t, filepath.Join(release, name), `"std"`, `"example.com/another"`)
		writeList(t, release)

		if output, err := shell(t, ".", []string{"DIR=" + release, "ALL="}, "./release-check.sh"); err == nil || !strings.Contains(output, name+" does not list") {
			t.Errorf("it accepts %s: %v\n%s", name, err, output)
		}
	}
}

// TestSecurityPage_VerifiesADownload runs the commands of the page, except those of
// gh, with a release on a server of the test. Each has to end with 0, and one of
// them has to fail if a byte of any file differs.
func TestSecurityPage_VerifiesADownload(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash", "gpg", "curl", "jq", "unzip", "sha256sum")

	key := newKey(t, "rsa2048")
	release := newRelease(t)
	sign(t, key, release)

	folder := t.TempDir()
	setup, steps := pageCommands(t, serve(t, key, release), key)
	environment := []string{"GNUPGHOME=" + newKeyring(t)}

	if output, err := shell(t, folder, environment, setup); err != nil {
		t.Fatalf("%v: %s", err, output)
	}

	variables, _, _ := strings.Cut(setup, "curl")
	step := func(name string) (string, error) { return shell(t, folder, environment, variables+steps[name]) }

	for _, name := range []string{"Signature", "Checksums", "SBOM"} {
		if output, err := step(name); err != nil {
			t.Errorf("%s: %v: %s", name, err, output)
		}
	}

	for name, verifiedBy := range map[string]string{list: "Signature", list + ".sig": "Signature", archive: "Checksums", tools: "Checksums", sbom: "Checksums"} {
		changeFile(t, filepath.Join(folder, name), flip, func() {
			if _, err := step(verifiedBy); err == nil {
				t.Errorf("%s does not find a changed byte in %s", verifiedBy, name)
			}
		})
	}

	// Whoever can change the release may have another key, which gpg knows.
	other := newKey(t, "ed25519")
	sign(t, other, folder)
	writeFile(t, filepath.Join(folder, "other.asc"), []byte(other.public))

	if output, err := shell(t, folder, environment, "gpg --import other.asc\n"+variables+steps["Signature"]); err == nil || !strings.Contains(output, "Good signature") {
		t.Errorf("another key has to be known and refused: %v: %s", err, output)
	}
}

// pageCommands returns the commands that download a release, and those of each step.
func pageCommands(t *testing.T, address string, key signingKey) (string, map[string]string) {
	t.Helper()

	text, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}

	_, section, _ := strings.Cut(string(text), "## Verify a download\n")
	section = strings.NewReplacer("https://github.com/chatview/", address+"/", "https://registry.terraform.io", address,
		"OS=linux ARCH=amd64", "OS="+runtime.GOOS+" ARCH="+runtime.GOARCH, `"$FILES/$NAME-$VERSION.intoto.jsonl"`, "").Replace(section)
	section = regexp.MustCompile("(?m)^KEY=.*$").ReplaceAllString(section, "KEY="+key.fingerprint)

	blocks := regexp.MustCompile("(?ms)(?:^[0-9]\\. \\*\\*([A-Za-z]+)\\*\\*[^\n]*\n.*?)?^ *```shell\n(.*?)^ *```$").FindAllStringSubmatch(section, -1)
	steps := map[string]string{}

	for _, block := range blocks {
		steps[block[1]] += block[2]
	}

	return blocks[0][2], steps
}

// serve serves a release as GitHub does, and its key as the registry does.
func serve(t *testing.T, key signingKey, release string) string {
	t.Helper()

	mux := http.NewServeMux()
	files := "/terraform-provider-chatview/releases/download/v" + version + "/"
	mux.Handle(files, http.StripPrefix(files, http.FileServer(http.Dir(release))))
	mux.HandleFunc("/v1/providers/chatview/chatview/"+version+"/download/"+runtime.GOOS+"/"+runtime.GOARCH,
		func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]any{
				"signing_keys": map[string]any{"gpg_public_keys": []any{map[string]string{"ascii_armor": key.public}}},
			})
		})

	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	return server.URL
}

// newRelease writes a release whose programs are all the one that runs this test.
func newRelease(t *testing.T) string {
	t.Helper()

	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}

	program, err := os.ReadFile(executable)
	if err != nil {
		t.Fatal(err)
	}

	info, err := buildinfo.ReadFile(executable)
	if err != nil {
		t.Fatal(err)
	}

	components := []map[string]string{{"name": "std", "version": info.GoVersion}}
	for _, module := range info.Deps {
		components = append(components, map[string]string{"name": module.Path, "version": module.Version})
	}

	document, err := json.MarshalIndent(map[string]any{"components": components}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}

	release := t.TempDir()
	writeFile(t, filepath.Join(release, sbom), document)
	writeFile(t, filepath.Join(release, toolsSBOM), document)
	writeFile(t, filepath.Join(release, openapi), []byte("openapi: 3.1.0\n"))
	writeFile(t, filepath.Join(release, manifest), []byte(`{"metadata": {"protocol_versions": ["6.0"]}}`))
	writeFile(t, filepath.Join(release, archive), zipped(t, "terraform-provider-chatview_v"+version, program))
	writeFile(t, filepath.Join(release, tools), tarred(t, program, "chatview-mock", "chatview-preview"))
	writeList(t, release)

	return release
}

func writeList(t *testing.T, release string) {
	t.Helper()

	var lines strings.Builder

	for _, name := range []string{archive, tools, sbom, toolsSBOM, manifest, openapi} {
		text, err := os.ReadFile(filepath.Join(release, name))
		if err != nil {
			t.Fatal(err)
		}

		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(text), name)
	}

	writeFile(t, filepath.Join(release, list), []byte(lines.String()))
}
