// Command meter stands where the CLI looks for a provider, runs the real one in
// its place, and notes what that took. The CLI can not be asked: it is the
// provider's parent, and tells nobody.
//
// It is a program of its own, and a small one: Linux counts the memory of the
// process that starts another as if it were the other's, up to then.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
)

// The environment variables that the bench sets for the CLI, which hands them
// on: the program to run, and the file to note its usage in.
const (
	providerVariable = "BENCH_PROVIDER"
	usageVariable    = "BENCH_USAGE_FILE"
)

// usage is a line of the file, as package main of the bench reads it.
type usage struct {
	ProcessorNanoseconds int64
	PeakBytes            int64
}

func main() {
	code, err := run()
	if err != nil {
		fmt.Fprintf(os.Stderr, "meter: %v\n", err)
	}

	os.Exit(code)
}

// run runs the provider and returns its exit code.
func run() (int, error) {
	// The provider ends when the CLI tells it to, and not by a signal.
	signal.Ignore(os.Interrupt)

	provider := exec.Command(os.Getenv(providerVariable), os.Args[1:]...) //nolint:gosec,noctx // the bench says what to run, and the CLI when it ends
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr

	err := provider.Run()

	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return 1, err
	}

	return provider.ProcessState.ExitCode(), note(os.Getenv(usageVariable), usage{
		ProcessorNanoseconds: (provider.ProcessState.UserTime() + provider.ProcessState.SystemTime()).Nanoseconds(),
		PeakBytes:            peakBytes(provider.ProcessState),
	})
}

// note appends a line to the file, in one write: providers may end together.
func note(file string, used usage) error {
	line, err := json.Marshal(used)
	if err != nil {
		return err
	}

	//nolint:gosec // the bench says where
	opened, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}

	_, err = opened.Write(append(line, '\n'))

	return errors.Join(err, opened.Close())
}
