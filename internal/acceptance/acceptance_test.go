// Package acceptance tests the built provider through the real CLI, as a user runs it: what the CLI prints, logs and
// stores. The tests in package provider run it inside their own process and cannot see that.
package acceptance

import (
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	version = "0.1.0"
	// moduleRoot is the path of the module's root folder.
	moduleRoot = "../.."
)

// found is the CLI of all tests, and provider the path of the provider's binary.
var (
	found    cli.CLI
	provider string
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(setUpAndRun(m))
}

func setUpAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "chatview-acceptance-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)

		return 1
	}
	defer os.RemoveAll(folder)

	provider = filepath.Join(folder, "terraform-provider-chatview")
	if err := build(context.Background(), provider); err != nil {
		fmt.Fprintln(os.Stderr, err)

		return 1
	}

	if found, err = cli.Find(context.Background(), os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)

		return 1
	}

	return m.Run()
}

// build builds the provider, with further arguments for go build.
func build(ctx context.Context, binary string, arguments ...string) error {
	return cli.BuildProvider(ctx, binary, version, arguments...)
}

// newWorkspace returns a workspace with a configuration, initialized with the given binary.
func newWorkspace(t *testing.T, binary, configuration string, environment ...string) cli.Workspace {
	t.Helper()

	folder := t.TempDir()

	configFile, err := found.WriteMirror(folder, binary, version)
	if err != nil {
		t.Fatal(err)
	}

	workspace := cli.Workspace{CLI: found, Dir: filepath.Join(folder, "configuration"), ConfigFile: configFile, Environment: environment}
	if err := os.Mkdir(workspace.Dir, 0o755); err != nil {
		t.Fatal(err)
	}

	write(t, workspace, "main.tf", configuration)

	if result := run(t, workspace, "init"); result.ExitCode != 0 {
		t.Fatal(result.Output)
	}

	return workspace
}

func write(t *testing.T, workspace cli.Workspace, name, content string) {
	t.Helper()

	if err := os.WriteFile(filepath.Join(workspace.Dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, workspace cli.Workspace, arguments ...string) cli.Result {
	t.Helper()

	result, err := workspace.Run(t.Context(), arguments...)
	if err != nil {
		t.Fatal(err)
	}

	return result
}

// startService starts a mock server with the appearance 1 and the source 7.
func startService(t *testing.T, apiKey string, behavior mockserver.Behavior) (*mockserver.Server, string) {
	t.Helper()

	mock, err := mockserver.New(mockserver.Options{APIKey: apiKey, Behavior: behavior})
	if err != nil {
		t.Fatal(err)
	}

	mock.AddAppearance(1, nil)
	mock.AddSource(7, "postgres", nil)

	listening := httptest.NewServer(mock)
	t.Cleanup(listening.Close)

	return mock, listening.URL
}
