// Command with-cli runs a command with the environment that makes it use the
// Terraform or OpenTofu CLI found, or built, for this repository:
//
//	with-cli go test ./...
//	with-cli sh -c '"$CLI" fmt -check -recursive examples'
//	with-cli -opentofu go test ./internal/acceptance
//
// CLI holds the program's path; the TF_ACC_ variables say the same to
// terraform-plugin-testing. Where there is no CLI the command does not run. With
// -opentofu it is an OpenTofu in any case.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
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

// run becomes the command, and so returns only where something stands against
// that.
func run(args []string, progress io.Writer) error {
	find := cli.Find
	if len(args) > 0 && args[0] == "-opentofu" {
		find, args = cli.FindOpenTofu, args[1:]
	}

	if len(args) == 0 {
		return errors.New("no command given; usage: with-cli [-opentofu] COMMAND [ARGUMENTS]")
	}

	program, err := exec.LookPath(args[0])
	if err != nil {
		return err
	}

	// Building a CLI takes minutes, in which Ctrl-C has to work.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	found, err := find(ctx, progress)
	if err != nil {
		return err
	}

	_, _ = fmt.Fprintf(progress, "Using %s.\n", found)

	if err := prepareEnvironment(found); err != nil {
		return err
	}

	// Becoming the command, rather than starting it, hands it every signal, and
	// its exit code is this program's.
	//nolint:gosec // to run what it is told is what this program is for
	if err := syscall.Exec(program, args, os.Environ()); err != nil {
		return fmt.Errorf("run %s: %w", program, err)
	}

	return nil
}

// prepareEnvironment points the command at the CLI found, and takes away what
// points the provider at a service: no test is to reach a real one because its
// address and key are exported.
func prepareEnvironment(found cli.CLI) error {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "CHATVIEW_") {
			continue
		}

		if err := os.Unsetenv(name); err != nil {
			return fmt.Errorf("unset %s: %w", name, err)
		}
	}

	for name, value := range found.TestEnvironment() {
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("set %s: %w", name, err)
		}
	}

	return nil
}
