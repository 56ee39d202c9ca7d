//go:build unix

package internal_test

import (
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
	fullList  = fmt.Sprintf("chatview-%s-checksums.txt", version)
	openapi   = fmt.Sprintf("chatview-%s-openapi.yaml", version)
)

// TestReleaseCheck_RefusesWrongFiles, because a check that refuses nothing looks like a good
// release. It runs internal/release-check.sh with a downloaded release, with files that
// differ from the list, and with a list of wrong files.
func TestReleaseCheck_RefusesWrongFiles(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "jq", "unzip")

	release := newRelease(t)
	check := func() (string, error) { return shell(t, ".", []string{"DIR=" + release, "ALL="}, "./release-check.sh") }

	if output, err := check(); err != nil || !strings.HasSuffix(output, "has the files that the registries require.\n") {
		t.Fatalf("it refuses the release: %v\n%s", err, output)
	}

	refuses := func(change any, wants ...string) {
		t.Helper()

		output, err := check()
		for _, want := range append(wants, "release-check: ") {
			if err == nil || !strings.Contains(output, want) {
				t.Errorf("%v: it ends with %v, want %q\n%s", change, err, want, output)
			}
		}
	}

	for _, name := range []string{list, fullList} {
		changeByte(t, filepath.Join(release, name), func() { refuses("a changed list") })
	}

	for names, want := range map[string]string{
		archive + " " + manifest + " " + sbom: list + " does not list",
		archive:                               list + " does not list",
		archive + " " + manifest + " | { cat; echo x; }":    list + " does not list",
		archive + " " + manifest + " | sed 's/^..../0000/'": "a checksum in " + list + " is wrong",
	} {
		writeLists(t, release, names)
		refuses("a list of "+names, want)
	}

	writeLists(t, release, archive+" "+manifest)

	for c, want := range map[change]string{
		{sbom, `"std"`, `"another"`}:           sbom + " does not list",
		{toolsSBOM, `"std"`, `"another"`}:      toolsSBOM + " does not list",
		{sbom, `["BSD"]`, `null`}:              sbom + " has no license of std",
		{sbom, "stdlib@1", "std@go1"}:          sbom + " does not name Go's library",
		{toolsSBOM, `["BSD"]`, `[]`}:           toolsSBOM + " has no license of std",
		{sbom, `["MPL"]`, `null`}:              sbom + " has no license of provider",
		{archive, "=== std", "=== another"}:    "/THIRD_PARTY_NOTICES.txt does not list",
		{tools, "=== std", "=== another"}:      "/tools/THIRD_PARTY_NOTICES.txt does not list",
		{tools, "chatview-mock", "chatview-x"}: "chatview-x -version does not print its version " + version,
		{manifest, "6.0", "5.0"}:               manifest + " is wrong",
	} {
		writeRelease(t, release, c)
		refuses(c, want)
		writeRelease(t, release, change{file: c.file})
	}

	wrong := []string{"a checksum in " + fullList + " is wrong"}

	for _, name := range []string{archive, tools, sbom, toolsSBOM, manifest, openapi} {
		writeFile(t, filepath.Join(release, name), []byte("x"))
		wrong = append(wrong, name+": FAILED")
	}

	refuses("other files than in the list", wrong...)
	writeFile(t, filepath.Join(release, "chatview-tools-0.1.0-plan9-amd64.tar.gz"), nil)
	refuses("a file that is not in the list", "the files in ")
}

// TestSecurityPage_VerifiesADownload, because a command that verifies nothing ends with 0,
// too. It runs those of the page, except those of gh, with a release on a server of the
// test. Each has to end with 0, and one of them has to fail if a byte of any file differs.
func TestSecurityPage_VerifiesADownload(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "gpg", "curl", "jq", "unzip", "sha256sum")

	key, other, revoked := newKey(t, "rsa2048"), newKey(t, "ed25519"), newKey(t, "ed25519")
	revoked.revoke(t)

	release := newRelease(t)
	sign(t, release, key)

	folder, environment := t.TempDir(), []string{"TMPDIR=" + t.TempDir(), "no_proxy=*"} // for the keyrings and curl

	setup, steps := pageCommands(t, serve(t, release, key, other, revoked), key)
	succeed(t, folder, environment, setup)

	variables, _, _ := strings.Cut(setup, "curl")
	step := func(name string) (string, error) { return shell(t, folder, environment, variables+steps[name]) }

	for _, name := range []string{"Signature", "Checksums", "SBOM"} {
		if output, err := step(name); err != nil {
			t.Errorf("%s: %v: %s", name, err, output)
		}
	}

	for name, verifiedBy := range map[string]string{
		list: "Signature", list + ".sig": "Signature", fullList: "Signature", fullList + ".sig": "Signature",
		archive: "Checksums", tools: "Checksums", sbom: "Checksums",
	} {
		changeByte(t, filepath.Join(folder, name), func() {
			if _, err := step(verifiedBy); err == nil {
				t.Errorf("%s does not find a changed byte in %s", verifiedBy, name)
			}
		})
	}

	// Whoever can change the release may have another key of the registry, which still has
	// those that leaked.
	for name, c := range map[string]struct {
		want signingKey
		by   []signingKey
	}{
		"another key":         {key, []signingKey{other}},
		"a revoked key":       {revoked, []signingKey{revoked}},
		"the key and another": {key, []signingKey{key, other}},
	} {
		sign(t, folder, c.by...)

		variables := strings.Replace(variables, key.fingerprint, c.want.fingerprint, 1)
		if output, err := shell(t, folder, environment, variables+steps["Signature"]); err == nil || !strings.Contains(output, "Good signature") {
			t.Errorf("%s has to be known and refused: %v: %s", name, err, output)
		}
	}

	// One list with two signatures and the other without one.
	sign(t, folder, key, key)
	writeFile(t, filepath.Join(folder, fullList+".sig"), nil)

	if output, err := step("Signature"); err == nil {
		t.Errorf("a list that is not signed is accepted: %s", output)
	}
}

// pageCommands returns the commands that download a release, and those of each step.
func pageCommands(t *testing.T, address string, key signingKey) (string, map[string]string) {
	t.Helper()

	text := readFile(t, "../SECURITY.md")

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

// serve serves a release as GitHub does, and keys as the registry does.
func serve(t *testing.T, release string, keys ...signingKey) string {
	t.Helper()

	var public []map[string]string
	for _, key := range keys {
		public = append(public, map[string]string{"ascii_armor": key.public})
	}

	mux := http.NewServeMux()
	files := "/terraform-provider-chatview/releases/download/v" + version + "/"
	mux.Handle(files, http.StripPrefix(files, http.FileServer(http.Dir(release))))
	mux.HandleFunc("/v1/providers/chatview/chatview/"+version+"/download/"+runtime.GOOS+"/"+runtime.GOARCH,
		func(w http.ResponseWriter, _ *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]any{
				"signing_keys": map[string]any{"gpg_public_keys": public},
			})
		})

	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	return server.URL
}

// change replaces a text in a file of a release, or in an archive.
type change struct{ file, old, new string }

// newRelease writes a release whose programs are all the one that runs this test.
func newRelease(t *testing.T) string {
	t.Helper()

	release := t.TempDir()
	writeRelease(t, release, change{})

	return release
}

// writeRelease writes the file of a change, and the list. Without a file, it writes all.
func writeRelease(t *testing.T, release string, c change) {
	t.Helper()

	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}

	program := readFile(t, executable)

	info, err := buildinfo.ReadFile(executable)
	if err != nil {
		t.Fatal(err)
	}

	components := []map[string]any{{"name": "std", "version": info.GoVersion, "licenses": []string{"BSD"}, "purl": "pkg:golang/stdlib@1.26"}}
	notices := "=== std " + info.GoVersion + ": LICENSE\n======\n"

	for _, module := range info.Deps {
		components = append(components, map[string]any{"name": module.Path, "version": module.Version, "licenses": []string{"MIT"}})
		notices += "\n=== " + module.Path + " " + module.Version + ": LICENSE\n"
	}

	provider := map[string]any{"name": "provider", "licenses": []string{"MPL"}}

	document, err := json.Marshal(map[string]any{"components": components, "metadata": map[string]any{"component": provider}})
	if err != nil {
		t.Fatal(err)
	}

	texts := map[string]string{
		sbom: string(document), toolsSBOM: string(document), openapi: "openapi: 3.1.0\n", manifest: `{"metadata": {"protocol_versions": ["6.0"]}}`,
		archive: notices, tools: notices,
	}
	if c.file != "" {
		texts = map[string]string{c.file: strings.ReplaceAll(texts[c.file], c.old, c.new)}
	}

	for name, text := range texts {
		switch file := filepath.Join(release, name); name {
		case archive:
			zipped(t, file, map[string][]byte{"terraform-provider-chatview_v" + version: program, "THIRD_PARTY_NOTICES.txt": []byte(text)})
		case tools:
			folder, mock := t.TempDir(), strings.ReplaceAll("chatview-mock", c.old, c.new)
			writeFile(t, filepath.Join(folder, mock), program)
			writeFile(t, filepath.Join(folder, "THIRD_PARTY_NOTICES.txt"), []byte(text))
			succeed(t, folder, nil, "ln "+mock+" chatview-preview; tar -cf - * | gzip --fast > '"+file+"'")
		default:
			writeFile(t, file, []byte(text))
		}
	}

	writeLists(t, release, archive+" "+manifest)
}

// fakeTool is a program of a release.
func fakeTool() {
	fmt.Println(filepath.Base(os.Args[0]), version)
}

// writeLists writes the list for registries, with some files, and that of all files.
func writeLists(t *testing.T, release, names string) {
	t.Helper()

	succeed(t, release, nil, "sum=$(command -v sha256sum || echo shasum -a 256); $sum "+names+" > "+list+"; rm -f *.txt *.sig; $sum * > "+fullList)
}
