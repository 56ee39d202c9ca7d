package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// check is something that has to hold of what the CLI printed.
type check struct {
	claim string // what holds, for a person
	holds func(output string) error
}

// says checks for a text.
func says(text string) check {
	return check{
		claim: fmt.Sprintf("it says %q", text),
		holds: func(output string) error {
			if !strings.Contains(output, text) {
				return fmt.Errorf("it does not say %q", text)
			}

			return nil
		},
	}
}

// The fingerprints in a plan, and the marked ones among them:
//
//	~ write_only_fingerprints     = {
//	    ~ "lm_primary_background_color" = "145e379eb298" -> (known after apply)
//	      # (8 unchanged elements hidden)
//	  }
var (
	fingerprints       = regexp.MustCompile(`(?ms)^ *~ write_only_fingerprints += \{\n(.*?)^ *\}`)
	changedFingerprint = regexp.MustCompile(`(?m)^ *([-+~].*)$`)
)

// changesFingerprintOf checks that a plan changes the fingerprint of the
// attribute and no other.
func changesFingerprintOf(attribute string) check {
	want := regexp.MustCompile(`^~ "` + attribute + `" += "[0-9a-f]{12}" -> \(known after apply\)$`)

	return check{
		claim: "it changes the fingerprint of " + attribute + " and of nothing else",
		holds: func(output string) error {
			block := fingerprints.FindStringSubmatch(output)
			if block == nil {
				return errors.New("it does not change write_only_fingerprints")
			}

			changed := changedFingerprint.FindAllStringSubmatch(block[1], -1)
			if len(changed) != 1 || !want.MatchString(changed[0][1]) {
				return fmt.Errorf("it does not change the fingerprint of %s alone, but:\n%s", attribute, block[1])
			}

			return nil
		},
	}
}

// checkRecord checks the values in the mock's record that the provider can not
// have read from anywhere but the configuration, the changed one among them.
func checkRecord(record []byte) error {
	var service struct {
		Appearances, Sources map[string]map[string]any
	}

	if err := json.Unmarshal(record, &service); err != nil {
		return fmt.Errorf("read what the mock holds: %w", err)
	}

	appearance, source := service.Appearances[appearanceID], service.Sources[sourceID]

	for _, field := range []struct {
		name      string
		got, want any
	}{
		{"name", appearance["name"], "Brand"},
		{changedColor, appearance[changedColor], changedColorWant},
		{"password", source["password"], databasePassword},
	} {
		if field.got != field.want {
			return fmt.Errorf("the service holds %v as %s, want %v", field.got, field.name, field.want)
		}
	}

	return nil
}
