package cli

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// interruptGrace is how long a program has for its own cleaning up before it is
// killed. Terraform may be waiting for a provider that waits for an answer.
const interruptGrace = 20 * time.Second

// Command is exec.CommandContext for a program that cleans up after itself: at
// the end of ctx it is interrupted, and killed only where that does not end it.
//
// It runs in a process group of its own, so that Ctrl-C reaches it once, from
// here. A second interrupt, straight from the terminal, makes Terraform stop at
// once and leave its provider running.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, args...) //nolint:gosec // what runs is for the caller to say
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	setProcessGroup(command)

	return command
}
