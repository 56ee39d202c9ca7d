package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// install installs the released provider with a CLI, and applies the quick start to
// the released mock server.
func install(ctx context.Context, dir, version string) (err error) {
	found, err := cli.Find(ctx, os.Stdout)
	if err != nil {
		return err
	}

	temporary, err := os.MkdirTemp("", "release-check-")
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()

	archives, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil {
		return err
	}

	configFile, err := found.WritePackedMirror(temporary, archives)
	if err != nil {
		return err
	}

	configuration := filepath.Join(temporary, "configuration")
	if err := os.CopyFS(configuration, os.DirFS("examples/quickstart")); err != nil {
		return err
	}

	address, stop, err := startMock(ctx, filepath.Join(dir, toolsArchive(version, runtime.GOOS+"_"+runtime.GOARCH)), temporary)
	if err != nil {
		return err
	}

	defer stop()

	workspace := cli.Workspace{CLI: found, Dir: configuration, ConfigFile: configFile, Environment: []string{
		"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=example-key",
		"TF_VAR_appearance_id=1", "TF_VAR_source_id=1", "TF_VAR_database_password=example-password",
	}}

	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"init"}, "Installed chatview/chatview v" + version},
		{[]string{"apply", "-auto-approve"}, "Apply complete! Resources: 2 added"},
	} {
		result, err := workspace.Run(ctx, step.args...)
		if err == nil && (result.ExitCode != 0 || !strings.Contains(result.Output, step.want)) {
			err = fmt.Errorf("exit code %d, want 0 and %q:\n%s", result.ExitCode, step.want, result.Output)
		}

		if err != nil {
			return fmt.Errorf("%s: %w", step.args[0], err)
		}

		fmt.Printf("%s: %s\n", found, step.want)
	}

	return nil
}

// startMock unpacks the mock server into dir and starts it. It returns the
// address and a function that stops the server.
func startMock(ctx context.Context, archive, dir string) (string, func(), error) {
	if output, err := cli.Command(ctx, "tar", "-xzf", archive, "-C", dir).CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("unpack %s: %w: %s", archive, err, output)
	}

	ctx, cancel := context.WithCancel(ctx)
	mock := cli.Command(ctx, filepath.Join(dir, "chatview-mock"), "-address=127.0.0.1:0", "-api-key=example-key")
	mock.Stderr = os.Stderr
	stop := func() { cancel(); _ = mock.Wait() }

	stdout, err := mock.StdoutPipe()
	if err == nil {
		err = mock.Start()
	}

	if err != nil {
		cancel()

		return "", nil, fmt.Errorf("start the mock server: %w", err)
	}

	line, _ := bufio.NewReader(stdout).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "chatview-mock: listening on ")

	if !found {
		stop()

		return "", nil, fmt.Errorf("the mock server printed %q instead of its address", line)
	}

	return address, stop, nil
}
