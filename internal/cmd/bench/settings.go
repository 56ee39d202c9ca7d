package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// settings is what the flags say.
type settings struct {
	objects     int
	parallelism int
	count       int
	subjects    []subject
	json        bool
	// profileDir is the folder for profiles, empty for none.
	profileDir string
}

// parseFlags reads the flags. Where help is asked for it prints it and returns
// flag.ErrHelp.
func parseFlags(args []string, usage io.Writer) (settings, error) {
	var chosen settings

	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // or it would print errors that run prints too
	flags.IntVar(&chosen.objects, "n", 1000, "`number` of objects of each kind")
	flags.IntVar(&chosen.parallelism, "parallelism", 10, "`number` of objects that the CLI works on at a time")
	flags.IntVar(&chosen.count, "count", 1, "`times` to measure everything; the report has the medians")
	flags.BoolVar(&chosen.json, "json", false, "report as JSON")
	flags.StringVar(&chosen.profileDir, "profile", "", "`folder` for profiles of the provider, which then takes longer")

	kinds := flags.String("subjects", strings.Join(subjectNames(), ","), "`kinds` of objects to measure")

	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(usage)
			flags.Usage()
		}

		return settings{}, err
	}

	if flags.NArg() > 0 {
		return settings{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}

	if chosen.objects < 1 || chosen.parallelism < 1 || chosen.count < 1 {
		return settings{}, errors.New("-n, -parallelism and -count have to be at least 1")
	}

	return chosen, chosen.resolve(*kinds)
}

// resolve takes up what flags give by name.
func (s *settings) resolve(kinds string) error {
	for name := range strings.SplitSeq(kinds, ",") {
		index := slices.IndexFunc(allSubjects, func(known subject) bool { return known.name == name })
		if index < 0 {
			return fmt.Errorf("-subjects: %q is none of %s", name, strings.Join(subjectNames(), ", "))
		}

		s.subjects = append(s.subjects, allSubjects[index])
	}

	if s.profileDir == "" {
		return nil
	}

	// The provider runs in another folder.
	absolute, err := filepath.Abs(s.profileDir)
	if err != nil {
		return fmt.Errorf("-profile: %w", err)
	}

	s.profileDir = absolute

	return nil
}
