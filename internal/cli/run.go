package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// interruptGrace is how long an interrupted program may take to clean up.
// Terraform may have to wait for a provider that waits for a response.
const interruptGrace = 20 * time.Second

// inherited lists the environment variables passed on to a CLI. A user's
// TF_VAR_, TF_LOG, TF_CLI_ARGS or CHATVIEW_API_KEY would change what a run does
// or prints.
var inherited = []string{"HOME", "PATH", "TMPDIR"}

// Command is exec.CommandContext for a program that cleans up after itself:
// when ctx ends, it is interrupted, and killed after 20 seconds.
//
// It runs in a process group of its own, so Ctrl-C reaches it once, from here.
// A second interrupt, from the terminal, would make Terraform exit at once and
// leave its provider running.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	attributes := processGroup
	command := exec.CommandContext(ctx, name, args...)
	command.SysProcAttr = &attributes
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace

	return command
}

// Workspace is a folder of configuration, with the settings to run a CLI in it.
type Workspace struct {
	CLI CLI
	// Dir holds the configuration, and the state after a run.
	Dir string
	// ConfigFile is the CLI configuration file, which says where the provider is.
	ConfigFile string
	// Environment holds further variables for all runs, as NAME=value.
	Environment []string
}

// Result is the outcome of a run.
type Result struct {
	// Output holds standard output and standard error, in order.
	Output   string
	ExitCode int
}

// Run runs the CLI without input. An exit code other than 0 is not an error:
// plan -detailed-exitcode returns 2 for changes. Run fails if the CLI cannot be
// started or ctx ends.
func (w Workspace) Run(ctx context.Context, args ...string) (Result, error) {
	command := Command(ctx, w.CLI.Path, args...)
	command.Dir = w.Dir
	command.Env = append(environment(w.ConfigFile), w.Environment...)

	output, err := command.CombinedOutput()
	result := Result{Output: string(output), ExitCode: command.ProcessState.ExitCode()}

	if ctx.Err() != nil {
		return result, fmt.Errorf("%s %s was stopped: %w", w.CLI.Command(), strings.Join(args, " "), context.Cause(ctx))
	}

	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return result, fmt.Errorf("run %s: %w", w.CLI.Path, err)
	}

	return result, nil
}

// environment returns the variables common to all runs.
func environment(configFile string) []string {
	variables := []string{
		"TF_CLI_CONFIG_FILE=" + configFile,
		"CHECKPOINT_DISABLE=1", // do not check for new releases
		"TF_CLI_ARGS=-no-color",
		"TF_INPUT=0",
		"TF_IN_AUTOMATION=1", // do not suggest the next command
	}

	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			variables = append(variables, name+"="+value)
		}
	}

	return variables
}
