package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// isolate makes a small repository the working directory, and puts a go and a
// CLI of the test's own on the PATH. It returns the folder for temporary ones.
func isolate(t *testing.T, goScript string) (temporary string) {
	t.Helper()

	programs, repository, temporary := t.TempDir(), t.TempDir(), t.TempDir()

	for name, script := range map[string]string{"go": goScript, "terraform": "echo Terraform v1.11.4"} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}

	write(t, repository, map[string]string{
		"go.mod":     "module example\n",
		configName:   strings.Replace(config, "linux_amd64", string(host), 1),
		manifestFile: "{}",
		".gitignore": "/.build/\n",
	})

	if _, err := git(t.Context(), repository, "init", "--quiet"); err != nil {
		t.Fatal(err)
	}

	t.Setenv("PATH", programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("CLI", filepath.Join(programs, "terraform"))
	t.Setenv("TMPDIR", temporary)
	t.Chdir(repository)

	return temporary
}

func TestTheCheckStopsAtWhatIsNotAsExpectedAndCleansUp(t *testing.T) {
	const emptyRelease = `/bin/mkdir -p .build/dist && cd .build/dist && echo '{"version": "1.2.3"}' > metadata.json`

	tests := map[string]struct{ goScript, why string }{
		"goreleaser fails": {
			"exit 3",
			"goreleaser: exit status 3",
		},
		"goreleaser leaves nothing": {
			"exit 0",
			"read the release's version",
		},
		"what is built depends on the folder": {
			emptyRelease + ` && echo "$PWD" > file`,
			"two builds of one state differ: these files are not the same: file",
		},
		"the release is not complete": {
			emptyRelease,
			"there is no terraform-provider-chatview_1.2.3_SHA256SUMS",
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			temporary := isolate(t, test.goScript)

			err := checkRelease(t.Context(), t.Output(), false)
			if !strings.Contains(fmt.Sprint(err), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}

			if left := filesIn(t, temporary); len(left) > 0 {
				t.Errorf("the check left %v behind", left)
			}
		})
	}
}
