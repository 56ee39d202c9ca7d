// Command demo builds the provider and runs examples/quickstart from init to destroy with a real CLI, against a mock
// server. demo.txtar has the steps and their expected output. The demo stops at the first unexpected output, and leaves
// no files behind.
//
// `make demo` runs it.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

//go:embed demo.txtar
var script string

// stepTimeout limits one run of the CLI.
const stepTimeout = time.Minute

func main() {
	// With SIGPIPE, `make demo | head` cleans up as well.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := run(ctx, os.Stdout, script)

	stop()

	if err != nil {
		fmt.Fprintf(os.Stderr, "The demo failed: %v\n", err)
		os.Exit(1)
	}

	fmt.Println("Everything was as expected.")
}

// run sets up the provider, the CLI and the mock server, and runs a script.
func run(ctx context.Context, out io.Writer, script string) (err error) {
	sandbox, err := cli.NewSandbox(ctx, out, "demo")
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, sandbox.Close()) }()

	_, _ = fmt.Fprintln(out, "Building the provider, which takes a minute or two the first time …")

	workspace, err := newWorkspace(ctx, sandbox)
	if err != nil {
		return err
	}

	mock, err := newMock()
	if err != nil {
		return err
	}

	service, err := loopback.Serve("127.0.0.1:0", mock)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, service.Close()) }()

	workspace.Environment = append(workspace.Environment, "CHATVIEW_BASE_URL="+service.URL)

	file := filepath.Join(sandbox.Dir, "demo.txtar")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return err
	}

	_, _ = fmt.Fprintf(out, "Running the demo with %s …\n\n", sandbox.CLI)

	return runScript(terminal{out}, testscript.Params{
		Files: []string{file}, WorkdirRoot: sandbox.Dir, Cmds: commands(ctx, workspace, mock),
	})
}

// commands returns the commands of the script, besides those of testscript.
func commands(ctx context.Context, workspace cli.Workspace, mock *mockserver.Server) map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"terraform": func(ts *testscript.TestScript, _ bool, args []string) { terraform(ctx, ts, workspace, args) },
		"requests":  func(ts *testscript.TestScript, _ bool, _ []string) { requests(ts, mock) },
		"objects":   func(ts *testscript.TestScript, _ bool, _ []string) { objects(ts, mock) },
	}
}

// newMock returns a mock server with the objects of the example.
func newMock() (*mockserver.Server, error) {
	mock, err := mockserver.New(mockserver.Options{})
	if err != nil {
		return nil, err
	}

	mock.AddAppearance(1, map[string]any{"name": "Default"})
	mock.AddSource(7, "postgres", map[string]any{"account_name": "Warehouse"})

	return mock, nil
}

// newWorkspace returns a copy of the example with the provider to install.
func newWorkspace(ctx context.Context, sandbox cli.Sandbox) (cli.Workspace, error) {
	const version = "0.1.0" // satisfies the constraint of the examples

	workspace := cli.Workspace{CLI: sandbox.CLI, Dir: filepath.Join(sandbox.Dir, "quickstart"), Environment: []string{
		"CHATVIEW_API_KEY=demo-api-key",
		"TF_VAR_appearance_id=1",
		"TF_VAR_source_id=7",
		"TF_VAR_database_password=demo-database-password",
	}}

	if err := cli.CopyConfiguration(filepath.Join(sandbox.Root, "examples", "quickstart"), workspace.Dir); err != nil {
		return workspace, err
	}

	binary := filepath.Join(sandbox.Dir, "terraform-provider-chatview")
	if err := cli.BuildProvider(ctx, binary, version); err != nil {
		return workspace, err
	}

	var err error
	workspace.ConfigFile, err = sandbox.CLI.WriteMirror(sandbox.Dir, binary, version)

	return workspace, err
}

// terraform runs the CLI and fails unless it exits with 0. For plan -detailed-exitcode, that means no changes.
func terraform(ctx context.Context, ts *testscript.TestScript, workspace cli.Workspace, args []string) {
	ctx, cancel := context.WithTimeout(ctx, stepTimeout)
	defer cancel()

	result, err := workspace.Run(ctx, args...)
	_, _ = io.WriteString(ts.Stdout(), result.Output)
	ts.Check(err)

	if result.ExitCode != 0 {
		ts.Fatalf("exit code %d", result.ExitCode)
	}
}

// requests prints the requests since its last call, sorted: Terraform sends them concurrently.
func requests(ts *testscript.TestScript, mock *mockserver.Server) {
	var lines []string
	for _, request := range mock.Requests() {
		lines = append(lines, fmt.Sprintf("%s %s %d\n", request.Method, request.Path, request.Status))
	}

	mock.ClearRequests()
	slices.Sort(lines)

	_, _ = io.WriteString(ts.Stdout(), strings.Join(lines, ""))
}

// objects prints the objects of the mock server.
func objects(ts *testscript.TestScript, mock *mockserver.Server) {
	state, err := json.MarshalIndent(mock.State(), "", "  ")
	ts.Check(err)

	_, _ = fmt.Fprintf(ts.Stdout(), "%s\n", state)
}
