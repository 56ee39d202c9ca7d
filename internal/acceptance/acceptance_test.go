// Package acceptance tests the built provider through the real CLI, as a user
// runs it: what the CLI prints, logs and stores, and whether the documentation
// is true. The tests in package provider run it inside their own process.
package acceptance

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

const (
	version = "0.1.0"
	// moduleRoot is the path of the module's root folder.
	moduleRoot = "../.."
)

// repository has the pages and examples, and testdata what the tests read.
var repository, testdata = workspace{dir: moduleRoot}, workspace{dir: "testdata"}

// What all tests share: the configuration file of the CLI, and the folder with the
// CLI and the programs that are released with the provider.
var configFile, programs string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(setUpAndRun(m))
}

func setUpAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "chatview-acceptance-")
	defer os.RemoveAll(folder)

	configFile, programs = filepath.Join(folder, "cli.tfrc"), folder

	if err == nil {
		err = findCLI()
	}

	if err == nil {
		err = install(filepath.Join(folder, "mirror"))
	}

	if err != nil {
		fmt.Fprintln(os.Stderr, err)

		return 1
	}

	return m.Run()
}

// install builds the programs. The CLI installs the provider from a folder, as
// if from its registry.
func install(mirror string) error {
	host := filepath.Join(mirror, "registry.terraform.io")
	binary := filepath.Join(host, "chatview", "chatview", version, runtime.GOOS+"_"+runtime.GOARCH, "terraform-provider-chatview_v"+version)
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)

	// OpenTofu does not look into a symbolic link.
	return errors.Join(
		build(binary, "-ldflags=-s -w -X main.version="+version, "."), // as in a release
		build(programs, "-ldflags=-s -w", "./internal/cmd/chatview-preview", "./internal/cmd/chatview-mock"),
		os.CopyFS(filepath.Join(mirror, "registry.opentofu.org"), os.DirFS(host)),
		os.WriteFile(configFile, []byte(config), 0o600))
}

func build(to string, arguments ...string) error {
	command := exec.CommandContext(context.Background(), "go", append([]string{"build", "-o", to}, arguments...)...)
	command.Dir = moduleRoot

	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build %v: %w\n%s", arguments, err, output)
	}

	return nil
}

// newWorkspace returns an empty folder of configuration, into which init
// installs the provider.
func newWorkspace(t *testing.T, environment ...string) workspace {
	t.Helper()

	return workspace{dir: t.TempDir(), environment: environment}
}

// requiredProviders begins every configuration that a test writes.
const requiredProviders = `terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

`

// newConfiguration returns an initialized workspace with a configuration.
func newConfiguration(t *testing.T, configuration string, environment ...string) workspace {
	t.Helper()

	w := newWorkspace(t, environment...)
	write(t, w, "main.tf", requiredProviders+configuration)
	succeeds(t, w, "init")

	return w
}

func write(t *testing.T, w workspace, name, content string) {
	t.Helper()

	file := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, w workspace, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

// filesBelow returns the files below a folder, without it in their names.
func filesBelow(t *testing.T, folder string) (names []string) {
	t.Helper()

	if err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return names
}

// expectOutput expects texts in an output, wherever its lines are broken.
func expectOutput(t *testing.T, output string, texts ...string) {
	t.Helper()

	flat := oneSpaced(strings.ReplaceAll(output, "│", " "))

	for _, text := range texts {
		if !strings.Contains(flat, text) {
			t.Errorf("%q is not in the output:\n%s", text, output)
		}
	}
}

// decode returns the value of a JSON text.
func decode[T any](t *testing.T, text string) (value T) {
	t.Helper()

	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}

	return value
}

// encode returns JSON as golden files have it.
func encode(t *testing.T, value any) string {
	t.Helper()

	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}

	return string(text) + "\n"
}

var spaces = regexp.MustCompile(`\s+`)

func oneSpaced(text string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
}
