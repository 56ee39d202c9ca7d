//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

const (
	meteredVariable = "BENCH_PROVIDER" // the program that meter runs
	usageFile       = "usage"          // in the working folder
)

// step is a command that is measured with the provider and with the baseline.
type step struct {
	name      string
	objects   int
	arguments []string
	// requests is the number of requests that the command sends.
	requests int

	provider, baseline usage
}

// usage is what a provider used in a step.
type usage struct {
	processor time.Duration
	peakBytes int64 // of the largest process
}

// steps returns the steps in order. Those with the same number of objects share
// a state.
func steps(n int) []step {
	return []step{
		{name: "create", objects: n, arguments: []string{"apply", "-auto-approve"}, requests: n},
		// Exits with 2 if there are changes.
		{name: "plan without changes", objects: n, arguments: []string{"plan", "-detailed-exitcode"}},
		{name: "update", objects: n, arguments: []string{"apply", "-auto-approve", "-var=changed=true"}, requests: n},
		{name: "destroy", objects: n, arguments: []string{"destroy", "-auto-approve"}},
		{name: "plan new themes", objects: 500, arguments: []string{"plan"}},
		{name: "plan new themes", objects: 5000, arguments: []string{"plan"}},
	}
}

// measure runs a step with a program as the provider. It fails if the CLI fails
// or sends an unexpected number of requests.
func (b bench) measure(ctx context.Context, program string, s *step) (usage, error) {
	workspace, err := b.workspace(program, s)
	if err != nil {
		return usage{}, err
	}

	if err := os.Remove(filepath.Join(workspace.Dir, usageFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usage{}, err
	}

	b.mock.ClearRequests()

	result, err := workspace.Run(ctx, s.arguments...)
	if err != nil {
		return usage{}, err
	}

	if sent := len(b.mock.Requests()); result.ExitCode != 0 || sent != s.requests {
		return usage{}, fmt.Errorf("exit code %d and %d requests, want %d:\n%s", result.ExitCode, sent, s.requests, result.Output)
	}

	return readUsage(workspace.Dir)
}

// readUsage sums the lines that meter recorded in a folder, one per process.
func readUsage(dir string) (usage, error) {
	lines, err := fs.ReadFile(os.DirFS(dir), usageFile)
	if err != nil {
		return usage{}, err
	}

	var total usage

	for reader := bytes.NewReader(lines); reader.Len() > 0; {
		var one usage
		if _, err := fmt.Fscanln(reader, &one.processor, &one.peakBytes); err != nil {
			return usage{}, fmt.Errorf("read the usage of the provider: %w", err)
		}

		total.processor += one.processor
		total.peakBytes = max(total.peakBytes, one.peakBytes)
	}

	return total, nil
}

// meter runs a provider in place of this program, and records what it used. The
// CLI, which starts the provider, does not report it.
func meter(ctx context.Context) error {
	provider := exec.CommandContext(ctx, os.Getenv(meteredVariable))
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr

	err := provider.Run()
	if provider.ProcessState != nil {
		err = errors.Join(err, record(provider.ProcessState))
	}

	return err
}

// record appends a line with the processor time in nanoseconds and the peak
// memory in bytes. It is a single write, because providers may end at the same
// time.
func record(state *os.ProcessState) error {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("the system reports no usage")
	}

	peak := used.Maxrss
	if runtime.GOOS != "darwin" {
		peak *= 1024 // Darwin counts bytes, the others kibibytes
	}

	file, err := os.OpenFile(usageFile, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}

	_, err = fmt.Fprintln(file, (state.UserTime() + state.SystemTime()).Nanoseconds(), peak)

	return errors.Join(err, file.Close())
}
