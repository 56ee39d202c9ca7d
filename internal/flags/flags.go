// Package flags parses the command line of the programs that are released with
// the provider, which a pipeline calls as often as a person does.
package flags

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Program describes a program to its users.
type Program struct {
	// Version is printed for -version.
	Version string
	// Help is the text of -help, with %s for the list of flags.
	Help string
	// TakesFiles says that the names of one or more files follow the flags.
	TakesFiles bool
}

// Parse parses args into a set of flags, to which it adds -version. It returns
// flag.ErrHelp after it printed the help or the version on stdout. Any other
// error is for the caller to print. The empty value of a flag is one, since it
// is most likely a variable that a pipeline did not set.
func (p Program) Parse(set *flag.FlagSet, args []string, stdout io.Writer) error {
	set.VisitAll(func(f *flag.Flag) {
		if _, isBool := f.Value.(interface{ IsBoolFlag() bool }); !isBool {
			f.Value = value{f.Value}
		}
	})
	version := set.Bool("version", false, "print the version")
	set.SetOutput(io.Discard) // of errors
	set.Usage = func() {}
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		var list strings.Builder
		set.SetOutput(&list)
		set.PrintDefaults()
		_, _ = fmt.Fprintf(stdout, p.Help, &list)
		return err
	} else if err != nil {
		return fmt.Errorf("%w; %s -help lists the flags", err, set.Name())
	}
	if *version {
		_, _ = fmt.Fprintf(stdout, "%s %s\n", set.Name(), p.Version)
		return flag.ErrHelp
	}
	return p.checkFiles(set)
}

// checkFiles checks what is left after the flags.
func (p Program) checkFiles(set *flag.FlagSet) error {
	files := set.Args()
	for i, file := range files {
		if i > 0 && len(file) > 1 && strings.HasPrefix(file, "-") {
			return fmt.Errorf("the flag %s is after %s: flags come first", file, files[0])
		}
	}
	switch {
	case len(files) > 0 && !p.TakesFiles:
		return fmt.Errorf("unexpected argument: %s; %s -help shows the usage", files[0], set.Name())
	case len(files) == 0 && p.TakesFiles:
		return fmt.Errorf("the name of a file is missing; %s -help shows the usage", set.Name())
	default:
		return nil
	}
}

// value is the value of a flag that must not be empty.
type value struct{ flag.Value }

// Set implements flag.Value.
func (v value) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	return v.Value.Set(text)
}

// String implements flag.Value, also for the zero value, as PrintDefaults
// requires.
func (v value) String() string {
	if v.Value == nil {
		return ""
	}
	return v.Value.String()
}
