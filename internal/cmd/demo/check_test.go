package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestChangesFingerprintOfTakesThatChangeAlone(t *testing.T) {
	const (
		wanted = `~ "lm_primary_background_color" = "145e379eb298" -> (known after apply)`
		hidden = `  # (8 unchanged elements hidden)`
	)

	tests := map[string]struct {
		changes []string
		holds   bool
	}{
		"that one":               {[]string{wanted, hidden}, true},
		"none":                   {[]string{hidden}, false},
		"another":                {[]string{strings.Replace(wanted, "lm_", "dm_", 1)}, false},
		"that one and another":   {[]string{wanted, strings.Replace(wanted, "lm_", "dm_", 1)}, false},
		"that one and a new one": {[]string{wanted, `+ "dm_button_outline_color" = (known after apply)`}, false},
		"that one and one gone":  {[]string{wanted, `- "dm_button_outline_color" = "145e379eb298" -> null`}, false},
		"that one, known":        {[]string{`~ "lm_primary_background_color" = "145e379eb298" -> "a1b2c3d4e5f6"`}, false},
		"that one, added":        {[]string{`+ "lm_primary_background_color" = (known after apply)`}, false},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			output := fmt.Sprintf(`
  ~ resource "chatview_appearance" "brand" {
        id                          = "1"
      ~ last_modified               = "2026-01-01T00:00:00Z" -> (known after apply)
      ~ write_only_fingerprints     = {
          %s
        }
        # (15 unchanged attributes hidden)
    }
`, strings.Join(test.changes, "\n          "))

			err := changesFingerprintOf("lm_primary_background_color").holds(output)
			if holds := err == nil; holds != test.holds {
				t.Errorf("holds is %t, want %t (%v)", holds, test.holds, err)
			}
		})
	}
}

func TestChangesFingerprintOfMissesAPlanWithoutFingerprints(t *testing.T) {
	err := changesFingerprintOf("lm_primary_background_color").holds("No changes.")
	if err == nil {
		t.Error("it holds of a plan without changes")
	}
}

func TestVerifyStopsAtTheFirstCheckThatDoesNotHold(t *testing.T) {
	plan := step{exitCode: exitChanges, checks: []check{says("1 to add"), says("0 to change")}}

	tests := map[string]struct {
		result cli.Result
		claims []string
		why    string
	}{
		"all as expected": {
			result: cli.Result{Output: "1 to add, 0 to change", ExitCode: 2},
			claims: []string{"the exit code is 2: there are changes", `it says "1 to add"`, `it says "0 to change"`},
			why:    "<nil>",
		},
		"another exit code": {
			result: cli.Result{Output: "1 to add, 0 to change", ExitCode: 1},
			why:    "the exit code is 1, want 2",
		},
		"another output": {
			result: cli.Result{Output: "1 to add, 1 to change", ExitCode: 2},
			claims: []string{"the exit code is 2: there are changes", `it says "1 to add"`},
			why:    `it does not say "0 to change"`,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			claims, err := plan.verify(test.result)

			if diff := cmp.Diff(test.claims, claims); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}

			if diff := cmp.Diff(test.why, fmt.Sprint(err)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckRecordWantsWhatWasDeclared(t *testing.T) {
	const record = `{
		"appearances": {"1": {"name": "Brand", "lm_primary_background_color": "#0b7285"}},
		"sources": {"7": {"type": "postgres", "password": "demo-database-password"}}
	}`

	tests := map[string]struct{ old, replacement, why string }{
		"as declared":       {"", "", "<nil>"},
		"the old colour":    {"#0b7285", "#1864ab", "the service holds #1864ab as lm_primary_background_color, want #0b7285"},
		"no password":       {`"password"`, `"username"`, "the service holds <nil> as password, want demo-database-password"},
		"another id":        {`"1"`, `"2"`, "the service holds <nil> as name, want Brand"},
		"not a JSON object": {"{", "[", "read what the mock holds: invalid character ':' after array element"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := checkRecord([]byte(strings.Replace(record, test.old, test.replacement, 1)))

			if diff := cmp.Diff(test.why, fmt.Sprint(err)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}
