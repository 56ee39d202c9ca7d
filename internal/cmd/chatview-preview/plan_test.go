package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
)

func TestInput_RefusesEverythingButPlans(t *testing.T) {
	const usage = ": expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -"
	for content, want := range map[string]string{
		" \n":                        "is empty" + usage,
		"PK\x03\x04binary":           "is a saved plan" + usage,
		"Terraform will perform":     "is not JSON" + usage,
		"{\"@level\": \"info\"}\n{}": "is not JSON" + usage,
		`{"version": 4, "lineage": "x", "resources": []}`:        "is a state" + usage,
		`{"format_version": "1.0", "values": {}}`:                "is a state" + usage,
		`{"provider_schemas": {}}`:                               "is some other JSON" + usage,
		planOf(t, map[string]any{"errored": true}, good):         "has a plan that failed and misses resources: correct its errors and plan again",
		planOf(t, map[string]any{"format_version": "2.0"}, good): `cannot be read: unsupported plan format version: "2.0.0" does not satisfy ">= 0.1, < 2.0"`,
	} {
		code, stdout, stderr := previewed(t, content, "-json", "-")
		if want := "chatview-preview: standard input " + want + "\n"; code != exitFailure || stdout != "" || stderr != want {
			t.Errorf("exit status %d, %q, %q, want %q", code, stdout, stderr, want)
		}
	}
}

func TestInput_RefusesTerminal(t *testing.T) {
	device, err := os.Open("/dev/ptmx")
	if err != nil {
		t.Skipf("this system has no pseudoterminal to test with: %v", err)
	}
	t.Cleanup(func() { _ = device.Close() })
	if _, err := (input{name: "-", stdin: device}).read(); err == nil || !strings.Contains(err.Error(), "is a terminal: expected") {
		t.Errorf("error %v", err)
	}
}

func TestInput_ReadsEncodingsAndNewerVersions(t *testing.T) {
	plan := planOf(t, map[string]any{"format_version": "1.99", "new_field": true}, good)
	wide := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(plan)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	for _, text := range []string{plan, "\ufeff" + plan, string(wide)} {
		if code, stdout, stderr := previewed(t, text, "-json", "-"); code != exitOK || !strings.Contains(stdout, `"name": "Theme 1"`) {
			t.Errorf("exit status %d, %s", code, stderr)
		}
	}
}

func TestActionOf_EverySequence(t *testing.T) {
	one, two := map[string]any{"id": "1", "name": "N"}, map[string]any{"id": "2", "name": "N"}
	bare := map[string]any{"id": "1", "name": nil}
	for _, test := range []struct {
		actions       string
		before, after map[string]any
		previous      string
		want          action
	}{
		{actions: "create", after: one, want: firstApply},
		{actions: "update", after: one, want: firstApply},
		{actions: "update", before: bare, after: one, want: firstApply},        // imported
		{actions: "delete create", before: bare, after: one, want: firstApply}, // imported and tainted
		{actions: "update", before: one, after: one, want: changed},
		{actions: "update", before: one, after: one, previous: "old", want: changed},
		{actions: "no-op", before: one, after: one, want: unchanged},
		{actions: "no-op", before: one, after: one, previous: "old", want: moved},
		{actions: "delete create", before: one, after: one, want: replacedSame},
		{actions: "create delete", before: one, after: one, want: replacedSame},
		{actions: "forget create", before: one, after: one, want: replacedSame},
		{actions: "create forget", before: one, after: one, want: replacedSame},
		{actions: "delete create", before: one, after: two, want: replaced},
		{actions: "create delete", before: one, after: two, want: replaced},
		{actions: "forget create", before: one, after: two, want: replaced},
		{actions: "delete create", before: one, after: map[string]any{"name": "N"}, want: replaced}, // an unknown id
		{actions: "delete", before: one, want: removed},
		{actions: "forget", before: one, want: removed},
	} {
		change := tfjson.Change{Before: test.before, After: test.after}
		for _, action := range strings.Fields(test.actions) {
			change.Actions = append(change.Actions, tfjson.Action(action))
		}
		resource := &tfjson.ResourceChange{PreviousAddress: test.previous, Change: &change}
		if got := actionOf(resource); got != test.want {
			t.Errorf("%s of %v to %v: %s, want %s", test.actions, test.before, test.after, got.name, test.want.name)
		}
	}
}

func TestNewTheme_HidesValues(t *testing.T) {
	const primary, light, css = "lm_primary_background_color", "lm_light_background_color", "custom_css_overrides"
	for _, test := range []struct {
		change        string
		before, after map[string]string // fields as text
		changed       []string
	}{
		{ // a mark on the write-only attribute
			`"actions": ["update"], "before": {"name": "N", "applied_colors": {"` + primary + `": "#111", "` + light + `": "#222"}},
				"after": {"name": "N", "applied_colors": {"` + primary + `": "#333", "` + light + `": "#222"}}, "after_sensitive": {"` + primary + `": true}`,
			map[string]string{primary: "(sensitive)", light: "#222"}, map[string]string{primary: "(sensitive)", light: "#222"}, []string{primary},
		},
		{ // a mark that is new
			`"actions": ["update"], "before": {"name": "N", "start_message": "S"}, "before_sensitive": {"start_message": true}, "after": {"name": "N", "start_message": "T"}`,
			map[string]string{"start_message": "(sensitive)"}, map[string]string{"start_message": "T"}, []string{"start_message"},
		},
		{ // marks inside a value, and on computed attributes
			`"actions": ["create"], "after": {"recommendations": ["a", "b"], "applied_colors": {"` + primary + `": "#111"}, "custom_css_overrides_digest": "sha256:1"},
				"after_sensitive": {"recommendations": [false, true], "applied_colors": {"` + primary + `": true}, "custom_css_overrides": true}`,
			nil, map[string]string{"recommendations": "(sensitive)", primary: "(sensitive)", css: "(sensitive)"}, []string{},
		},
		{ // a mark on the whole object
			`"actions": ["update"], "before": {"id": "1", "name": "A"}, "after": {"id": "1", "name": "B"}, "after_sensitive": true`,
			map[string]string{"id": "(sensitive)", "name": "(sensitive)"}, map[string]string{"id": "(sensitive)", "name": "(sensitive)"}, []string{"name"},
		},
		{ // an unknown color
			`"actions": ["update"], "before": {"name": "N", "applied_colors": {"` + primary + `": "#111"}},
				"after": {"name": "N"}, "after_unknown": {"applied_colors": true, "start_message": true}`,
			map[string]string{primary: "#111"},
			map[string]string{primary: "(known after apply)", light: "(known after apply)", "start_message": "(known after apply)"}, []string{primary},
		},
		{
			`"actions": ["create"], "after": {"write_only_version": 1}`,
			nil, map[string]string{primary: "(hidden by write_only_version)", css: "(hidden by write_only_version)"}, []string{},
		},
		{
			`"actions": ["create"], "after": {}, "after_unknown": {"write_only_version": true}`,
			nil, map[string]string{primary: "(hidden by write_only_version)"}, []string{},
		},
		{ // a replacement of a secret id
			`"actions": ["delete", "create"], "before": {"id": "secret", "name": "N"}, "before_sensitive": {"id": true}, "after": {}, "after_unknown": {"id": true}`,
			nil, map[string]string{"id": "(known after apply)"}, []string{},
		},
	} {
		var resource tfjson.ResourceChange
		if err := json.Unmarshal([]byte(`{"address": "x", "change": {`+test.change+`}}`), &resource); err != nil {
			t.Fatal(err)
		}
		got := newTheme(&resource, actionOf(&resource), settings{})
		for field, want := range test.before {
			if value := got.Before.Text(field); value != want {
				t.Errorf("%s: %s is %s before, want %s", test.change, field, value, want)
			}
		}
		for field, want := range test.after {
			if value := got.After.Text(field); value != want {
				t.Errorf("%s: %s is %s after, want %s", test.change, field, value, want)
			}
		}
		if diff := cmp.Diff(test.changed, got.Changed); diff != "" || strings.Contains(fmt.Sprint(got), "secret") {
			t.Errorf("%s: %v, changed (-want +got):\n%s", test.change, got, diff)
		}
	}
}
