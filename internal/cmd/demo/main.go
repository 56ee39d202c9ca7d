// Command demo shows the provider at work: it builds the provider and the mock
// of the service, and takes examples/quickstart through the real CLI from init
// to destroy. It stops at the first step that is not as expected, and leaves
// nothing behind.
//
// `make demo` runs it.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func main() {
	os.Exit(run())
}

// run returns the exit code.
func run() int {
	// With SIGPIPE, too, `make demo | head` ends by way of the cleaning up.
	ctx, stop := signal.NotifyContext(context.Background(),
		os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()

	if err := demonstrate(ctx, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "\nThe demo FAILED: %v\n", err)

		return 1
	}

	fmt.Println("\nEverything was as expected. The mock has stopped and the temporary folder is gone.")

	return 0
}

// demonstrate runs the whole demo and cleans up after it.
func demonstrate(ctx context.Context, out io.Writer) error {
	return cli.OnStage(ctx, out, "demo", func(stage cli.Stage) error {
		d := demo{out: out, cli: stage.CLI, root: stage.Root, dir: stage.Dir}

		return d.run(ctx)
	})
}

// run builds everything and goes through the demo.
func (d demo) run(ctx context.Context) error {
	d.print("This demo uses %s and the temporary folder %s.\n", d.cli, d.dir)

	if err := d.build(ctx); err != nil {
		return err
	}

	afterBuild := time.Now()

	if err := d.playWithMock(ctx); err != nil {
		return err
	}

	d.print("\nThat took %.0f s after the build.\n", time.Since(afterBuild).Seconds())

	return nil
}
