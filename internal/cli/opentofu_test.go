package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// fakeGo downloads to the folder /source and builds a program that claims to be OpenTofu. It logs its arguments to $LOG.
const fakeGo = `
echo "go $*" >> "$LOG"
case "$1" in
mod) echo '{"Dir": "/source", "Sum": "h1:"}' ;;
build)
	while [ "$1" != -o ]; do shift; done
	printf '#!/bin/sh\necho OpenTofu v1.12.6\n' > "$2"
	/bin/chmod +x "$2"
	echo "go built in $CGO_ENABLED $GOWORK" >> "$LOG"
	;;
esac
`

// withFakeGo writes a go with the given script, and returns its log.
func withFakeGo(t *testing.T, programs, script string) (log string) {
	t.Helper()

	log = filepath.Join(t.TempDir(), "log")
	t.Setenv("LOG", log)
	writeProgram(t, programs, "go", script)

	return log
}

func TestFind_BuildsOpenTofuOnce(t *testing.T) {
	programs, module := isolate(t)
	log := withFakeGo(t, programs, fakeGo)
	folder := filepath.Join(module, ".build", "opentofu", "1.12.6")

	var first, second bytes.Buffer

	for _, progress := range []*bytes.Buffer{&first, &second} {
		found, err := cli.Find(t.Context(), progress)
		if err != nil {
			t.Fatal(err)
		}

		if got, want := found.String(), "OpenTofu 1.12.6 ("+filepath.Join(folder, "tofu")+")"; got != want {
			t.Errorf("found %s, want %s", got, want)
		}
	}

	if want := "This takes a few minutes, once"; !strings.Contains(first.String(), want) {
		t.Errorf("progress %q lacks %q", first.String(), want)
	}

	if second.Len() > 0 {
		t.Errorf("the second call prints %q, want nothing", second.String())
	}

	logged, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}

	want := []string{
		"go mod download -json github.com/opentofu/opentofu@v1.12.6",
		"go build -C /source -mod=readonly -buildvcs=false -trimpath " +
			"-ldflags -s -w -X github.com/opentofu/opentofu/version.dev=no -o PARTIAL/tofu ./cmd/tofu",
		"go built in 0 off",
		"",
	}

	got := strings.Split(string(logged), "\n")
	for i, line := range got {
		if before, after, ok := strings.Cut(line, folder+"/partial-"); ok {
			_, file, _ := strings.Cut(after, "/")
			got[i] = before + "PARTIAL/" + file
		}
	}

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("go was called with (-want +got):\n%s", diff)
	}

	wantOnly(t, folder, "tofu")
}

func TestFind_LeavesNoPartialBuild(t *testing.T) {
	tests := map[string]struct{ script, why string }{
		"download fails": {
			`echo '{"Error": "the proxy is out of reach"}'; exit 1`,
			"the proxy is out of reach",
		},
		"download cannot start": {
			`echo 'go: bad GOFLAGS' >&2; exit 2`,
			"bad GOFLAGS",
		},
		"download without output": {
			`exit 0`,
			"read the output of go mod download",
		},
		"build fails": {
			strings.Replace(fakeGo, "/bin/chmod", "exit 1; /bin/chmod", 1),
			"build OpenTofu 1.12.6: exit status 1",
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			programs, module := isolate(t)
			withFakeGo(t, programs, test.script)

			_, err := cli.Find(t.Context(), t.Output())
			if err == nil {
				t.Fatal("found a CLI")
			}

			for _, want := range []string{test.why, "or set CLI to its path"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}

			wantOnly(t, filepath.Join(module, ".build", "opentofu", "1.12.6"))
		})
	}
}

func TestFind_RefusesBuiltOpenTofuThatFails(t *testing.T) {
	programs, module := isolate(t)
	withFakeGo(t, programs, fakeGo)

	folder := filepath.Join(module, ".build", "opentofu", "1.12.6")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}

	writeProgram(t, folder, "tofu", "exit 126")

	_, err := cli.Find(t.Context(), t.Output())
	if err == nil {
		t.Fatal("found a CLI")
	}

	if want := "delete " + folder + " to build it again"; !strings.Contains(err.Error(), want) {
		t.Errorf("error %q lacks %q", err, want)
	}
}

// wantOnly fails the test unless folder has exactly the named files.
func wantOnly(t *testing.T, folder string, names ...string) {
	t.Helper()

	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}

	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}

	if diff := cmp.Diff(names, got); diff != "" {
		t.Errorf("%s holds (-want +got):\n%s", folder, diff)
	}
}
