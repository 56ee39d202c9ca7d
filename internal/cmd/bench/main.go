//go:build unix

// Command bench measures the provider: it creates, plans, updates and destroys
// many themes with the real CLI and a mock server, and compares each step with
// a minimal provider (package baseline). It prints the table of BENCHMARKS.md.
//
// `make bench` runs it, in the root of the repository.
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
	"path/filepath"
	"runtime"
	"syscall"
	"text/tabwriter"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := runOrMeter(ctx)

	stop()

	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func runOrMeter(ctx context.Context) error {
	if filepath.Base(os.Args[0]) == meterName {
		return meter(ctx)
	}

	objects := flag.Int("n", 200, "`number` of themes to create, update and destroy")

	flag.Parse()

	return run(ctx, *objects, os.Stdout)
}

// bench is one run of the program.
type bench struct {
	cli     cli.CLI
	dir     string             // a temporary folder
	mock    *mockserver.Server // in this process, which is not measured
	address string
}

// run measures all steps and prints the table.
func run(ctx context.Context, objects int, out io.Writer) (err error) {
	b := bench{mock: mockserver.New(mockserver.Options{})}
	for id := range int64(objects) {
		b.mock.AddAppearance(id+1, nil)
	}

	service := httptest.NewServer(b.mock)
	defer service.Close()

	b.address = service.URL

	if b.cli, err = cli.Find(ctx, os.Stderr); err != nil {
		return err
	}

	if b.dir, err = os.MkdirTemp("", "chatview-bench-"); err != nil {
		return err
	}

	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()

	if err := b.build(ctx); err != nil {
		return err
	}

	all := steps(objects)
	if err := b.measureAll(ctx, all); err != nil {
		return err
	}

	_, _ = fmt.Fprintf(out, "%s %s on %s/%s, %d processors, %s:\n\n",
		b.cli.Product, b.cli.Version, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())

	return table(out, all)
}

// measureAll runs each step with both programs, one after the other, so a
// change in the machine's load affects both.
func (b bench) measureAll(ctx context.Context, steps []step) (err error) {
	for i := range steps {
		s := &steps[i]
		fmt.Fprintf(os.Stderr, "%s, %d objects …\n", s.name, s.objects)

		for program, used := range map[string]*usage{providerName: &s.provider, baselineName: &s.baseline} {
			if *used, err = b.measure(ctx, program, s); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}

	return nil
}

// table prints measured steps in Markdown.
func table(out io.Writer, steps []step) error {
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	_, _ = fmt.Fprint(w, "| \t| themes\t| CPU s\t| of baseline\t| peak MB\t|\n|---\t|--:\t|--:\t|--:\t|--:\t|\n")

	for _, s := range steps {
		used := s.provider.processor.Seconds()
		_, _ = fmt.Fprintf(w, "| %s\t| %d\t| %.2f\t| %.2f\t| %.0f\t|\n",
			s.name, s.objects, used, used/s.baseline.processor.Seconds(), float64(s.provider.peakBytes)/1e6)
	}

	return w.Flush()
}
