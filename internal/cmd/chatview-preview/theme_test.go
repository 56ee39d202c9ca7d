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
		{actions: "delete create", before: one, after: object{"name": "N"}, unknown: object{"id": true}, want: vagueID},
		{actions: "update", before: one, after: one, unknown: object{"base_url": true}, want: vagueURL},
		{actions: "delete create", before: one, after: one, unknown: object{"base_url": true}, want: vagueURL},
		{actions: "delete create", before: one, after: two, unknown: object{"base_url": true}, want: replaced},
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

		if diff := cmp.Diff([]string{test.want, test.note}, []string{strings.Join(got, ", "), theme.note(nil)}); diff != "" || strings.Contains(fmt.Sprint(theme), secret) {
			t.Errorf("%s: %v (-want +got):\n%s", name, theme, diff)
		}
	}
}

// at returns a theme's fields at a base URL.
func at(id, color string, baseURL any) object {
	fields := fieldsOf(id, color)
	fields["base_url"] = baseURL

	return fields
}

// TestJoin_FindsTheThemeThatMoves between the resources of a plan. Each line of
// changes is an address with its id, color and base URL, last applied -> planned:
// - is one that is not known.
func TestJoin_FindsTheThemeThatMoves(t *testing.T) {
	fields := func(text string) object {
		parts := strings.Fields(text)
		if len(parts) == 0 {
			return nil
		}

		all := at(parts[0], parts[1], parts[2])
		maps.DeleteFunc(all, func(_ string, value any) bool { return value == "-" })

		return all
	}

	const sentElsewhere = " is sent by another resource."

	for name, test := range map[string]struct {
		changes string
		want    string // of each theme: its address, last color, action and note
	}{
		"a rename":                     {"a: 1 #111 x ->; b: -> 1 #222 x", "b: #111, changed, Moved from a."},
		"a count that shifts":          {"a: 1 #111 x -> 2 #222 x; b: 2 #222 x -> 3 #333 x; c: 3 #333 x ->", "a: #222, changed, Moved from b. Theme 1 stays as it is. Everything is sent again.; b: #333, changed, Moved from c. Theme 2 is sent by another resource. Everything is sent again."},
		"a swap":                       {"a: 1 #111 x -> 2 #111 x; b: 2 #222 x -> 1 #222 x", "a: #222, changed, Moved from b. Theme 1" + sentElsewhere + "; b: #111, changed, Moved from a. Theme 2" + sentElsewhere},
		"another base URL":             {"a: 1 #111 x -> 1 #111 y; b: -> 1 #222 x", "b: #111, changed, Moved from a.; a: , first apply, " + overwrites},
		"another id and base URL":      {"a: 1 #111 x -> 2 #222 y; b: 2 #222 y ->; c: 1 #333 y -> 1 #444 y", "a: #222, changed, Moved from b. Theme 1 at x stays as it is. Everything is sent again.; c: #333, changed, "},
		"two former owners":            {"a: 1 #111 x ->; b: 1 #222 x ->; c: -> 1 #333 x", "c: , first apply, " + overwrites + "; a: #111, removed from state, The theme" + sentElsewhere + "; b: #222, removed from state, The theme" + sentElsewhere},
		"two new owners":               {"a: 1 #111 x ->; b: -> 1 #222 x; c: -> 1 #333 x", "b: , first apply, " + overwrites + "; c: , first apply, " + overwrites + "; a: #111, removed from state, The theme" + sentElsewhere},
		"an owner, too":                {"a: 1 #111 x ->; b: 1 #222 x -> 1 #333 x", "b: #222, changed, ; a: #111, removed from state, The theme" + sentElsewhere},
		"to an unknown base URL":       {"a: 1 #111 x -> 1 #222 -", "a: #111, changed or sent to an unknown base URL, " + perhaps},
		"a base URL, new in the state": {"a: 1 #111 - -> 1 #222 x", "a: #111, changed, "},
		"an id and a base URL, new":    {"a: 1 #111 - -> 2 #222 x", "a: , replaced by another id, Theme 1 stays as it is. " + overwrites},
		"no base URL":                  {"a: 1 #111 - ->; b: -> 1 #222 x", "b: , first apply, " + overwrites + "; a: #111, removed from state, The theme stays as it is, unless an unknown id or base URL is this one."},
		"an unknown base URL":          {"a: 1 #111 x ->; b: -> 1 #222 -; c: 2 #111 x ->", "b: , first apply, " + overwrites + "; a: #111, removed from state, The theme stays as it is, unless an unknown id or base URL is this one.; c: #111, removed from state, The theme stays as it is."},
		"an unknown id":                {"a: 1 #111 x ->; b: -> - #222 x; c: 1 #111 y ->", "b: , first apply, " + overwrites + "; a: #111, removed from state, The theme stays as it is, unless an unknown id or base URL is this one.; c: #111, removed from state, The theme stays as it is."},
		"not the same":                 {"a: 1 #111 x ->; b: -> 2 #222 x; c: -> 1 #333 y", "b: , first apply, " + overwrites + "; c: , first apply, " + overwrites + "; a: #111, removed from state, The theme stays as it is."},
	} {
		var changes []any

		for line := range strings.SplitSeq(test.changes, "; ") {
			address, rest, _ := strings.Cut(line, ": ")
			last, next, _ := strings.Cut(rest, "->")

			before, after := fields(last), fields(next)
			actions := []string{"delete", "create"}

			switch {
			case before == nil:
				actions = []string{"create"}
			case after == nil:
				actions = []string{"delete"}
			case before["id"] == after["id"]:
				actions = []string{"update"}
			}

			unknown := object{"id": after["id"] == nil, "base_url": after["base_url"] == nil}
			changes = append(changes, marked(changeOf(address, actions, before, after), "after_unknown", unknown))
		}

		var got []string
		for _, theme := range reviewed(t, map[string]string{"plan.json": planOf(t, nil, changes...)}, "plan.json").Themes {
			got = append(got, fmt.Sprintf("%s: %s, %s, %s", theme.Address, theme.Before.Text("lm_primary_background_color"), theme.Action, theme.Note))
		}

		if diff := cmp.Diff(test.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestJoin_HidesWhatIsSensitive on either side, and joins no two plans.
func TestJoin_HidesWhatIsSensitive(t *testing.T) {
	gone := marked(changeOf("a", []string{"delete"}, at("secret", "#111", "x"), nil), "before_sensitive", object{"id": true, "name": true, "applied_colors": true})
	next := marked(changeOf("b", []string{"create"}, nil, at("secret", "#222", "x")), "after_sensitive", object{"id": true, "name": true})
	other := marked(changeOf("c", []string{"delete", "create"}, at("secret", "#333", "x"), at("2", "#333", "x")), "before_sensitive", object{"id": true})
	plans := map[string]string{
		"both.json": planOf(t, nil, gone, next), "a.json": planOf(t, nil, gone), "b.json": planOf(t, nil, next), "c.json": planOf(t, nil, other),
	}

	for names, want := range map[string]string{
		"both.json":     "b (sensitive) Moved from a.",
		"c.json":        "c 2 Theme (sensitive) stays as it is. " + overwrites,
		"a.json b.json": "b (sensitive) " + overwrites + " a (sensitive) The theme is sent by another resource.",
	} {
		var got []string

		result := reviewed(t, plans, strings.Fields(names)...)
		for _, theme := range result.Themes {
			got = append(got, theme.Address, theme.ID, theme.Note)
		}

		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" || strings.Contains(fmt.Sprint(result), "secret") || strings.Contains(fmt.Sprint(result), "#111") {
			t.Errorf("%s: %v (-want +got):\n%s", names, result, diff)
		}
	}
}

// gateOf reports whether -fail-under accepts an update, and with -only-new.
func gateOf(t *testing.T, first, second map[string]string) (passes, passesOld bool) {
	t.Helper()

	fields := func(sent map[string]string) object {
		colors := maps.Clone(sent)
		delete(colors, "theme_mode")

		all := object{"id": "1", "name": "N", "applied_colors": colors}
		if mode, isSent := sent["theme_mode"]; isSent {
			all["theme_mode"] = mode
		}

		return all
	}
	change := changeOf("x", []string{"update"}, fields(first), fields(second))
	gate := func(options options) error {
		return newReview([]*plan{{themes: []theme{resourceOf(t, change).theme()}}}, options).gate()
	}

	return gate(options{failUnder: "AA"}) == nil, gate(options{failUnder: "AA", onlyNew: true}) == nil
}

// colorsAfter returns the colors that users see after updates of a service.
func colorsAfter(t *testing.T, omitted mockserver.OmittedFields, updates ...map[string]string) map[string]string {
	t.Helper()

	service := mockserver.New(mockserver.Options{Behavior: mockserver.Behavior{AcceptAnyID: true, OmittedFields: omitted}})

	for _, update := range updates {
		sent := object{"name": "N"}
		for name, value := range update {
			sent[name] = value
		}

		put(t, service, sent)
	}

	fields, _ := service.Appearance(1)
	colors := map[string]string{}

	for _, name := range palette.Attributes() {
		hiding := map[string]string{palette.LightPrefix: "dark", palette.DarkPrefix: "light"}[name[:3]]
		if color, isSet := fields[name].(string); isSet && fields["theme_mode"] != hiding {
			colors[name] = color
		}
	}

	return colors
}

// checkGate applies an update to the mock server, which keeps or resets what it
// no longer sends: what passes has no problems afterwards, or with -only-new none
// that it did not have before.
func checkGate(t *testing.T, first, second map[string]string) (errs []string) {
	t.Helper()

	passes, passesOld := gateOf(t, first, second)

	for _, omitted := range []mockserver.OmittedFields{mockserver.KeepOmitted, mockserver.ResetOmitted} {
		problems := palette.Problems(colorsAfter(t, omitted, first, second), palette.AA)
		before := palette.Problems(colorsAfter(t, omitted, first), palette.AA)
		isNew := func(p palette.Problem) bool {
			return !slices.ContainsFunc(before, func(old palette.Problem) bool { return old.Message == p.Message })
		}

		if passes && (len(problems) > 0 || !passesOld) || passesOld && slices.ContainsFunc(problems, isNew) {
			errs = append(errs, fmt.Sprintf("the update of %v to %v passes %t, with -only-new %t, and then has %v", first, second, passes, passesOld, problems))
		}
	}

	return errs
}

// TestGate_PassesNoThemeThatFailsAfterwards applies random updates.
func TestGate_PassesNoThemeThatFailsAfterwards(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		// Most palettes pass, so removing a color can make them fail.
		colors := map[string][]string{
			palette.LightPrefix: {"", "", "#ffffff", "#f4f4f4", "#dddddd", "#808080"}, palette.DarkPrefix: {"", "", "#000000", "#1a1a1a", "#222222", "#808080"},
			"outline": {"", "", "#1864ab", "#767676", "#eeeeee", "wihte"},
		}
		draw := func(label string, modes ...string) map[string]string {
			update := map[string]string{}
			if mode := rapid.SampledFrom(modes).Draw(rt, label+" theme_mode"); mode != "" {
				update["theme_mode"] = mode
			}

			for _, name := range palette.Attributes() {
				kind := name[:3]
				if strings.HasSuffix(name, palette.ButtonOutline) {
					kind = "outline"
				}

				if color := rapid.SampledFrom(colors[kind]).Draw(rt, label+" "+name); color != "" {
					update[name] = color
				}
			}

			return update
		}
		first, second := draw("first", "light", "dark", "both"), draw("second", "", "light", "dark", "both")

		if rapid.Bool().Draw(rt, "light mode does not change") {
			for _, name := range palette.Attributes()[:4] {
				delete(second, name)

				if color, isSet := first[name]; isSet {
					second[name] = color
				}
			}
		}

		for _, err := range checkGate(t, first, second) {
			rt.Error(err)
		}
	})
}

// TestGate_DependsOnWhatIsKept has an example of each outcome.
func TestGate_DependsOnWhatIsKept(t *testing.T) {
	const primary, light, outline, dark = "lm_primary_background_color", "lm_light_background_color", "lm_button_outline_color", "dm_primary_background_color"

	type colors = map[string]string

	for name, test := range map[string]struct {
		first, second     colors
		passes, passesOld bool
		kept              int // colors
	}{
		"what is kept passes":     {colors{primary: "#fff", light: "#eee"}, colors{primary: "#fff"}, true, true, 1},
		"what is kept fails":      {colors{primary: "#fff", outline: "#eee"}, colors{primary: "#fff"}, false, false, 1},
		"an old problem":          {colors{primary: "#fff", outline: "#eee"}, colors{primary: "#fff", outline: "#eee", dark: "#000"}, false, true, 0},
		"an old and a new one":    {colors{primary: "#fff", outline: "#eee"}, colors{primary: "#fff", outline: "#eee", dark: "wihte"}, false, false, 0},
		"from bad to bad":         {colors{primary: "#fff", outline: "#eee"}, colors{primary: "#fff", outline: "#ddd"}, false, false, 0},
		"an old one in dark mode": {colors{primary: "#fff", outline: "#eee", "theme_mode": "dark"}, colors{primary: "#fff", outline: "#eee", "theme_mode": "both"}, false, false, 0},
	} {
		for _, update := range []colors{test.first, test.second} {
			if update["theme_mode"] == "" {
				update["theme_mode"] = "both"
			}
		}

		passes, passesOld := gateOf(t, test.first, test.second)

		kept := len(colorsAfter(t, mockserver.KeepOmitted, test.first, test.second)) - len(colorsAfter(t, mockserver.ResetOmitted, test.first, test.second))
		if errs := checkGate(t, test.first, test.second); passes != test.passes || passesOld != test.passesOld || kept != test.kept || len(errs) > 0 {
			t.Errorf("%s: passes %t, with -only-new %t, %d colors kept, %q", name, passes, passesOld, kept, errs)
		}
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

// TestOutputs_NameSeveralBaseURLs unless all themes have the same.
func TestOutputs_NameSeveralBaseURLs(t *testing.T) {
	const from, to = "https://x.y", "https://z.y"

	a, b := changeOf("a", []string{"create"}, nil, at("1", "#fff", from)), changeOf("b", []string{"create"}, nil, at("1", "#fff", to))
	moving := changeOf("a", []string{"update"}, at("1", "#fff", from), at("1", "#fff", to))

	for want, plan := range map[string]string{
		"": planOf(t, nil, a), " at " + from: planOf(t, nil, a, b), " from " + from + " to " + to: planOf(t, nil, moving),
	} {
		_, table, summary := previewed(t, plan, "-markdown", "-")
		_, page, _ := previewed(t, plan, "-html", "-")
		_, result, _ := previewed(t, plan, "-json", "-")

		cell := strings.ReplaceAll(want, "://", ":<!-- -->//")
		if !strings.Contains(summary, "id 1"+want+", first apply") || !strings.Contains(table, "id 1"+cell+" |") ||
			!strings.Contains(page, "id <bdi>1</bdi>"+want+" <code>a</code>") || !strings.Contains(result, `"base_url":"https://`) {
			t.Errorf("%q:\n%s\n%s\n%s\n%s", want, summary, table, page, result)
		}
	}
}
