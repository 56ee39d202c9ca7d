// Command chatview-preview shows what the themes of a plan look like, before and
// after it is applied, and whether they can be read:
//
//	terraform plan -out=plan.tfplan
//	terraform show -json plan.tfplan | chatview-preview -
//
// It reads the JSON of the plan and nothing else: it runs no program and needs no
// network, state or credentials.
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

// version is set by the release build.
var version = "dev"

// The exit statuses. An invalid flag is a failure too, so 2 has a single meaning.
const (
	exitOK       = 0
	exitFailure  = 1
	exitProblems = 2
)

func main() {
	// A browser raises SIGPIPE by closing a connection. Writing to a closed output
	// still fails.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// errProblems reports that -fail-under does not accept the themes.
var errProblems = errors.New("-fail-under")

// run returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := preview(ctx, args, stdin, stdout, stderr)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	_, _ = fmt.Fprintf(stderr, "chatview-preview: %s\n", strings.TrimSpace(err.Error()))
	if errors.Is(err, errProblems) {
		return exitProblems
	}
	return exitFailure
}

// preview reads the plan and writes what the flags ask for.
func preview(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	settings, err := parseFlags(args, stdout)
	if err != nil {
		return err
	}
	from := input{name: settings.plan, stdin: stdin}
	plan, err := from.read()
	if err != nil {
		return err
	}
	review := newReview(plan, settings)
	out := outputs{review: review, stdout: stdout, messages: stdout}
	if settings.markdown == "-" || settings.json == "-" {
		out.messages = stderr
	}
	if err := out.write(ctx); err != nil {
		return err
	}
	if settings.serves() {
		return serve(ctx, from, review, stdout)
	}
	return review.gate()
}
