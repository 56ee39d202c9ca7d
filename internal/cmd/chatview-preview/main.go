// Command chatview-preview shows what the themes of a configuration look like,
// and whether they can be read, before they are applied:
//
//	chatview-preview [flags] DIR
//
// It plans and applies a copy of the folder DIR against a mock server that
// accepts every id, and serves the pages of internal/preview. No request reaches
// the real service, and nothing is applied if a resource of another provider would
// change.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// The exit statuses. An invalid flag is a failure too, so 2 has a single meaning.
const (
	exitOK       = 0
	exitFailure  = 1
	exitProblems = 2
)

func main() {
	ctx, stop := untilStopped()
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)

	stop()
	os.Exit(code)
}

// untilStopped returns a context that ends when the program is stopped. It ignores
// SIGPIPE, which a browser raises by closing a connection; writing to a closed
// output still fails.
func untilStopped() (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)

	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// errProblems reports that a theme has problems and that -fail-under is set.
var errProblems = errors.New("there are themes with problems")

// run returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	settings, err := parseFlags(args, stderr)
	if err == nil {
		err = preview(ctx, settings, stdout, stderr)
	}

	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, errProblems):
		return exitProblems
	default:
		_, _ = fmt.Fprintf(stderr, "chatview-preview: %s\n", strings.TrimSpace(err.Error()))

		return exitFailure
	}
}

// settings are the values of the flags.
type settings struct {
	// dir is the folder of configuration.
	dir string
	// variables are flags of the CLI for input variables.
	variables []string
	// provider is the path of a provider binary, empty to install it with init.
	provider string
	// pictures is a folder and markdown a file, empty for none.
	pictures, markdown string
	json               bool
	// failUnder is the required level, empty for none.
	failUnder string
	// serve reports whether to serve the pages until ctx ends.
	serve bool
}

const levelAA = "AA"

// parseFlags prints the usage and returns flag.ErrHelp for -help.
func parseFlags(args []string, stderr io.Writer) (settings, error) {
	var parsed settings

	flags := newFlagSet(&parsed)

	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}

		return settings{}, fmt.Errorf("read flags: %w; see chatview-preview -help", err)
	}

	if flags.NArg() != 1 {
		return settings{}, errors.New("name one folder of configuration, after the flags: chatview-preview [flags] DIR")
	}

	if parsed.failUnder != "" && parsed.failUnder != levelAA {
		return settings{}, fmt.Errorf("-fail-under %s: the only level is %s", parsed.failUnder, levelAA)
	}

	parsed.dir = flags.Arg(0)
	parsed.serve = parsed.serve || parsed.pictures == "" && parsed.markdown == "" && !parsed.json && parsed.failUnder == ""

	return parsed, nil
}

// newFlagSet returns the flags, which set the fields of parsed.
func newFlagSet(parsed *settings) *flag.FlagSet {
	flags := flag.NewFlagSet("chatview-preview", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints errors
	flags.Func("var", "set an input variable: `NAME=VALUE`; can be repeated", func(value string) error {
		parsed.variables = append(parsed.variables, "-var="+value)

		return nil
	})
	flags.Func("var-file", "set input variables from a `file`; can be repeated", func(path string) error {
		path, err := filepath.Abs(path) // the CLI runs in another folder
		parsed.variables = append(parsed.variables, "-var-file="+path)

		return err
	})
	flags.StringVar(&parsed.provider, "provider", "", "use this provider binary instead of installing the provider (`file`)")
	flags.StringVar(&parsed.pictures, "screenshot", "", "write a PNG of each theme, and one of all, to this `folder`; needs Chromium or Chrome")
	flags.StringVar(&parsed.markdown, "markdown", "", "write a table for the comment of a pull request to this `file`")
	flags.BoolVar(&parsed.json, "json", false, "print the result as JSON")
	flags.StringVar(&parsed.failUnder, "fail-under", "", "exit with status 2 if a theme has problems by this WCAG `level`: AA")
	flags.BoolVar(&parsed.serve, "serve", false, "serve the pages until interrupted (default without -screenshot, -markdown, -json and -fail-under)")

	flags.Usage = func() {
		_, _ = fmt.Fprintln(flags.Output(), "Usage: chatview-preview [flags] DIR\n\nShows the themes of the configuration in DIR without applying them.\n\nFlags:")
		flags.PrintDefaults()
	}

	return flags
}
