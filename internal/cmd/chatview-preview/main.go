// Command chatview-preview shows what the themes of a plan look like, and whether they
// can be read: usage.txt is its help. It reads the JSON of the plan and nothing else: it
// runs no program and needs no network, state or credentials.
package main

import (
	"cmp"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/flags"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// version is set by the release build.
var version = "dev"

// The exit statuses. An invalid flag is a failure, so 2 has a single meaning.
const (
	exitOK       = 0
	exitFailure  = 1
	exitProblems = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// errProblems reports that -fail-under does not accept the themes.
var errProblems = errors.New("-fail-under")

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		// Go's own status for a panic is 2.
		if cause := recover(); cause != nil {
			_, _ = fmt.Fprintf(stderr, "chatview-preview: please report this error: %v\n%s", cause, debug.Stack())
			code = exitFailure
		}
	}()

	err := reviewPlans(args, stdin, stdout, stderr)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitOK
	}

	_, _ = fmt.Fprintf(stderr, "chatview-preview: %s\n", preview.Printable(err.Error()))
	if errors.Is(err, errProblems) {
		return exitProblems
	}

	return exitFailure
}

func reviewPlans(args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	options, err := parseFlags(args, stdout)
	if err != nil {
		return err
	}

	plans := make([]*plan, len(options.plans))
	for i, name := range options.plans {
		if plans[i], err = readPlan(name, stdin); err != nil {
			return err
		}

		if len(plans) > 1 {
			plans[i].name = name
		}
	}

	r := newReview(plans, options)

	return cmp.Or(r.write(stdout, stderr), r.gate())
}

// options are the values of the flags, empty if they are not set.
type options struct {
	plans                           []string
	html, markdown, json, failUnder string
	all, allowUnjudged, onlyNew     bool
}

var levels = map[string]palette.Level{palette.AA.Name: palette.AA, palette.AAA.Name: palette.AAA}

func (o options) level() palette.Level { return levels[cmp.Or(o.failUnder, palette.AA.Name)] }

// files are the names of the files to write, empty if they are not set.
func (o options) files() []string { return []string{o.html, o.json, o.markdown} }

//go:embed usage.txt
var usage string

// parseFlags prints the help on stdout and returns flag.ErrHelp for -help.
func parseFlags(args []string, stdout io.Writer) (options, error) {
	var o options

	set := flag.NewFlagSet("chatview-preview", flag.ContinueOnError)
	set.BoolVar(&o.all, "all", false, "show and check also the themes that the plan does not apply")
	set.BoolVar(&o.allowUnjudged, "allow-unjudged", false, "let -fail-under accept themes whose colors the plan does not show")
	set.StringVar(&o.failUnder, "fail-under", "",
		"exit with 2 if a theme that the plan applies has problems by this WCAG 2.2 `level`, AA or AAA, or is not fully checked")
	set.StringVar(&o.html, "html", "", "write the page, which needs no other file, to this `file`")
	set.StringVar(&o.json, "json", "", "write the result as JSON to this `file`")
	set.StringVar(&o.markdown, "markdown", "", "write a table for a pull request, on GitHub or GitLab, to this `file`")
	set.BoolVar(&o.onlyNew, "only-new", false, "let -fail-under accept problems of modes whose colors the plan does not change")

	if err := flags.Parse(set, args, true, version, usage, stdout); err != nil {
		return options{}, err
	}

	o.plans = set.Args()

	isFile := func(name string) bool { return name != "-" }
	switch _, isLevel := levels[o.failUnder]; {
	case o.failUnder != "" && !isLevel:
		return options{}, fmt.Errorf("-fail-under %s: want AA or AAA", o.failUnder)
	case o.failUnder == "" && (o.allowUnjudged || o.onlyNew):
		return options{}, errors.New("-allow-unjudged and -only-new: -fail-under is missing")
	case len(slices.DeleteFunc(o.files(), isFile)) > 1:
		return options{}, errors.New("only one of -html, -json and -markdown can write to standard output")
	case len(o.plans) > 1 && slices.Contains(o.plans, "-"):
		return options{}, errors.New("standard input has one plan: - is the only one, or none")
	default:
		return o, nil
	}
}
