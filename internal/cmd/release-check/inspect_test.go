package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestInspectIsContentWithAReleaseAsItShouldBe(t *testing.T) {
	t.Parallel()

	r, _ := fakeRelease(t)

	var out strings.Builder
	if err := (releaseCheck{out: &out}).inspect(r); err != nil {
		t.Fatal(err)
	}

	if want := "terraform-provider-chatview_1.2.3_windows_arm64.zip"; !strings.Contains(out.String(), want) {
		t.Errorf("it does not say that it checked %s, but:\n%s", want, out.String())
	}
}

func TestInspectFindsWhatIsWrong(t *testing.T) {
	t.Parallel()

	const (
		archive   = "terraform-provider-chatview_1.2.3_linux_amd64.zip"
		checksums = "terraform-provider-chatview_1.2.3_SHA256SUMS"
		billName  = "terraform-provider-chatview-1.2.3-linux-amd64.cdx.json"
		program   = "terraform-provider-chatview_v1.2.3"
	)

	tests := map[string]struct {
		spoil func(t *testing.T, r *release, files fstest.MapFS)
		why   string
	}{
		"a file is missing": {
			func(_ *testing.T, _ *release, files fstest.MapFS) { delete(files, billName) },
			"there is no " + billName,
		},
		"a file is of nobody knows what": {
			func(_ *testing.T, _ *release, files fstest.MapFS) { files["notes.txt"] = &fstest.MapFile{} },
			"there is an unexpected notes.txt",
		},
		"the archive is not the one that the checksum is of": {
			func(_ *testing.T, _ *release, files fstest.MapFS) { files[archive].Data = []byte("other") },
			checksums + " says",
		},
		"the manifest is not the one that the checksum is of": {
			func(_ *testing.T, r *release, _ fstest.MapFS) { r.manifest = []byte("{}") },
			checksums + " says",
		},
		"a checksum is missing": {
			func(_ *testing.T, _ *release, files fstest.MapFS) {
				first, _, _ := strings.Cut(string(files[checksums].Data), "\n")
				files[checksums].Data = []byte(first + "\n")
			},
			checksums + ": there is no terraform-provider-chatview_1.2.3_linux_amd64.zip",
		},
		"a line is no checksum": {
			func(_ *testing.T, _ *release, files fstest.MapFS) { files[checksums].Data = []byte("sum " + archive) },
			"want a checksum, two spaces and a name",
		},
		"the manifest is of another protocol": {
			func(t *testing.T, r *release, files fstest.MapFS) {
				t.Helper()

				r.manifest = []byte(`{"version": 1, "metadata": {"protocol_versions": ["5.0"]}}`)
				files[checksums].Data = checksumsOf(t, *r)
			},
			"want version 1 and protocol 6.0",
		},
		"the program is not executable": {
			func(t *testing.T, r *release, files fstest.MapFS) {
				t.Helper()

				files[archive].Data = zipOf(t, map[string]fs.FileMode{program: 0o644, "LICENSE": 0o644})
				files[checksums].Data = checksumsOf(t, *r)
			},
			archive + ": " + program + " has the mode",
		},
		"the program has another name": {
			func(t *testing.T, r *release, files fstest.MapFS) {
				t.Helper()

				files[archive].Data = zipOf(t, map[string]fs.FileMode{"provider": 0o755, "LICENSE": 0o644})
				files[checksums].Data = checksumsOf(t, *r)
			},
			archive + ": there is an unexpected provider",
		},
		"the bill of materials is empty": {
			func(_ *testing.T, _ *release, files fstest.MapFS) { files[billName].Data = []byte("{}") },
			billName + " is a  of 0 components",
		},
		"the bill of materials is no JSON": {
			func(_ *testing.T, _ *release, files fstest.MapFS) { files[billName].Data = []byte("<bom/>") },
			billName + ": invalid character",
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			r, files := fakeRelease(t)
			test.spoil(t, &r, files)

			err := releaseCheck{out: t.Output()}.inspect(r)
			if !strings.Contains(fmt.Sprint(err), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}
		})
	}
}

func TestWhatRegistriesTakeForAProvider(t *testing.T) {
	t.Parallel()

	tests := map[string]bool{
		"terraform-provider-chatview_1.2.3_linux_amd64.zip":          true,
		"terraform-provider-chatview_1.2.3_manifest.json":            true,
		"terraform-provider-chatview_1.2.3_SHA256SUMS":               true,
		"terraform-provider-chatview_1.2.3_SHA256SUMS.sig":           true,
		"chatview-mock_1.2.3_linux_amd64.zip":                        true,
		"terraform-provider-chatview_1.2.3_linux_amd64.zip.cdx.json": true,
		"chatview-mock_SHA256SUMS":                                   true,
		"chatview-mock-1.2.3-linux-amd64.tar.gz":                     false,
		"terraform-provider-chatview-1.2.3-linux-amd64.cdx.json":     false,
	}

	for name, want := range tests {
		if got := takenForAProvider.MatchString(name); got != want {
			t.Errorf("%s: taken for a provider: %t, want %t", name, got, want)
		}
	}
}

func TestANameThatARegistryTakesForAProviderIsRefused(t *testing.T) {
	t.Parallel()

	r, _ := fakeRelease(t)
	mock := "chatview-mock_1.2.3_linux_amd64.zip"

	err := r.checkWhatIsTakenForAProvider(append(r.fileNames(), mock))
	if want := "there is an unexpected " + mock; !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("error is %v, want one that says %q", err, want)
	}
}

func TestSameFilesComparesBits(t *testing.T) {
	t.Parallel()

	tests := map[string]struct {
		change func(files fstest.MapFS)
		why    string
	}{
		"the same": {func(fstest.MapFS) {}, "<nil>"},
		"other bookkeeping, which is not released": {
			func(files fstest.MapFS) { files["metadata.json"].Data = []byte("{}") },
			"<nil>",
		},
		"other folders, which are not released": {
			func(files fstest.MapFS) { files["provider_linux/program"] = &fstest.MapFile{} },
			"<nil>",
		},
		"another bit": {
			func(files fstest.MapFS) { files["chatview-mock-1.2.3-linux-amd64.tar.gz"].Data[0]++ },
			"not the same: chatview-mock-1.2.3-linux-amd64.tar.gz",
		},
		"a file more": {
			func(files fstest.MapFS) { files["more"] = &fstest.MapFile{} },
			"there is an unexpected more",
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			_, files := fakeRelease(t)
			others := fstest.MapFS{}

			for name, file := range files {
				others[name] = &fstest.MapFile{Data: bytes.Clone(file.Data)}
			}

			test.change(others)

			if err := sameFiles(files, others); !strings.Contains(fmt.Sprint(err), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}
		})
	}
}
