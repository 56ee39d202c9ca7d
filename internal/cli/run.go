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

// inherited names the variables that a CLI gets from this program. Everything
// else stays out: a TF_VAR_, TF_LOG, TF_CLI_ARGS or CHATVIEW_API_KEY that the
// user has exported would change what a run does or says.
var inherited = []string{"HOME", "PATH", "TMPDIR"}

// Workspace is a folder of configuration and what is needed to run it.
type Workspace struct {
	CLI CLI
	// Dir holds the configuration, and the state after a run.
	Dir string
	// ConfigFile is the CLI configuration file, as LayMirror makes it.
	ConfigFile string
	// Environment holds NAME=value for all runs, beside what every run has.
	Environment []string
}

// Result is what a run left behind.
type Result struct {
	// Output holds what was printed to standard output and standard error, in
	// the order in which a person would have seen it.
	Output   string
	ExitCode int
	// ProcessorTime is what the run took of the processors, in the CLI and in
	// the providers that it started and waited for.
	ProcessorTime time.Duration
}

// Run runs the CLI with the arguments and without input. An exit code other
// than 0 is no error here: plan -detailed-exitcode gives 2 for changes. An
// error is that there was no run, or that ctx ended it.
func (w Workspace) Run(ctx context.Context, args ...string) (Result, error) {
	command := Command(ctx, w.CLI.Path, args...)
	command.Dir = w.Dir
	command.Env = append(environment(w.ConfigFile), w.Environment...)

	output, err := command.CombinedOutput()
	result := Result{Output: string(output), ExitCode: command.ProcessState.ExitCode()}

	if state := command.ProcessState; state != nil {
		result.ProcessorTime = state.UserTime() + state.SystemTime()
	}

	if ctx.Err() != nil {
		return result, fmt.Errorf("%s %s was stopped: %w", w.CLI.Command(), strings.Join(args, " "), context.Cause(ctx))
	}

	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return result, fmt.Errorf("run %s: %w", w.CLI.Path, err)
	}

	return result, nil
}

// environment returns what every run has.
func environment(configFile string) []string {
	variables := []string{
		"TF_CLI_CONFIG_FILE=" + configFile,
		"CHECKPOINT_DISABLE=1", // no request for news of releases
		"TF_CLI_ARGS=-no-color",
		"TF_INPUT=0",
		"TF_IN_AUTOMATION=1", // no advice on which command to type next
	}

	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			variables = append(variables, name+"="+value)
		}
	}

	return variables
}
