// Package flags parses the command line of the programs that are released with
// the provider, which a pipeline calls as often as a person does.
package flags

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Parse parses args into a set of flags, to which it adds -version. Names of files
// follow them if takesFiles is set. It returns flag.ErrHelp after it printed the
// version or the help, in which %s is the list of flags.
func Parse(set *flag.FlagSet, args []string, takesFiles bool, version, help string, stdout io.Writer) error {
	isVersion := set.Bool("version", false, "print the version")
	set.SetOutput(io.Discard) // of errors

	err := set.Parse(args)
	set.Visit(func(f *flag.Flag) {
		// An empty text is most likely a variable that a pipeline did not set.
		if value, isGetter := f.Value.(flag.Getter); err == nil && isGetter && value.Get() == "" {
			err = fmt.Errorf("invalid value %q for flag -%s: it is empty", "", f.Name)
		}
	})

	switch {
	case errors.Is(err, flag.ErrHelp):
		var list strings.Builder

		set.SetOutput(&list)
		set.PrintDefaults()

		_, _ = fmt.Fprintf(stdout, help, &list)

		return err
	case err == nil && *isVersion:
		_, _ = fmt.Fprintln(stdout, set.Name(), version)

		return flag.ErrHelp
	case err == nil:
		err = checkFiles(set.Args(), takesFiles, slices.Contains(args[:len(args)-set.NArg()], "--"))
	}

	if err != nil {
		err = fmt.Errorf("%w; %s -help shows the usage", err, set.Name())
	}

	return err
}

// checkFiles checks the names of files, which may begin with a dash behind --.
func checkFiles(files []string, takesFiles, mayHaveDash bool) error {
	late := slices.IndexFunc(files, func(file string) bool { return len(file) > 1 && file[0] == '-' })

	switch {
	case late > 0 && !mayHaveDash:
		return fmt.Errorf("the flag %s is after %s: flags come first", files[late], files[0])
	case takesFiles && len(files) == 0:
		return errors.New("the name of a file is missing")
	case !takesFiles && len(files) > 0:
		return fmt.Errorf("unexpected argument: %s", files[0])
	}

	return nil
}
