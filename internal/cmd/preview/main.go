// Command preview shows what the themes of a configuration look like before they
// ship: it applies a folder of configuration to a fresh mock of the service,
// which accepts every id, and serves the pages of internal/preview.
//
//	preview [-var NAME=VALUE] [-var-file FILE] [-screenshot FOLDER [-serve]] DIR
//
// The folder is not changed, and no request reaches the real service. What the
// configuration does beside the provider, in a provisioner or a data source, is
// done. `make preview DIR=path` runs it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

func main() {
	ctx, stop := untilStopped()
	code := run(ctx, os.Args[1:], readOutput{os.Stdout, stop}, os.Stderr)

	stop()
	os.Exit(code)
}

// untilStopped returns a context that ends when somebody stops the program. A
// browser that hangs up raises SIGPIPE and is not somebody.
func untilStopped() (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)

	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// readOutput is output of which the end of the reader stops the program:
// `make preview | head` ends by way of the cleaning up.
type readOutput struct {
	io.Writer

	stop func()
}

func (o readOutput) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.stop()
	}

	return n, err
}

// run returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	settings, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}

	if err != nil {
		_, _ = fmt.Fprintf(stderr, "preview: %v\n", err)

		return exitUsage
	}

	if err := show(ctx, settings, stdout); err != nil {
		// Some end with what a program printed, and so with the end of a line.
		_, _ = fmt.Fprintf(stderr, "preview: %s\n", strings.TrimSpace(err.Error()))

		return exitFailure
	}

	return exitOK
}

// settings is what the flags say.
type settings struct {
	// dir is the folder of configuration.
	dir string
	// variables are the CLI's own flags for input variables.
	variables []string
	// screenshots is the folder for pictures, empty for none.
	screenshots string
	// serve says whether to serve the pages until ctx ends.
	serve bool
}

// parseFlags reads the flags. Where help is asked for it prints it and returns
// flag.ErrHelp.
func parseFlags(args []string, stderr io.Writer) (settings, error) {
	var parsed settings

	flags := flag.NewFlagSet("preview", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // or it would print errors that run prints too
	flags.Func("var", "input variable `NAME=VALUE`; may be given several times", parsed.passOn("-var"))
	flags.Func("var-file", "`file` with input variables, by a path from DIR; may be given several times", parsed.passOn("-var-file"))
	flags.StringVar(&parsed.screenshots, "screenshot", "", "write PNGs of the pages to this `folder`, and end unless -serve is given, too")
	flags.BoolVar(&parsed.serve, "serve", false, "serve the pages until interrupted (default without -screenshot)")

	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}

		return settings{}, fmt.Errorf("read flags: %w", err)
	}

	if flags.NArg() != 1 {
		return settings{}, errors.New("give one folder of configuration: make preview DIR=path, or preview [flags] DIR")
	}

	parsed.dir = flags.Arg(0)
	parsed.serve = parsed.serve || parsed.screenshots == ""

	return parsed, nil
}

// passOn keeps a flag for the CLI.
func (s *settings) passOn(name string) func(string) error {
	return func(value string) error {
		s.variables = append(s.variables, name+"="+value)

		return nil
	}
}
