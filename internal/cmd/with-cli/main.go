// Command with-cli finds or builds a Terraform or OpenTofu CLI, and runs a
// command in an environment that points to it:
//
//	with-cli go test ./...
//	with-cli sh -c '"$CLI" fmt -check -recursive examples'
//	with-cli -opentofu go test ./internal/acceptance
//
// The variable CLI holds the CLI's path, and the TF_ACC_ variables point
// terraform-plugin-testing to it. With -opentofu the CLI is OpenTofu. Without a
// CLI the command does not run.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "with-cli: %v\n", err)
		os.Exit(1)
	}
}

// run execs the command; it returns only on error.
func run(args []string, progress io.Writer) error {
	find := cli.Find
	if len(args) > 0 && args[0] == "-opentofu" {
		find, args = cli.FindOpenTofu, args[1:]
	}

	if len(args) == 0 {
		return errors.New("no command given; usage: with-cli [-opentofu] COMMAND [ARGUMENTS]")
	}

	// Ctrl-C must stop the build of a CLI, which takes minutes.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()

	command := exec.CommandContext(ctx, args[0])
	if command.Err != nil {
		return command.Err
	}

	found, err := find(ctx, progress)
	if err != nil {
		return err
	}

	_, _ = fmt.Fprintf(progress, "Using %s.\n", found)

	// No test may reach a real service.
	command.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "CHATVIEW_") })
	for name, value := range found.TestEnvironment() {
		command.Env = append(command.Env, name+"="+value)
	}

	// With exec, the command gets every signal, and its exit code is this
	// program's.
	if err := syscall.Exec(command.Path, args, command.Environ()); err != nil {
		return fmt.Errorf("run %s: %w", command.Path, err)
	}

	return nil
}
