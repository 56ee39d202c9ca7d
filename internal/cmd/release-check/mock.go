package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// announcement is what the mock's first line begins with; its address follows.
const announcement = "chatview-mock: listening on "

// startLimit is more than the mock takes to listen.
const startLimit = 10 * time.Second

// unpackMock takes the mock for this platform out of its archive and puts it
// into the folder.
func unpackMock(r release, folder string) (err error) {
	archive, err := r.files.Open(r.mockArchiveName(host))
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, archive.Close()) }()

	unzipped, err := gzip.NewReader(archive)
	if err != nil {
		return err
	}

	reader := tar.NewReader(unzipped)

	for {
		header, err := reader.Next()
		if err != nil {
			return fmt.Errorf("look for %s: %w", mockName, err)
		}

		if header.Name == mockName {
			break
		}
	}

	target, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, target.Close()) }()

	return writeFile(target, mockName, 0o700, reader)
}

// mock is a running mock of the service.
type mock struct {
	address string

	command   *exec.Cmd
	interrupt context.CancelFunc
	stderr    *strings.Builder
	lines     chan string // closed at the mock's end
}

// startMock starts the mock and waits until it listens.
func startMock(ctx context.Context, program string, args ...string) (*mock, error) {
	// The end of ctx ends the CLI, which may need the service until it has
	// stopped. So the mock goes on until its own stop.
	running, interrupt := context.WithCancel(context.WithoutCancel(ctx))

	m := &mock{
		command:   cli.Command(running, program, args...),
		interrupt: interrupt,
		stderr:    &strings.Builder{},
		lines:     make(chan string, 100), // more than the requests of this check
	}
	m.command.Stderr = m.stderr

	stdout, err := m.command.StdoutPipe()
	if err == nil {
		err = m.command.Start()
	}

	if err != nil {
		interrupt()

		return nil, fmt.Errorf("start the mock: %w", err)
	}

	go func() {
		defer close(m.lines)

		for scanner := bufio.NewScanner(stdout); scanner.Scan(); {
			m.lines <- scanner.Text()
		}
	}()

	if err := m.awaitAddress(ctx); err != nil {
		_, stopErr := m.stop()

		return nil, errors.Join(err, stopErr)
	}

	return m, nil
}

// awaitAddress waits for the mock's first line and takes the address from it.
func (m *mock) awaitAddress(ctx context.Context) error {
	select {
	case line := <-m.lines:
		address, found := strings.CutPrefix(line, announcement)
		if !found {
			return fmt.Errorf("the mock's first line is %q, want %q and an address", line, announcement)
		}

		m.address = address

		return nil
	case <-time.After(startLimit):
		return fmt.Errorf("the mock did not listen within %s", startLimit)
	case <-ctx.Done():
		return fmt.Errorf("wait for the mock: %w", context.Cause(ctx))
	}
}

// stop interrupts the mock, waits for its end, and returns the requests that it
// printed.
func (m *mock) stop() ([]string, error) {
	m.interrupt()

	var requests []string
	for line := range m.lines {
		requests = append(requests, line)
	}

	// An interrupted command's error is the context's, even where it ended well.
	_ = m.command.Wait()

	if !m.command.ProcessState.Success() {
		return nil, fmt.Errorf("the mock ended with %s: %s", m.command.ProcessState, strings.TrimSpace(m.stderr.String()))
	}

	return requests, nil
}
