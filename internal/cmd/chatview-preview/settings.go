package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/chatview/terraform-provider-chatview/internal/flags"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// settings are the values of the flags.
type settings struct {
	// plan is the name of the input, "-" for standard input.
	plan string
	// address is where the pages are served.
	address string
	// html and screenshot are folders, markdown and json files or "-". They are
	// empty for none.
	html, screenshot, markdown, json string
	// failUnder is the name of a level, empty for none.
	failUnder string
	// allowUnjudged accepts themes without a complete verdict, and all shows the
	// themes that the plan leaves as they are.
	allowUnjudged, all bool
}

var levels = map[string]palette.Level{"": palette.AA, "AA": palette.AA, "AAA": palette.AAA}

// level is what the colors are held against.
func (s settings) level() palette.Level { return levels[s.failUnder] }

// levelName names the level.
func (s settings) levelName() string {
	if s.failUnder == "" {
		return "AA"
	}

	return s.failUnder
}

// serves reports whether to serve the pages: if nothing else is asked for.
func (s settings) serves() bool {
	return s.html == "" && s.screenshot == "" && s.markdown == "" && s.json == "" && s.failUnder == ""
}

const (
	defaultAddress = "127.0.0.1:8081"

	usage = `Usage: chatview-preview [flags] PLAN.json

Shows the themes of a Terraform or OpenTofu plan, before and after, with the
contrast of their colors. PLAN.json is the output of "terraform show -json PLAN",
or "-" for standard input. Nothing is run, applied or changed.

Without -html, -screenshot, -markdown, -json and -fail-under, it prints a summary
and serves the pages until interrupted. The pages follow changes of the file.

Examples:

  terraform plan -out=plan.tfplan
  terraform show -json plan.tfplan | chatview-preview -

  terraform show -json plan.tfplan |
    chatview-preview -fail-under AA -markdown themes.md -html themes -`

	more = `Exit status: 0 on success, 1 if the program fails, 2 if -fail-under does not accept
a theme. The JSON of a plan holds passwords in clear: prefer a pipe to a file.

Guide: https://registry.terraform.io/providers/chatview/chatview/latest/docs/guides/review-themes`
)

// parseFlags prints the help on stdout and returns flag.ErrHelp for -help.
func parseFlags(args []string, stdout io.Writer) (settings, error) {
	var parsed settings

	set := flag.NewFlagSet("chatview-preview", flag.ContinueOnError)
	set.StringVar(&parsed.address, "address", defaultAddress, "loopback `host:port` to serve the pages at; port 0 picks one")
	set.StringVar(&parsed.html, "html", "", "write self-contained pages to this `folder`")
	set.StringVar(&parsed.screenshot, "screenshot", "", "write pictures to this `folder`; needs Chromium or Chrome")
	set.StringVar(&parsed.markdown, "markdown", "", "write a table for a pull request to this `file`, or - for standard output")
	set.StringVar(&parsed.json, "json", "", "write the result as JSON to this `file`, or - for standard output")
	set.Func("fail-under", "exit with 2 if a theme that the plan applies has problems by this WCAG 2.2 `level`, AA or AAA, or is unjudged", func(level string) error {
		parsed.failUnder = level
		if _, isLevel := levels[level]; !isLevel {
			return errors.New("want AA or AAA")
		}

		return nil
	})
	set.BoolVar(&parsed.allowUnjudged, "allow-unjudged", false, "let -fail-under accept themes whose colors the plan does not show")
	set.BoolVar(&parsed.all, "all", false, "show and judge also the themes that the plan does not apply")

	program := flags.Program{Version: version, Usage: usage, More: more, Files: 1}
	if err := program.Parse(set, args, stdout); err != nil {
		return settings{}, err
	}

	parsed.plan = set.Arg(0)

	return parsed, parsed.check()
}

// check refuses flags that contradict each other.
func (s settings) check() error {
	switch {
	case s.markdown == "-" && s.json == "-":
		return errors.New("-markdown - and -json - cannot both write to standard output")
	case !s.serves() && s.address != defaultAddress:
		return fmt.Errorf("-address %s: the pages are not served with -html, -screenshot, -markdown, -json or -fail-under", s.address)
	default:
		return nil
	}
}
