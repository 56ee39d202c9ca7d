package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const config = `builds:
  - id: provider
    targets: &targets
      - linux_amd64
      - windows_386

  - id: mock
    targets: *targets
`

func TestReadTargets(t *testing.T) {
	t.Parallel()

	targets, err := readTargets(config)
	if err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff([]target{"linux_amd64", "windows_386"}, targets); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

func TestKeepTarget(t *testing.T) {
	t.Parallel()

	kept, err := keepTarget(config, "windows_386")
	if err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff(strings.Replace(config, "      - linux_amd64\n", "", 1), kept); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
}

func TestTargetsThatCanNotBeRead(t *testing.T) {
	t.Parallel()

	tests := map[string]struct{ config, why string }{
		"no list":               {strings.Replace(config, "&targets", "", 1), "it has 0 lists"},
		"two lists":             {config + config, "it has 2 lists"},
		"not the wanted target": {config, "darwin_arm64 is none of its targets, which are [linux_amd64 windows_386]"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			_, err := keepTarget(test.config, "darwin_arm64")
			if err == nil || !strings.Contains(err.Error(), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}
		})
	}
}

func TestTheReleaseIsForThePlatformsThatUsersHave(t *testing.T) {
	t.Parallel()

	released, err := os.ReadFile(filepath.Join("..", "..", "..", configName))
	if err != nil {
		t.Fatal(err)
	}

	targets, err := readTargets(string(released))
	if err != nil {
		t.Fatal(err)
	}

	for _, system := range []string{"linux", "darwin", "windows", "freebsd"} {
		for _, architecture := range []string{"amd64", "arm64"} {
			if want := target(system + "_" + architecture); !slices.Contains(targets, want) {
				t.Errorf("%s has no target %s", configName, want)
			}
		}
	}
}
