package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
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
	if diff := cmp.Diff(slices.Sorted(slices.Values(append(mockserver.AppearanceFields(), notSent...))), slices.Sorted(slices.Values(names))); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestAction_DependsOnSequenceAndID(t *testing.T) {
	one, two, bare := object{"id": "1", "name": "N"}, object{"id": "2", "name": "N"}, object{"id": "1", "name": nil}
	for _, test := range []struct {
		actions       string
		before, after any
		previous      string
		unknown       any
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
		{actions: "delete create", before: object{"id": object{}, "name": "N"}, after: one, want: replaced}, // of no use, and no panic
		{actions: "delete create", before: one, after: object{"name": "N"}, unknown: object{"id": true}, want: replacedMaybe},
		{actions: "delete", before: one, want: removed},
		{actions: "forget", before: one, want: removed},
	} {
		change := changeOf("x", strings.Fields(test.actions), test.before, test.after)
		change["previous_address"] = test.previous

		change["change"].(object)["after_unknown"] = test.unknown
		if got := resourceOf(t, change).action(); got != test.want {
			t.Errorf("%s of %v to %v: %s, want %s", test.actions, test.before, test.after, got.name, test.want.name)
		}

		change["deposed"] = "0a1b2c3d"
		if got := resourceOf(t, change).theme().Address; got != "x (deposed 0a1b2c3d)" {
			t.Errorf("%s, deposed: %s", test.actions, got)
		}
	}
}

func TestTheme_SaysWhatIsKnown(t *testing.T) {
	const primary, light, css, secret = "lm_primary_background_color", "lm_light_background_color", "custom_css_overrides", "secret"

	named := func(fields object) object {
		all := object{"id": "1", "name": "N", "applied_colors": object{}}
		maps.Copy(all, fields)

		return all
	}
	for name, test := range map[string]struct {
		before, after any
		marks         object
		want          string // changed fields, or of a new theme those that are set
		note          string
	}{
		"a mark on the write-only attribute": {
			named(object{"applied_colors": object{primary: "#111", light: "#222"}}), named(object{"applied_colors": object{primary: secret, light: "#222"}}),
			object{"after_sensitive": object{primary: true}}, primary + ": (sensitive) -> (sensitive)", "",
		},
		"a mark that goes": {
			named(object{"start_message": secret}), named(object{"start_message": "T"}), object{"before_sensitive": object{"start_message": true}},
			"start_message: (sensitive) -> T", "",
		},
		"marks inside a value, and on computed attributes": {
			nil, named(object{"recommendations": []string{"a", secret}, "applied_colors": object{primary: secret}, "custom_css_overrides_digest": "sha256:1"}),
			object{"after_sensitive": object{"recommendations": []bool{false, true}, "applied_colors": object{primary: true}, css: true}},
			primary + ": (sensitive), recommendations: (sensitive), " + css + ": (sensitive)", overwrites,
		},
		"a mark on the object": {
			named(object{"name": secret}), named(nil), object{"after_sensitive": true}, "name: (sensitive) -> (sensitive)", "",
		},
		"what is no longer sent, but the service may keep": {
			named(object{"applied_colors": object{primary: secret, light: "#222"}, "start_message": "T", "custom_css_overrides_digest": "sha256:1", "triggers": object{"a": "1"}}),
			named(nil), object{"before_sensitive": object{primary: true}},
			primary + ": (sensitive) -> (no longer sent), " + light + ": #222 -> (no longer sent), start_message: T -> (no longer sent), " +
				"triggers: {\"a\":\"1\"} -> not configured, " + css + ": sha256:1 -> (no longer sent)", "",
		},
		"write_only_version removed with its colors": {
			named(object{"applied_colors": nil, "write_only_version": "1"}), named(nil), nil, "write_only_version: 1 -> not configured", "",
		},
		"an unknown color": {
			named(object{"applied_colors": object{primary: "#111"}}), named(object{"applied_colors": nil}), object{"after_unknown": object{"applied_colors": true}},
			primary + ": #111 -> (known after apply)", "",
		},
		"an unknown text": {
			named(nil), named(nil), object{"after_unknown": object{"start_message": true}}, "start_message: not configured -> (known after apply)", "",
		},
		"write_only_version set": {
			named(object{"applied_colors": object{primary: "#111"}}), named(object{"applied_colors": nil, "write_only_version": "1"}), nil,
			primary + ": #111 -> (hidden by write_only_version), write_only_version: not configured -> 1", "",
		},
		"write_only_version removed": {
			named(object{"applied_colors": nil, "write_only_version": "1"}), named(object{"applied_colors": object{primary: "#111"}}), nil,
			primary + ": (hidden by write_only_version) -> #111, write_only_version: 1 -> not configured", "",
		},
		"an unknown write_only_version": {
			named(object{"write_only_version": "1"}), named(nil), object{"after_unknown": object{"write_only_version": true}},
			"write_only_version: 1 -> (known after apply)", "",
		},
		"a state without applied_colors": {
			object{"id": "1", "name": "N"}, named(object{"applied_colors": object{primary: "#111"}}), nil, primary + ": (unknown) -> #111", "",
		},
		"no difference": {named(nil), named(nil), nil, "", "Everything is sent again."},
		"a new color": {
			named(object{"applied_colors": object{"lm_accent_color": "#111"}}), named(object{"applied_colors": object{"lm_accent_color": "#222"}}), nil, "", "Everything is sent again.",
		},
		"triggers": {
			named(object{"triggers": object{"at": "1"}}), named(object{"triggers": object{"at": "2"}}), nil, `triggers: {"at":"1"} -> {"at":"2"}`, "",
		},
		"a long list": {
			named(object{"recommendations": []string{strings.Repeat("a", 100), "b"}}), named(object{"recommendations": []string{strings.Repeat("a", 100), "c"}}), nil,
			`recommendations: …` + strings.Repeat("a", 74) + `","b"] -> …` + strings.Repeat("a", 74) + `","c"]`, "",
		},
		"a long text": {
			named(nil), named(object{"start_message": strings.Repeat("a", 100)}), nil, `start_message: not configured -> ` + strings.Repeat("a", 80) + `…`, "",
		},
	} {
		change := changeOf("x", map[bool][]string{true: {"create"}, false: {"update"}}[test.before == nil], test.before, test.after)
		for mark, value := range test.marks {
			change["change"].(object)[mark] = value
		}

		theme := resourceOf(t, change).theme()

		var got []string
		for _, name := range theme.Changed {
			got = append(got, name+": "+short(theme.Before, theme.After, name)+" -> "+short(theme.After, theme.Before, name))
		}

		for _, name := range names {
			if theme.Before == nil && theme.After.Text(name) != "" && name != "id" && name != "name" {
				got = append(got, name+": "+theme.After.Text(name))
			}
		}

		if diff := cmp.Diff([]string{test.want, test.note}, []string{strings.Join(got, ", "), theme.Note}); diff != "" || strings.Contains(fmt.Sprint(theme), secret) {
			t.Errorf("%s: %v (-want +got):\n%s", name, theme, diff)
		}
	}
}

func TestTheme_SaysWhatReplacementKeeps(t *testing.T) {
	for want, test := range map[string]struct{ after, unknown object }{
		"Theme (sensitive) stays as it is. " + overwrites:                                    {object{"id": "2", "name": "N"}, nil},
		"Theme (sensitive) stays as it is, unless the unknown id is the same. " + overwrites: {object{"name": "N"}, object{"id": true}},
		"Everything is sent again.":                                                          {object{"id": "secret", "name": "Theme secret", "applied_colors": object{"lm_primary_background_color": "#fff"}}, nil},
	} {
		change := changeOf("x", []string{"delete", "create"}, fieldsOf("secret", "#fff"), test.after)
		change["change"].(object)["after_unknown"] = test.unknown
		change["change"].(object)["before_sensitive"] = object{"id": true, "name": true}

		theme := resourceOf(t, change).theme()
		if theme.Note != want || strings.Contains(fmt.Sprint(theme.Note, theme.Before), "secret") {
			t.Errorf("%q, want %q, before %v", theme.Note, want, theme.Before)
		}
	}
}

// TestGate_PassesNoThemeThatFailsAfterwards applies random updates to the mock
// server, which keeps or resets what they no longer send.
func TestGate_PassesNoThemeThatFailsAfterwards(t *testing.T) {
	passed, kept := 0, 0

	rapid.Check(t, func(rt *rapid.T) {
		// Most palettes pass, so removing a color can make them fail.
		colors := map[string][]string{
			palette.LightPrefix: {"", "", "#ffffff", "#f4f4f4", "#dddddd", "#808080"}, palette.DarkPrefix: {"", "", "#000000", "#1a1a1a", "#222222", "#808080"},
			"outline": {"", "", "#1864ab", "#767676", "#eeeeee", "wihte"},
		}
		draw := func(label string) (planned, sent object) {
			applied := object{}
			planned = object{"id": "1", "name": "N", "applied_colors": applied}
			sent = object{"name": "N"}

			if mode := rapid.SampledFrom([]string{"", "light", "dark", "both"}).Draw(rt, label+" theme_mode"); mode != "" {
				planned["theme_mode"], sent["theme_mode"] = mode, mode
			}

			for _, name := range palette.Attributes() {
				kind := name[:3]
				if strings.HasSuffix(name, palette.ButtonOutline) {
					kind = "outline"
				}

				if color := rapid.SampledFrom(colors[kind]).Draw(rt, label+" "+name); color != "" {
					applied[name], sent[name] = color, color
				}
			}

			return planned, sent
		}
		before, first := draw("first")
		after, second := draw("second")
		result := newReview([]*plan{{themes: []theme{resourceOf(t, changeOf("x", []string{"update"}, before, after)).theme()}}}, options{failUnder: "AA"})

		if result.gate() != nil {
			return
		}

		passed++

		for _, omitted := range []mockserver.OmittedFields{mockserver.KeepOmitted, mockserver.ResetOmitted} {
			service := mockserver.New(mockserver.Options{Behavior: mockserver.Behavior{AcceptAnyID: true, OmittedFields: omitted}})
			for _, sent := range []object{first, second} {
				put(t, service, sent)
			}

			fields, _ := service.Appearance(1)
			effective := map[string]string{}

			for _, name := range palette.Attributes() {
				mode := map[string]string{palette.LightPrefix: "dark", palette.DarkPrefix: "light"}[name[:3]]
				if color, isSet := fields[name].(string); isSet && fields["theme_mode"] != mode {
					effective[name] = color
				}
			}

			if problems := palette.Problems(effective, palette.AA); len(problems) > 0 {
				rt.Errorf("the update of %v to %v passes, and then fails if the service has %v: %v", first, second, effective, problems)
			}

			if len(effective) > len(after["applied_colors"].(object)) {
				kept++
			}
		}
	})

	if passed == 0 || kept == 0 {
		t.Errorf("%d updates passed, and the service kept colors in %d", passed, kept)
	}
}

// put updates theme 1.
func put(t *testing.T, service http.Handler, fields object) {
	t.Helper()

	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}

	request := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/api/v1/appearance/1/", bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer key")
	request.Header.Set("Content-Type", "application/json")

	recorder := httptest.NewRecorder()
	if service.ServeHTTP(recorder, request); recorder.Code != http.StatusOK {
		t.Fatal(recorder.Body.String())
	}
}

// The id is another theme's there, so what was applied last is no first side.
func TestTheme_AtAnotherBaseURLIsAFirstApply(t *testing.T) {
	at := func(color string, baseURL any) object {
		fields := fieldsOf("1", color)
		fields["base_url"] = baseURL

		return fields
	}

	for _, test := range []struct {
		last, next any
		want       string
	}{
		{"https://chat.example.com", "https://other.example.com", "first apply"},
		{"https://chat.example.com", "https://chat.example.com", "changed"},
		{"https://chat.example.com", nil, "changed"}, // known after apply
		{nil, "https://chat.example.com", "changed"}, // not in the state
	} {
		change := changeOf("x", []string{"update"}, at("#000000", test.last), at("#ffffff", test.next))

		theme := resourceOf(t, change).theme()
		if isFirst := test.want == "first apply"; theme.Action != test.want || !theme.IsApplied || isFirst != (theme.Before == nil) || isFirst != (len(theme.Changed) == 0) {
			t.Errorf("from %v to %v: %+v", test.last, test.next, theme)
		}
	}
}
