package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// install installs the released provider with a CLI, and applies the quick
// start to the released mock server.
func install(ctx context.Context, dir, version string) (err error) {
	sandbox, err := cli.NewSandbox(ctx, os.Stdout, "release-check")
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, sandbox.Close()) }()

	archives, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil {
		return err
	}

	configFile, err := sandbox.CLI.WritePackedMirror(sandbox.Dir, archives)
	if err != nil {
		return err
	}

	address, stop, err := startMock(ctx, filepath.Join(dir, toolsArchive(version, runtime.GOOS+"_"+runtime.GOARCH)), sandbox.Dir)
	if err != nil {
		return err
	}

	defer stop()

	workspace := cli.Workspace{
		CLI: sandbox.CLI, Dir: filepath.Join(sandbox.Dir, "quickstart"), ConfigFile: configFile, Environment: []string{
			"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=example-key",
			"TF_VAR_appearance_id=1", "TF_VAR_source_id=1", "TF_VAR_database_password=example-password",
		},
	}
	if err := cli.CopyConfiguration("examples/quickstart", workspace.Dir); err != nil {
		return err
	}

	if err := requireVersion(workspace.Dir, version); err != nil {
		return err
	}

	if err := runStep(ctx, workspace, "Installed chatview/chatview v"+version, "init"); err != nil {
		return err
	}

	return runStep(ctx, workspace, "Apply complete! Resources: 2 added", "apply", "-auto-approve")
}

// requireVersion makes a configuration require exactly one version of the
// provider, which may be a pre-release.
func requireVersion(dir, version string) error {
	const override = `terraform {
  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = %q
    }
  }
}
`

	return os.WriteFile(filepath.Join(dir, "version_override.tf"), fmt.Appendf(nil, override, version), 0o600)
}

// runStep runs the CLI and requires a text in its output.
func runStep(ctx context.Context, workspace cli.Workspace, want string, args ...string) error {
	result, err := workspace.Run(ctx, args...)
	if err == nil && (result.ExitCode != 0 || !strings.Contains(result.Output, want)) {
		err = fmt.Errorf("exit code %d, want 0 and %q:\n%s", result.ExitCode, want, result.Output)
	}

	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}

	fmt.Printf("%s: %s\n", workspace.CLI, want)

	return nil
}

// startMock unpacks the released tools into dir and starts the mock server. It
// returns the address, and a function that stops the server.
func startMock(ctx context.Context, archive, dir string) (address string, stop func(), err error) {
	if output, err := cli.Command(ctx, "tar", "-xzf", archive, "-C", dir).CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("unpack %s: %w: %s", archive, err, output)
	}

	ctx, cancel := context.WithCancel(ctx)
	mock := cli.Command(ctx, filepath.Join(dir, "chatview-mock"), "-address=127.0.0.1:0", "-api-key=example-key")
	stop = func() {
		cancel()

		_ = mock.Wait() // it was interrupted, so this is an error
	}

	stdout, err := mock.StdoutPipe()
	if err == nil {
		err = mock.Start()
	}

	if err != nil {
		cancel()

		return "", nil, err
	}

	if _, err := fmt.Fscanf(stdout, "chatview-mock: listening on %s\n", &address); err != nil {
		stop()

		return "", nil, fmt.Errorf("read the mock server's address: %w", err)
	}

	go func() { _, _ = io.Copy(io.Discard, stdout) }() // a full pipe would block it

	return address, stop, nil
}
