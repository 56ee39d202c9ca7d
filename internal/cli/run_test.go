package cli_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestRun_ReturnsOutputAndExitCode(t *testing.T) {
	dir := t.TempDir()
	program := writeProgram(t, dir, "terraform", `echo "out: $*"; echo "err: $PWD" >&2; exit 2`)

	workspace := cli.Workspace{CLI: cli.CLI{Path: program}, Dir: dir}

	result, err := workspace.Run(t.Context(), "plan", "-detailed-exitcode")
	if err != nil {
		t.Fatal(err)
	}

	if result.ProcessorTime <= 0 {
		t.Errorf("processor time is %s, want more", result.ProcessorTime)
	}

	want := cli.Result{
		Output: "out: plan -detailed-exitcode\nerr: " + dir + "\n", ExitCode: 2, ProcessorTime: result.ProcessorTime,
	}
	if diff := cmp.Diff(want, result); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestRun_LeavesOutUserSettings(t *testing.T) {
	for _, name := range []string{
		"TF_LOG", "TF_CLI_ARGS", "TF_CLI_ARGS_plan", "TF_CLI_CONFIG_FILE", "TF_DATA_DIR", "TF_VAR_brand_color",
		"TF_WORKSPACE", "TF_PLUGIN_CACHE_DIR", "CHATVIEW_API_KEY", "CHATVIEW_BASE_URL", "HTTPS_PROXY",
	} {
		t.Setenv(name, "the user's")
	}

	t.Setenv("HOME", "/home/user")
	t.Setenv("PATH", "/usr/bin:/bin")
	t.Setenv("TMPDIR", t.TempDir())

	dir := t.TempDir()
	workspace := cli.Workspace{
		CLI:         cli.CLI{Path: writeProgram(t, dir, "terraform", "/usr/bin/env\n")},
		Dir:         dir,
		ConfigFile:  "/mirror/cli.tfrc",
		Environment: []string{"CHATVIEW_BASE_URL=http://127.0.0.1:1", "TF_IN_AUTOMATION="},
	}

	result, err := workspace.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	if strings.Contains(result.Output, "the user's") {
		t.Errorf("a user's setting reached the CLI:\n%s", result.Output)
	}

	variables := strings.Split(result.Output, "\n")

	for _, want := range []string{
		"HOME=/home/user",
		"PATH=/usr/bin:/bin",
		"TF_CLI_CONFIG_FILE=/mirror/cli.tfrc",
		"CHECKPOINT_DISABLE=1",
		"TF_INPUT=0",
		"CHATVIEW_BASE_URL=http://127.0.0.1:1",
		"TF_IN_AUTOMATION=", // Workspace.Environment has precedence
	} {
		if !slices.Contains(variables, want) {
			t.Errorf("%s did not reach the CLI:\n%s", want, result.Output)
		}
	}
}

func TestRun_FailsWithoutProgram(t *testing.T) {
	workspace := cli.Workspace{CLI: cli.CLI{Path: "/nonexistent/terraform"}, Dir: t.TempDir()}

	if _, err := workspace.Run(t.Context(), "init"); err == nil {
		t.Error("ran a program that does not exist")
	}
}

func TestStart_WaitsForMatch(t *testing.T) {
	program := writeProgram(t, t.TempDir(), "server", `echo starting; echo "listening on $ADDRESS"; exec /bin/sleep 60`)

	match, stop, err := cli.Start(t.Context(), regexp.MustCompile("listening on (.+)"), []string{"ADDRESS=127.0.0.1:1"}, program)
	if err != nil {
		t.Fatal(err)
	}

	if match != "127.0.0.1:1" {
		t.Errorf("the match is %q", match)
	}

	stop() // returns because it interrupts the program
}

func TestStart_ReportsStandardError(t *testing.T) {
	program := writeProgram(t, t.TempDir(), "server", "echo starting; echo 'unknown flag' >&2")

	if _, _, err := cli.Start(t.Context(), regexp.MustCompile("listening on (.+)"), nil, program); err == nil || !strings.Contains(err.Error(), "unknown flag") {
		t.Errorf("error is %v", err)
	}
}
