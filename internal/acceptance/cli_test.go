package acceptance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// found is the CLI under test. On the PATH of the tests, it is terraform.
var found struct {
	command string // its usual name, terraform or tofu
	version [3]int
}

// findCLI finds the CLI that the variable CLI names, and links it into the folder
// programs.
func findCLI() error {
	path, err := exec.LookPath(os.Getenv("CLI"))
	if err == nil {
		path, err = filepath.Abs(path)
	}

	if err != nil {
		return fmt.Errorf("CLI is not the path of Terraform or OpenTofu; run internal/with-cli.sh go test ./internal/acceptance: %w", err)
	}

	output, err := exec.CommandContext(context.Background(), path, "version").Output()
	line := regexp.MustCompile(`(?m)^(Terraform|OpenTofu) (v\S+)`).FindStringSubmatch(string(output))

	if err != nil || line == nil {
		return fmt.Errorf("run %s version: %w\n%s", path, err, output)
	}

	found.command = map[string]string{"Terraform": "terraform", "OpenTofu": "tofu"}[line[1]]
	_, err = fmt.Sscanf(line[2], "v%d.%d.%d", &found.version[0], &found.version[1], &found.version[2])

	return errors.Join(err, os.Symlink(path, filepath.Join(programs, "terraform")))
}

// requireVersion skips a test if the CLI is older.
func requireVersion(t *testing.T, minimum ...int) {
	t.Helper()

	if slices.Compare(found.version[:], minimum) < 0 {
		t.Skipf("%s %v is older than %v", found.command, found.version, minimum)
	}
}

// workspace is a folder of configuration, and the variables of all commands that
// are run in it, as NAME=value.
type workspace struct {
	dir         string
	environment []string
}

// command returns a command without input. The user's TF_VAR_, TF_LOG, TF_CLI_ARGS
// and CHATVIEW_API_KEY would change what the CLI does or prints.
func (w workspace) command(t *testing.T, name string, arguments ...string) *exec.Cmd {
	t.Helper()

	command := exec.CommandContext(t.Context(), name, arguments...)
	command.Dir = w.dir
	command.Env = append([]string{
		"CLI=" + os.Getenv("CLI"), // go test then caches results for this CLI only
		"HOME=" + os.Getenv("HOME"),
		"PATH=" + programs + string(os.PathListSeparator) + os.Getenv("PATH"),
		"TMPDIR=" + os.TempDir(),
		"CHECKPOINT_DISABLE=1", // do not check for new releases
		"GOGC=800",             // collecting garbage takes a sixth of a plan's time
		"TF_CLI_ARGS=-no-color",
		"TF_CLI_CONFIG_FILE=" + configFile,
		"TF_DISABLE_PLUGIN_TLS=1", // making the keys for TLS doubles the time of a plan
		"TF_INPUT=0",
	}, w.environment...)

	return command
}

// run runs the CLI, and returns its output and exit code.
func run(t *testing.T, w workspace, arguments ...string) (output string, exitCode int) {
	t.Helper()

	command := w.command(t, filepath.Join(programs, "terraform"), arguments...)
	text, err := command.CombinedOutput()

	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}

	return string(text), command.ProcessState.ExitCode()
}

// succeeds runs the CLI, requires exit code 0 and returns the output. For plan
// -detailed-exitcode, 0 means no changes.
func succeeds(t *testing.T, w workspace, arguments ...string) string {
	t.Helper()

	return exits(t, 0, w, arguments...)
}

// fails runs the CLI, requires exit code 1 and returns the output.
func fails(t *testing.T, w workspace, arguments ...string) string {
	t.Helper()

	return exits(t, 1, w, arguments...)
}

func exits(t *testing.T, want int, w workspace, arguments ...string) string {
	t.Helper()

	output, exitCode := run(t, w, arguments...)
	if exitCode != want {
		t.Fatalf("%v exited with %d, want %d:\n%s", arguments, exitCode, want, output)
	}

	return output
}

// runScript runs shell commands with further variables, and returns their output.
func runScript(t *testing.T, w workspace, script string, environment ...string) string {
	t.Helper()

	command := w.command(t, "sh", "-e")
	command.Env = append(command.Env, environment...)
	command.Stdin = strings.NewReader(script)

	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v in:\n%s\n\n%s", err, script, output)
	}

	return string(output)
}
