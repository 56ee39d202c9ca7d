// Command bench measures what the provider costs beside the CLI: it takes many
// objects through the real CLI from validate to destroy, against a mock of the
// service, and the same number of two other kinds beside them. terraform_data
// is built into the CLI and has no provider to start; the floor is the smallest
// provider on the same framework that sends the same request (package floor).
//
// `make bench` runs it, and BENCHMARKS.md says what came of it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit code.
func run(args []string, out, progress io.Writer) int {
	// Without SIGPIPE, which connections raise too: a provider's that has ended,
	// or one of the service's.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()

	chosen, err := parseFlags(args, progress)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}

	if err == nil {
		err = bench(ctx, chosen, out, progress)
	}

	if err != nil {
		_, _ = fmt.Fprintf(progress, "The bench FAILED: %v\n", err)

		return 1
	}

	return 0
}

// bench measures and reports.
func bench(ctx context.Context, chosen settings, out, progress io.Writer) error {
	return cli.OnStage(ctx, progress, "bench", func(stage cli.Stage) error {
		b := runner{settings: chosen, cli: stage.CLI, root: stage.Root, dir: stage.Dir, progress: progress}
		if err := b.build(ctx); err != nil {
			return err
		}

		measured, err := b.measure(ctx)
		if err != nil {
			return err
		}

		if chosen.json {
			return measured.writeJSON(out)
		}

		return measured.writeText(out)
	})
}
