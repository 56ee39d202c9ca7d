//go:build unix

package cli_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestRun_LeavesOutUserSettings(t *testing.T) {
	for _, name := range []string{
		"TF_LOG", "TF_CLI_ARGS", "TF_CLI_ARGS_plan", "TF_CLI_CONFIG_FILE", "TF_DATA_DIR", "TF_VAR_brand_color",
		"TF_WORKSPACE", "TF_PLUGIN_CACHE_DIR", "CHATVIEW_API_KEY", "CHATVIEW_BASE_URL", "HTTPS_PROXY",
	} {
		t.Setenv(name, "the user's")
	}

	t.Setenv("HOME", "/home/user")
	t.Setenv("PATH", "/usr/bin:/bin")

	dir := t.TempDir()
	workspace := cli.Workspace{
		CLI:         cli.CLI{Path: writeProgram(t, dir, "terraform", `/usr/bin/env; echo "$* in $PWD" >&2; exit 2`)},
		Dir:         dir,
		ConfigFile:  "/mirror/cli.tfrc",
		Environment: []string{"CHATVIEW_BASE_URL=http://127.0.0.1:1", "TF_IN_AUTOMATION="},
	}

	result, err := workspace.Run(t.Context(), "plan", "-detailed-exitcode")
	if err != nil || result.ExitCode != 2 || strings.Contains(result.Output, "the user's") {
		t.Errorf("error %v, result %+v", err, result)
	}

	lines := strings.Split(result.Output, "\n")

	for _, want := range []string{
		"HOME=/home/user",
		"PATH=/usr/bin:/bin",
		"TF_CLI_CONFIG_FILE=/mirror/cli.tfrc",
		"CHECKPOINT_DISABLE=1",
		"TF_INPUT=0",
		"CHATVIEW_BASE_URL=http://127.0.0.1:1",
		"TF_IN_AUTOMATION=", // Workspace.Environment has precedence
		"plan -detailed-exitcode in " + dir,
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %q in:\n%s", want, result.Output)
		}
	}
}

func TestRun_FailsWithoutProgram(t *testing.T) {
	workspace := cli.Workspace{CLI: cli.CLI{Path: "/nonexistent/terraform"}, Dir: t.TempDir()}

	if _, err := workspace.Run(t.Context(), "init"); err == nil {
		t.Error("ran a program that does not exist")
	}
}

func TestRun_InterruptsProgram(t *testing.T) {
	dir := t.TempDir()

	// The program opens the pipe for writing, to show that it has started, and
	// waits for a signal.
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}

	program := writeProgram(t, dir, "terraform",
		`trap 'echo cleaned up; exit 1' INT; : > `+pipe+`; while :; do /bin/sleep 0.1; done`)

	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by the test")

	go func() {
		_, _ = os.ReadFile(pipe) // waits for a writer

		cancel(stopped)
	}()

	result, err := cli.Workspace{CLI: cli.CLI{Path: program}, Dir: dir}.Run(ctx, "apply")
	if diff := cmp.Diff(cli.Result{Output: "cleaned up\n", ExitCode: 1}, result); !errors.Is(err, stopped) || diff != "" {
		t.Errorf("error %v, result (-want +got):\n%s", err, diff)
	}
}
