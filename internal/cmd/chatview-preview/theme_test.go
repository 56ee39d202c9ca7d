package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// resourceOf reads a resource change of a theme from JSON.
func resourceOf(t *testing.T, change any) resource {
	t.Helper()

	text, err := json.Marshal(change)
	if err != nil {
		t.Fatal(err)
	}

	r, err := newResource(text)
	if err != nil {
		t.Fatal(err)
	}

	return r
}

func TestNames_IncludeEveryFieldOfTheAPI(t *testing.T) {
	notSent := []string{"id", writeOnly, "triggers"}
	if diff := cmp.Diff(slices.Sorted(slices.Values(append(mockserver.RequestFields(mockserver.Appearances), notSent...))), slices.Sorted(slices.Values(names))); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestAction_DependsOnSequenceAndID(t *testing.T) {
	guide, err := os.ReadFile("../../../templates/guides/review-themes.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}

	one, two, bare := object{"id": "1", "name": "N"}, object{"id": "2", "name": "N"}, object{"id": "1", "name": nil}
	for _, test := range []struct {
		actions       string
		before, after any
		previous      string
		unknown       any
		sensitive     any
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
		{actions: "delete create", before: object{"id": "one", "name": "N"}, after: object{"id": "0one", "name": "N"}, want: replaced},
		{actions: "delete create", before: object{"id": object{}, "name": "N"}, after: one, want: replaced}, // of no use, and no panic
		{actions: "delete create", before: one, after: object{"name": "N"}, unknown: object{"id": true}, want: vagueID},
		{actions: "update", before: one, after: one, unknown: object{"base_url": true}, want: vagueURL},
		{actions: "delete create", before: one, after: one, unknown: object{"base_url": true}, want: vagueURL},
		{actions: "delete create", before: one, after: two, unknown: object{"base_url": true}, want: replaced},
		{actions: "update", before: one, after: one, sensitive: object{"name": true}, want: unchanged}, // core sends nothing
		{actions: "update", before: one, after: one, sensitive: object{"name": true}, previous: "old", want: moved},
		{actions: "update", before: one, after: object{"id": "1", "name": "M"}, sensitive: object{"name": true}, want: changed},
		{actions: "delete", before: one, want: removed},
		{actions: "forget", before: one, want: removed},
	} {
		change := changeOf("x", strings.Fields(test.actions), test.before, test.after)
		change["previous_address"] = test.previous

		change["change"].(object)["after_unknown"], change["change"].(object)["after_sensitive"] = test.unknown, test.sensitive
		if got := resourceOf(t, change).action(); got != test.want {
			t.Errorf("%s of %v to %v: %s, want %s", test.actions, test.before, test.after, got.name, test.want.name)
		}

		if !strings.Contains(string(guide), "`"+test.want.name+"`") {
			t.Errorf("the guide does not list the action %s", test.want.name)
		}

		change["deposed"] = "0a1b2c3d"
		if got := resourceOf(t, change).theme().Address; got != "x (deposed 0a1b2c3d)" {
			t.Errorf("%s, deposed: %s", test.actions, got)
		}
	}
}

func TestTheme_SaysWhatIsKnown(t *testing.T) {
	const primary, light, css, secret = "lm_primary_background_color", "lm_light_background_color", "custom_css_overrides", "secret"

	with := func(colors any, texts ...string) object {
		all := object{"id": "1", "name": "N", "applied_colors": colors}
		for pair := range slices.Chunk(texts, 2) {
			all[pair[0]] = pair[1]
		}

		return all
	}
	none, one := object{}, object{primary: "#111"}
	everything := with(object{primary: secret, light: "#222"}, "start_message", "T", "custom_css_overrides_digest", "sha256:1")
	everything["triggers"] = object{"a": "1"}
	inside := with(object{primary: secret}, "custom_css_overrides_digest", "sha256:1")
	inside["recommendations"] = []string{"a", secret}

	for name, test := range map[string]struct {
		before, after any
		marks         object
		want          string // changed fields, or of a new theme those that are set, and the note
	}{
		"a mark that goes": {
			with(none, "start_message", secret), with(none, "start_message", "T"), object{"before_sensitive": object{"start_message": true}}, "start_message: (sensitive) -> T",
		},
		"marks inside a value, and on computed attributes": {
			nil, inside, object{"after_sensitive": object{"recommendations": []bool{false, true}, "applied_colors": object{primary: true}, css: true}},
			primary + ": (sensitive), recommendations: (sensitive), " + css + ": (sensitive)" + overwrites,
		},
		"a mark on the object": {with(none, "name", secret), with(none), object{"after_sensitive": true}, "name: (sensitive) -> (sensitive)"},
		"what is no longer sent, but the service may keep": {
			everything, with(none), object{"before_sensitive": object{primary: true}},
			primary + ": (sensitive) -> (no longer sent), " + light + ": #222 -> (no longer sent), start_message: T -> (no longer sent), " +
				"triggers: {\"a\":\"1\"} -> not configured, " + css + ": sha256:1 -> (no longer sent)",
		},
		"write_only_version removed with its colors": {with(nil, writeOnly, "1"), with(none), nil, "write_only_version: 1 -> not configured"},
		"an unknown color":                           {with(one), with(nil), object{"after_unknown": object{"applied_colors": true}}, primary + ": #111 -> (known after apply)"},
		"an unknown color with a mark":               {with(one), with(nil), object{"after_unknown": object{"applied_colors": true}, "after_sensitive": object{"applied_colors": true}}, primary + ": (sensitive) -> (known after apply)"},
		"an unknown text":                            {with(none), with(none), object{"after_unknown": object{"start_message": true}}, "start_message: not configured -> (known after apply)"},
		"write_only_version set": {
			with(one), with(nil, writeOnly, "1"), nil, primary + ": #111 -> (hidden by write_only_version), write_only_version: not configured -> 1",
		},
		"write_only_version removed": {
			with(nil, writeOnly, "1"), with(one), nil, primary + ": (hidden by write_only_version) -> #111, write_only_version: 1 -> not configured",
		},
		"an unknown write_only_version":  {with(none, writeOnly, "1"), with(none), object{"after_unknown": object{writeOnly: true}}, "write_only_version: 1 -> (known after apply)"},
		"a state without applied_colors": {object{"id": "1", "name": "N"}, with(one), nil, primary + ": (unknown) -> #111"},
		"a new color":                    {with(object{"lm_accent_color": "#111"}), with(object{"lm_accent_color": "#222"}), nil, "Everything is sent again."},
	} {
		change := changeOf("x", map[bool][]string{true: {"create"}, false: {"update"}}[test.before == nil], test.before, test.after)
		for mark, value := range test.marks {
			change["change"].(object)[mark] = value
		}

		theme := resourceOf(t, change).theme()
		theme.describe(nil)

		var got []string
		for _, name := range theme.Changed {
			got = append(got, name+": "+theme.Before[name].Shown()+" -> "+theme.After[name].Shown())
		}

		for _, name := range names {
			if theme.Before == nil && theme.After.Text(name) != "" && name != "id" && name != "name" {
				got = append(got, name+": "+theme.After.Text(name))
			}
		}

		if diff := cmp.Diff(test.want, strings.Join(got, ", ")+theme.Note); diff != "" || strings.Contains(fmt.Sprint(theme), secret) {
			t.Errorf("%s: %v (-want +got):\n%s", name, theme, diff)
		}
	}
}
