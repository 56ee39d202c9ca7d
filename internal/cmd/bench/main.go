// Command bench measures what the provider costs: it creates, plans, updates
// and destroys many objects with the real CLI and the mock server. Next to the
// provider it measures two baselines, plain providers on the same framework
// (package baseline): one with the same schema, and one with three attributes.
//
// `make bench` runs it. BENCHMARKS.md has results.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// allKinds are the kinds of objects. Each is a file in configurations.
const allKinds = "appearance,minimal,source"

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit code.
func run(args []string, out, progress io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(progress)
	objects := flags.Int("n", 1000, "`number` of objects of each kind")
	kinds := flags.String("kinds", allKinds, "`kinds` of objects to measure")

	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2 // flags has printed the error
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	if err := measureKinds(ctx, *objects, strings.Split(*kinds, ","), out, progress); err != nil {
		_, _ = fmt.Fprintln(progress, "bench:", err)

		return 1
	}

	return 0
}

// measureKinds measures and reports.
func measureKinds(ctx context.Context, objects int, kinds []string, out, progress io.Writer) error {
	if objects < 1 {
		return errors.New("-n must be at least 1")
	}

	for _, kind := range kinds {
		if !slices.Contains(strings.Split(allKinds, ","), kind) {
			return fmt.Errorf("-kinds: %q is not one of %s", kind, allKinds)
		}
	}

	return cli.OnStage(ctx, progress, "bench", func(stage cli.Stage) error {
		mock, err := newMock(objects)
		if err != nil {
			return err
		}

		server := httptest.NewServer(mock)
		defer server.Close()

		b := bench{Stage: stage, objects: objects, mock: mock, address: server.URL, progress: progress}

		if err := b.build(ctx); err != nil {
			return err
		}

		schemas, err := b.schemas(ctx)
		if err != nil {
			return err
		}

		var results []result

		for _, kind := range kinds {
			measured, err := b.measureKind(ctx, kind, schemas)
			if err != nil {
				return err
			}

			results = append(results, measured...)
		}

		return report(out, fmt.Sprintf("%s %s", stage.CLI.Product, stage.CLI.Version), objects, results)
	})
}
