package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// callsVariable names the file with the calls of testdata/fakeprovider.
const callsVariable = "FAKE_PROVIDER_CALLS"

// mirrorVersion is the version of all providers in the mirror. It satisfies the
// constraint of the examples.
const mirrorVersion = "0.1.4"

// buildProviders builds terraform-provider-chatview and fakeprovider once. It
// returns their folder, which lasts as long as the test binary.
var buildProviders = sync.OnceValues(func() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}

	folder := filepath.Dir(program)
	if err := cli.BuildProvider(context.Background(), filepath.Join(folder, "terraform-provider-chatview"), mirrorVersion); err != nil {
		return "", err
	}

	output, err := exec.Command("go", "build", "-o", filepath.Join(folder, "fakeprovider"), "./testdata/fakeprovider").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("build the fake provider: %w\n%s", err, output)
	}

	return folder, err
})

// useMirror makes the CLI install providers from a mirror only: chatview, and the
// fake provider as hashicorp/random and example/bucket. It returns the file with
// the fake provider's calls.
func useMirror(t *testing.T) (calls string) {
	t.Helper()

	found := useCLI(t)
	folder := t.TempDir()

	providers, err := buildProviders()
	if err != nil {
		t.Fatal(err)
	}

	configFile, err := found.WriteMirror(folder, filepath.Join(providers, "terraform-provider-chatview"), mirrorVersion)
	if err != nil {
		t.Fatal(err)
	}

	for _, source := range []string{"hashicorp/random", "example/bucket"} {
		target := filepath.Join(folder, "mirror", found.RegistryHost(), source, mirrorVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(target, 0o700); err != nil {
			t.Fatal(err)
		}

		link := filepath.Join(target, "terraform-provider-"+filepath.Base(source)+"_v"+mirrorVersion)
		if err := os.Symlink(filepath.Join(providers, "fakeprovider"), link); err != nil {
			t.Fatal(err)
		}
	}

	calls = filepath.Join(folder, "calls")
	writeFiles(t, folder, map[string]string{"calls": ""})
	t.Setenv("TF_CLI_CONFIG_FILE", configFile)
	t.Setenv(callsVariable, calls)

	return calls
}

// useCLI makes the program use the CLI of all tests.
func useCLI(t *testing.T) cli.CLI {
	t.Helper()

	found, err := cli.Find(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}

	t.Setenv("CLI", found.Path)

	return found
}
