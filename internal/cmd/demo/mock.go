package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// announcement is what the mock's first line begins with; its address follows.
const announcement = "chatview-mock: listening on "

// startLimit is more than the mock takes to listen.
const startLimit = 10 * time.Second

// mock is a running mock of the service.
type mock struct {
	address string

	command   *exec.Cmd
	interrupt context.CancelFunc
	exited    chan struct{}
	stdout    *transcript
	stderr    *bytes.Buffer
}

// startMock starts the mock and waits until it listens.
func startMock(ctx context.Context, program string, args ...string) (*mock, error) {
	// The end of ctx ends the CLI, which may need the service until it has
	// stopped. So the mock goes on until its own stop.
	running, interrupt := context.WithCancel(context.WithoutCancel(ctx))

	m := &mock{
		command:   cli.Command(running, program, args...),
		interrupt: interrupt,
		exited:    make(chan struct{}),
		stdout:    &transcript{firstLine: make(chan string, 1)},
		stderr:    &bytes.Buffer{},
	}
	m.command.Stdout, m.command.Stderr = m.stdout, m.stderr

	if err := m.command.Start(); err != nil {
		interrupt()

		return nil, fmt.Errorf("start the mock: %w", err)
	}

	go func() {
		defer close(m.exited)

		_ = m.command.Wait() // stop reads the outcome from ProcessState
	}()

	if err := m.awaitAddress(ctx); err != nil {
		return nil, errors.Join(err, m.stop())
	}

	return m, nil
}

// awaitAddress waits for the mock's first line and takes the address from it.
func (m *mock) awaitAddress(ctx context.Context) error {
	select {
	case line := <-m.stdout.firstLine:
		address, found := strings.CutPrefix(line, announcement)
		if !found {
			return fmt.Errorf("the mock's first line is %q, want %q and an address", line, announcement)
		}

		m.address = address

		return nil
	case <-m.exited:
		return errors.New("the mock exited before it listened")
	case <-time.After(startLimit):
		return fmt.Errorf("the mock did not listen within %s", startLimit)
	case <-ctx.Done():
		return fmt.Errorf("wait for the mock: %w", context.Cause(ctx))
	}
}

// stop interrupts the mock and waits for its end. It may be called again.
func (m *mock) stop() error {
	m.interrupt()
	<-m.exited

	if !m.command.ProcessState.Success() {
		return fmt.Errorf("the mock ended with %s: %s", m.command.ProcessState, strings.TrimSpace(m.stderr.String()))
	}

	return nil
}

// requests returns the lines that the mock printed for requests. Only after
// stop is it sure that these are all.
func (m *mock) requests() []string {
	return strings.Split(strings.TrimSpace(m.stdout.String()), "\n")[1:]
}

// transcript keeps what is written to it, and hands on the first line.
type transcript struct {
	firstLine chan string // has room for the line

	mu   sync.Mutex
	text strings.Builder
	sent bool
}

// Write keeps p.
func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()

	t.text.Write(p)

	if line, _, complete := strings.Cut(t.text.String(), "\n"); complete && !t.sent {
		t.firstLine <- line
		t.sent = true
	}

	return len(p), nil
}

// String returns what was written so far.
func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()

	return t.text.String()
}
