package main

import (
	"errors"
	"flag"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseFlags_MeasuresEverythingByDefault(t *testing.T) {
	chosen, err := parseFlags(nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}

	if chosen.objects != 1000 || chosen.parallelism != 10 || chosen.count != 1 || chosen.json || chosen.profileDir != "" {
		t.Errorf("got %+v", chosen)
	}

	if len(chosen.subjects) != len(allSubjects) {
		t.Errorf("got %d subjects, want all %d", len(chosen.subjects), len(allSubjects))
	}
}

func TestParseFlags_TakesWhatIsChosen(t *testing.T) {
	chosen, err := parseFlags([]string{
		"-n=2", "-parallelism=3", "-count=4", "-json", "-profile=profiles", "-subjects=source,floor",
	}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}

	if chosen.objects != 2 || chosen.parallelism != 3 || chosen.count != 4 || !chosen.json {
		t.Errorf("got %+v", chosen)
	}

	if !filepath.IsAbs(chosen.profileDir) {
		t.Errorf("the folder for profiles is %q, which the provider would look for in its own", chosen.profileDir)
	}

	if len(chosen.subjects) != 2 || chosen.subjects[0].name != "source" || chosen.subjects[1].name != floorName {
		t.Errorf("got the subjects %+v", chosen.subjects)
	}
}

func TestParseFlags_RefusesWhatCanNotBeMeasured(t *testing.T) {
	for _, test := range []struct{ arguments, want string }{
		{"-n=0", "at least 1"},
		{"-parallelism=0", "at least 1"},
		{"-count=0", "at least 1"},
		{"-subjects=floor,ceiling", `"ceiling" is none of terraform_data, floor`},
		{"-unheard-of", "not defined"},
		{"1000", `unexpected argument "1000"`},
	} {
		_, err := parseFlags([]string{test.arguments}, io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got the error %v, want one that says %q", test.arguments, err, test.want)
		}
	}
}

func TestParseFlags_HelpSaysWhatThereIs(t *testing.T) {
	var usage strings.Builder

	if _, err := parseFlags([]string{"-help"}, &usage); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got the error %v, want flag.ErrHelp", err)
	}

	for _, want := range []string{"-parallelism", "-profile", "terraform_data,floor,minimal,appearance,source"} {
		if !strings.Contains(usage.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, usage.String())
		}
	}
}
