// Command bench measures the provider: it creates, plans, updates and destroys
// many objects with the real CLI and the mock server. For comparison, it measures
// two minimal providers on the same framework (package baseline): one with the same
// schema, and one with three attributes.
//
// `make bench` runs it. BENCHMARKS.md has results.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// allKinds are the kinds of objects. Each is a file in configurations.
const allKinds = "appearance,minimal,source"

const apiKey = "key-of-the-bench"

// bench is one run of the program.
type bench struct {
	cli.Sandbox

	objects  int // of each kind
	kinds    []string
	progress io.Writer
	mock     *mockserver.Server // in this process, which is not measured
	address  string
}

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

	b, err := newBench(*objects, *kinds, progress)
	if err == nil {
		err = b.runAndReport(out)
	}

	if err != nil {
		_, _ = fmt.Fprintln(progress, "bench:", err)

		return 1
	}

	return 0
}

// newBench returns a bench whose mock server has an appearance and a source for
// every id.
func newBench(objects int, kinds string, progress io.Writer) (bench, error) {
	b := bench{objects: objects, kinds: strings.Split(kinds, ","), progress: progress}
	if objects < 1 {
		return b, errors.New("-n must be at least 1")
	}

	for _, kind := range b.kinds {
		if !slices.Contains(strings.Split(allKinds, ","), kind) {
			return b, fmt.Errorf("-kinds: %q is not one of %s", kind, allKinds)
		}
	}

	var err error
	if b.mock, err = mockserver.New(mockserver.Options{APIKey: apiKey}); err != nil {
		return b, err
	}

	for id := range int64(objects) {
		b.mock.AddAppearance(id+1, nil)
		b.mock.AddSource(id+1, "postgres", nil)
	}

	return b, nil
}

// runAndReport measures all kinds.
func (b bench) runAndReport(out io.Writer) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()

	service, err := loopback.Serve("127.0.0.1:0", b.mock)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, service.Close()) }()

	b.address = service.URL
	if b.Sandbox, err = cli.NewSandbox(ctx, b.progress, "bench"); err != nil {
		return err
	}

	defer func() { err = errors.Join(err, b.Close()) }()

	if err := b.build(ctx); err != nil {
		return err
	}

	schemas, err := b.schemas(ctx)
	if err != nil {
		return err
	}

	var results []result

	for _, kind := range b.kinds {
		measured, err := b.measureKind(ctx, kind, schemas)
		if err != nil {
			return err
		}

		results = append(results, measured...)
	}

	return report(out, fmt.Sprintf("%s %s", b.CLI.Product, b.CLI.Version), b.objects, results)
}
