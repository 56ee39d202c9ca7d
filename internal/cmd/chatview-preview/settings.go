package main

import (
	_ "embed"
	"errors"
	"flag"
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

// levels are the levels by their names, and without a name the default.
var levels = map[string]palette.Level{"": palette.AA, "AA": palette.AA, "AAA": palette.AAA}

const defaultAddress = "127.0.0.1:8081"

// serves reports whether to serve the pages: if nothing else is asked for.
func (s settings) serves() bool { return s.html+s.screenshot+s.markdown+s.json+s.failUnder == "" }

//go:embed usage.txt
var usage string

// parseFlags prints the help on stdout and returns flag.ErrHelp for -help.
func parseFlags(args []string, stdout io.Writer) (settings, error) {
	var parsed settings
	set := flag.NewFlagSet("chatview-preview", flag.ContinueOnError)
	set.StringVar(&parsed.address, "address", defaultAddress, "loopback `host:port` to serve the pages at; port 0 picks one")
	set.BoolVar(&parsed.all, "all", false, "show and judge also the themes that the plan does not apply")
	set.BoolVar(&parsed.allowUnjudged, "allow-unjudged", false, "let -fail-under accept themes whose colors the plan does not show")
	set.Func("fail-under", "exit with 2 if a theme that the plan applies has problems by this WCAG 2.2 `level`, AA or AAA, or is unjudged",
		func(level string) error {
			parsed.failUnder = level
			if _, isLevel := levels[level]; !isLevel {
				return errors.New("want AA or AAA")
			}
			return nil
		})
	set.StringVar(&parsed.html, "html", "", "write self-contained pages to this `folder`")
	set.StringVar(&parsed.json, "json", "", "write the result as JSON to this `file`, or - for standard output")
	set.StringVar(&parsed.markdown, "markdown", "", "write a table for a pull request to this `file`, or - for standard output")
	set.StringVar(&parsed.screenshot, "screenshot", "", "write pictures to this `folder`; needs Chromium or Chrome")
	if err := (flags.Program{Version: version, Help: usage, Files: 1}).Parse(set, args, stdout); err != nil {
		return settings{}, err
	}
	parsed.plan = set.Arg(0)
	switch {
	case parsed.markdown == "-" && parsed.json == "-":
		return settings{}, errors.New("-markdown - and -json - cannot both write to standard output")
	case !parsed.serves() && parsed.address != defaultAddress:
		return settings{}, errors.New("-address: the pages are not served with -html, -screenshot, -markdown, -json or -fail-under")
	default:
		return parsed, nil
	}
}
