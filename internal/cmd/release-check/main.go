// Command release-check builds a release of what stands in this repository,
// twice and unsigned, and checks it as the registries and a user would: the
// names, the checksums and the archives, that both builds are the same bits, and
// that a real init installs the provider from the archives and an apply works.
// It stops at the first thing that is not as expected, and leaves nothing behind.
//
// `make release-check` runs it for the platform that it runs on, and
// `make release-check ALL=1` for every platform of .goreleaser.yml.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func main() {
	all := flag.Bool("all", false, "build for every platform, and not only for the one that this runs on")
	flag.Parse()

	os.Exit(run(*all))
}

// run returns the exit code.
func run(all bool) int {
	ctx, stop := signal.NotifyContext(context.Background(),
		os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()

	if err := checkRelease(ctx, os.Stdout, all); err != nil {
		fmt.Fprintf(os.Stderr, "\nThe release check FAILED: %v\n", err)

		return 1
	}

	fmt.Println("\nEverything was as expected. The temporary folder is gone.")

	return 0
}

// releaseCheck is a run of the check.
type releaseCheck struct {
	out io.Writer
	cli cli.CLI
	// dir is the folder for everything made here.
	dir string
}

// checkRelease runs the whole check and cleans up after it.
func checkRelease(ctx context.Context, out io.Writer, all bool) error {
	return cli.OnStage(ctx, out, "release-check", func(stage cli.Stage) error {
		c := releaseCheck{out: out, cli: stage.CLI, dir: stage.Dir}

		return c.check(ctx, stage.Root, all)
	})
}

// check builds the release of the repository at root, and checks it.
func (c releaseCheck) check(ctx context.Context, root string, all bool) error {
	start := time.Now()

	c.print("This check uses %s and the temporary folder %s.\n", c.cli, c.dir)

	release, err := c.buildTwice(ctx, root, all)
	if err != nil {
		return err
	}

	if err := c.inspect(release); err != nil {
		return err
	}

	if err := c.install(ctx, release, filepath.Join(root, "examples", "quickstart")); err != nil {
		return err
	}

	c.print("\nThat took %.0f s.\n", time.Since(start).Seconds())

	return nil
}

// print writes to the check's output. Where nobody reads it any more a signal
// says so, and ends the check.
func (c releaseCheck) print(format string, values ...any) {
	_, _ = fmt.Fprintf(c.out, format, values...)
}

// heading announces a step.
func (c releaseCheck) heading(title string) {
	c.print("\n=== %s\n\n", title)
}

// checked tells what was found to be as expected.
func (c releaseCheck) checked(format string, values ...any) {
	c.print("[checked] "+format+"\n", values...)
}
