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

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestInput_RefusesOtherFormats(t *testing.T) {
	for found, content := range map[string]string{
		"empty":            " \n",
		"a saved plan":     "PK\x03\x04binary",
		"not JSON":         "Terraform will perform the following actions:",
		"a state":          `{"version": 4, "lineage": "x", "resources": []}`,
		"a state: ":        `{"format_version": "1.0", "values": {}}`,
		"some other JSON":  `{"format_version": "1.0", "provider_schemas": {}}`,
		"some other JSON:": `{}`,
		"not JSON:":        `{"@level": "info"}` + "\n" + `{"@level": "info"}`,
	} {
		code, stdout, stderr := previewed(t, content, "-json", "-")
		want := "chatview-preview: standard input is " + strings.TrimRight(found, ": ") +
			": expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -\n"
		if code != exitFailure || stdout != "" || stderr != want {
			t.Errorf("%s: exit status %d, %q, %q", found, code, stdout, stderr)
		}
	}
}

func TestInput_RefusesPlanThatMissesResources(t *testing.T) {
	for want, plan := range map[string]string{
		"standard input has a plan that failed":    planOf(t, map[string]any{"errored": true}, good),
		`"2.0.0" does not satisfy ">= 0.1, < 2.0"`: planOf(t, map[string]any{"format_version": "2.0"}, good),
	} {
		if code, _, stderr := previewed(t, plan, "-json", "-"); code != exitFailure || !strings.Contains(stderr, want) {
			t.Errorf("exit status %d, %s, want %s", code, stderr, want)
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
		isImport      bool
		previous      string
		want          action
	}{
		{actions: "create", after: one, want: firstApply},
		{actions: "update", before: bare, after: one, isImport: true, want: firstApply},
		{actions: "update", after: one, isImport: true, want: firstApply},
		{actions: "update", before: bare, after: one, want: firstApply}, // after terraform import
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
		resource := &tfjson.ResourceChange{PreviousAddress: test.previous, Change: &tfjson.Change{}}
		for _, action := range strings.Fields(test.actions) {
			resource.Change.Actions = append(resource.Change.Actions, tfjson.Action(action))
		}
		if test.before != nil {
			resource.Change.Before = test.before
		}
		if test.after != nil {
			resource.Change.After = test.after
		}
		if test.isImport {
			resource.Change.Importing = &tfjson.Importing{ID: "1"}
		}
		if got := actionOf(resource); got != test.want {
			t.Errorf("%s of %v to %v: %s, want %s", test.actions, test.before, test.after, got.name, test.want.name)
		}
	}
}

// themeIn returns the only theme of a plan.
func themeIn(t *testing.T, change string) theme {
	t.Helper()
	var resource tfjson.ResourceChange
	if err := json.Unmarshal([]byte(`{"address": "x", "change": `+change+`}`), &resource); err != nil {
		t.Fatal(err)
	}
	return newTheme(&resource, actionOf(&resource), settings{})
}

func TestNewTheme_HidesValues(t *testing.T) {
	const primary, light = "lm_primary_background_color", "lm_light_background_color"
	sensitive, unknown, notPlanned := pages.Value{Hidden: pages.Sensitive}, pages.Value{Hidden: pages.AfterApply}, pages.Value{Hidden: pages.NotPlanned}
	for name, test := range map[string]struct {
		change        string
		before, after map[string]pages.Value // of these fields
		changed       []string
	}{
		"marked after": {
			`{"actions": ["update"], "before": {"name": "N", "applied_colors": {"` + primary + `": "#111", "` + light + `": "#222"}},
				"after": {"name": "N", "applied_colors": {"` + primary + `": "#333", "` + light + `": "#222"}}, "after_sensitive": {"` + primary + `": true}}`,
			map[string]pages.Value{primary: sensitive, light: {JSON: "#222"}}, map[string]pages.Value{primary: sensitive, light: {JSON: "#222"}}, []string{primary},
		},
		"marked before": {
			`{"actions": ["update"], "before": {"name": "N", "start_message": "S"}, "before_sensitive": {"start_message": true}, "after": {"name": "N", "start_message": "T"}}`,
			map[string]pages.Value{"start_message": sensitive}, map[string]pages.Value{"start_message": {JSON: "T"}}, []string{"start_message"},
		},
		"marked inside": {
			`{"actions": ["create"], "after": {"recommendations": ["a", "b"], "applied_colors": {"` + primary + `": "#111"}, "custom_css_overrides_digest": "sha256:1"},
				"after_sensitive": {"recommendations": [false, true], "applied_colors": {"` + primary + `": true}, "custom_css_overrides": true}}`,
			nil, map[string]pages.Value{"recommendations": sensitive, primary: sensitive, "custom_css_overrides": sensitive}, []string{},
		},
		"all marked": {
			`{"actions": ["create"], "after": {"id": "1", "name": "N", "applied_colors": {"` + primary + `": "#111"}}, "after_sensitive": {"applied_colors": true}}`,
			nil, map[string]pages.Value{"id": {JSON: "1"}, primary: sensitive}, []string{},
		},
		"one color unknown": {
			`{"actions": ["update"], "before": {"name": "N", "applied_colors": {"` + primary + `": "#111"}},
				"after": {"name": "N"}, "after_unknown": {"applied_colors": true, "start_message": true}}`,
			map[string]pages.Value{primary: {JSON: "#111"}}, map[string]pages.Value{primary: unknown, light: unknown, "start_message": unknown},
			[]string{primary},
		},
		"version as a number": {
			`{"actions": ["create"], "after": {"write_only_version": 1}}`, nil, map[string]pages.Value{primary: notPlanned, light: notPlanned}, []string{},
		},
		"version as text": {`{"actions": ["create"], "after": {"write_only_version": "a"}}`, nil, map[string]pages.Value{primary: notPlanned}, []string{}},
		"version unknown": {`{"actions": ["create"], "after": {}, "after_unknown": {"write_only_version": true}}`, nil, map[string]pages.Value{primary: notPlanned}, []string{}},
		"id": {
			`{"actions": ["delete", "create"], "before": {"id": "secret"}, "before_sensitive": {"id": true}, "after": {}, "after_unknown": {"id": true}}`,
			nil, map[string]pages.Value{"id": unknown}, []string{},
		},
		"name of an import": {`{"actions": ["create"], "after": {"name": null, "id": "1"}}`, nil, map[string]pages.Value{"id": {JSON: "1"}}, []string{}},
	} {
		got := themeIn(t, test.change)
		if all := fmt.Sprint(got); strings.Contains(all, "secret") {
			t.Errorf("%s: %s", name, all)
		}
		for side, pair := range map[string][2]map[string]pages.Value{"before": {test.before, got.Before}, "after": {test.after, got.After}} {
			for field, want := range pair[0] {
				if diff := cmp.Diff(want, pair[1][field]); diff != "" {
					t.Errorf("%s: %s %s (-want +got):\n%s", name, field, side, diff)
				}
			}
		}
		if diff := cmp.Diff(test.changed, got.Changed); diff != "" {
			t.Errorf("%s: changed (-want +got):\n%s", name, diff)
		}
	}
}
