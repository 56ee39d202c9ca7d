package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
)

// Start starts a program and waits until it prints a line that matches pattern.
// It returns the first submatch, and stop, which interrupts the program and
// waits until it has ended. A nil environment is this program's.
func Start(ctx context.Context, pattern *regexp.Regexp, environment []string, name string, args ...string) (match string, stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)

	var stderr bytes.Buffer

	command := Command(ctx, name, args...)
	command.Env, command.Stderr = environment, &stderr

	stdout, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}

	if err != nil {
		cancel()

		return "", nil, err
	}

	stop = func() {
		cancel()

		_ = command.Wait() // it was interrupted, so this is an error
	}

	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if found := pattern.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, stdout) }() // a full pipe would block the program

			return found[1], stop, nil
		}
	}

	stop()

	return "", nil, fmt.Errorf("%s has ended too early, with the standard error %q", name, &stderr)
}
