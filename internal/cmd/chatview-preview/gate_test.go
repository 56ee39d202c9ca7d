package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// twin returns an applied theme of a service.
func twin(address, id string, baseURL any) object {
	return changeOf(address, []string{"create"}, nil, at(id, "#fff", baseURL))
}

func TestGate_SetsExitStatus(t *testing.T) {
	gray := changeOf("gray", []string{"create"}, nil, fieldsOf("8", "#767676")) // 4.62 with black
	removing := changeOf("removing", []string{"update"}, fieldsOf("3", "none"), object{"id": "3", "name": "N", "applied_colors": object{}})
	newer := marked(changeOf("newer", []string{"create"}, nil, object{"id": "9", "name": "N", "applied_colors": object{"lm_accent_color": "#fff"}}),
		"after_sensitive", object{"lm_accent_color": true})
	renaming := []any{changeOf("old", []string{"delete"}, at("3", "none", "x"), nil), changeOf("new", []string{"create"}, nil, object{"id": "3", "name": "N", "base_url": "x", "applied_colors": object{}})}
	vague := marked(changeOf("vague", []string{"delete", "create"}, fieldsOf("3", "none"), object{"name": "N", "applied_colors": object{}}),
		"after_unknown", object{"id": true})
	old := changeOf("old", []string{"update"}, fieldsOf("4", "none"), fieldsOf("4", "none"))
	vagueOld := marked(changeOf("old", []string{"delete", "create"}, fieldsOf("4", "none"), object{"name": "N", "applied_colors": object{"lm_primary_background_color": "none"}}),
		"after_unknown", object{"id": true})

	versioned := object{"id": "3", "name": "N", "base_url": "x", "theme_mode": "light", writeOnly: "1"}
	colored := func(id string, baseURL any, names ...string) object {
		colors := object{}
		for _, name := range names {
			colors[name] = "#ffffff"
		}

		return object{"id": id, "name": "N", "base_url": baseURL, "theme_mode": "light", appliedColors: colors}
	}
	light := palette.Attributes()[:3]
	all := colored("3", "x", light...)
	all[appliedColors].(object)["lm_button_outline_color"] = "#000"
	unsure := func(change object, unknown string) object {
		delete(change["change"].(object)["after"].(object), unknown)
		return marked(change, "after_unknown", object{unknown: true})
	}
	bare := object{"id": "3", "name": "N", "base_url": "x"}

	for _, test := range []struct {
		changes []any
		flags   string
		want    int
	}{
		// What a version hid, the service may still have, unless all colors are sent.
		{[]any{changeOf("a", []string{"update"}, versioned, colored("3", "x", light...))}, "-fail-under AA -only-new", exitProblems},
		{[]any{changeOf("a", []string{"update"}, versioned, colored("3", "x", light...))}, "-fail-under AA -allow-unjudged", exitOK},
		{[]any{changeOf("a", []string{"update"}, versioned, all)}, "-fail-under AA", exitOK},
		{[]any{changeOf("a", []string{"delete", "create"}, versioned, colored("3", "x", light...))}, "-fail-under AA", exitProblems},
		{[]any{unsure(changeOf("a", []string{"delete", "create"}, versioned, colored("3", "x", light...)), "id")}, "-fail-under AA", exitProblems},
		{[]any{unsure(changeOf("a", []string{"update"}, versioned, colored("3", "x", light...)), "base_url")}, "-fail-under AA", exitProblems},
		{[]any{changeOf("a", []string{"update"}, bare, colored("3", "x", light...))}, "-fail-under AA", exitProblems},
		{[]any{changeOf("a", []string{"delete", "create"}, versioned, colored("4", "x", light...))}, "-fail-under AA", exitOK}, // first apply of another
		{[]any{changeOf("a", []string{"update"}, versioned, colored("3", "y", light...))}, "-fail-under AA", exitOK},
		{[]any{newer}, "-fail-under AA", exitProblems},
		{[]any{good, bad}, "-json -", exitOK},
		{[]any{good, hidden}, "-fail-under AA -allow-unjudged", exitOK},
		{[]any{bad, hidden}, "-fail-under AA -allow-unjudged", exitProblems},
		{[]any{good, same}, "-fail-under AA -all", exitProblems},
		{[]any{gray}, "-fail-under AA", exitOK},
		{[]any{gray}, "-fail-under AAA", exitProblems},
		{[]any{twin("a", "1", "x"), twin("b", "1", "x")}, "-fail-under AA -allow-unjudged", exitProblems},
		{[]any{twin("a", "7", "x"), twin("b", "7", "x"), twin("c", "7", nil)}, "-fail-under AA", exitProblems},
		{renaming, "-fail-under AA", exitProblems},
		{[]any{old}, "-fail-under AA", exitProblems},
		{[]any{old, good}, "-fail-under AA -only-new", exitOK},
		{[]any{old, bad}, "-fail-under AA -only-new", exitProblems},
		{[]any{old, hidden}, "-fail-under AA -only-new", exitProblems},
		{[]any{old, same}, "-fail-under AA -only-new -all", exitOK},
		{[]any{vagueOld}, "-fail-under AA -only-new", exitProblems},
		{[]any{twin("a", "1", "x"), twin("b", "1", "x")}, "-fail-under AA -only-new", exitProblems},
		{[]any{vague}, "-fail-under AA", exitProblems},
		{[]any{removing}, "-fail-under AA -allow-unjudged", exitOK},
	} {
		code, _, stderr := previewed(t, planOf(t, nil, test.changes...), strings.Fields(test.flags)...)
		if code != test.want || (code == exitProblems) != strings.Contains(stderr, "chatview-preview: -fail-under AA") {
			t.Errorf("%s: exit status %d, want %d: %s", test.flags, code, test.want, stderr)
		}

		counted := map[bool]string{true: "themes with new problems: ", false: "themes with problems: "}[strings.Contains(test.flags, "-only-new")]
		if code == exitProblems && !strings.Contains(stderr, counted) {
			t.Errorf("%s: %q is not in %s", test.flags, counted, stderr)
		}
	}
}

// TestGate_NamesWhatFails in its last line, the first five of each kind. JSON names all
// that share an id, and other outputs have their rows.
func TestGate_NamesWhatFails(t *testing.T) {
	var changes []any
	for i := range 7 {
		changes = append(changes,
			changeOf(fmt.Sprintf("bad[%d]", i), []string{"create"}, nil, at(fmt.Sprint("b", i), "wihte", "x")),
			changeOf(fmt.Sprintf("good[%d]", i), []string{"update"}, at(fmt.Sprint("g", i), "#eee", "x"), at(fmt.Sprint("g", i), "#fff", "x")),
			twin(fmt.Sprintf("twin[%d]", i), "1", "x"))
	}

	twins := at("1", "#fff", "x")
	changes = append(changes, hidden, changeOf("same", []string{"no-op"}, twins, twins))
	plan := planOf(t, nil, changes...)

	_, result, stderr := previewed(t, plan, "-json", "-", "-fail-under", "AA")
	if want := "chatview-preview: -fail-under AA: themes with problems: 7 (bad[0], bad[1], bad[2], bad[3], bad[4] and 2 more), not fully checked: 1 (hidden), " +
		"overwriting each other: 8 (twin[0], twin[1], twin[2], twin[3], twin[4] and 3 more)\n"; !strings.HasSuffix(stderr, want) {
		t.Errorf("the last line is not %q in %s", want, stderr)
	}

	if want := `"Several themes share an id: 1 at x (twin[0], twin[1], twin[2], twin[3], twin[4], twin[5], twin[6], same). At`; !strings.Contains(result, want) {
		t.Errorf("no %s in %s", want, result)
	}

	if want := "\n23 themes: 15 first apply, 7 changed, 1 unchanged; 8 share an id; 7 themes with problems, 1 not fully checked, by WCAG 2.2 AA.\n"; !strings.Contains(stderr, want) {
		t.Errorf("no %q in %s", want, stderr)
	}

	_, table, _ := previewed(t, plan, "-markdown", "-")
	for _, output := range []string{table, stderr} {
		plain := strings.NewReplacer(`\`, "", "<!-- -->", "").Replace(output)
		for i := range 7 {
			if !strings.Contains(plain, fmt.Sprintf("twin[%d]", i)) {
				t.Errorf("no twin[%d] in %s", i, output)
			}
		}
	}

	if strings.LastIndex(table, "<code>twin") > strings.Index(table, "<code>good") || !strings.Contains(table, " **8 share an id**; **7 themes with problems**, ") {
		t.Errorf("themes that share an id are not in front, or in bold: %s", table)
	}

	if _, _, stderr = previewed(t, planOf(t, nil, twin("a", "1", "x"), twin("b", "1", "x")), "-json", "-"); !strings.Contains(stderr, "\n2 themes: first apply; 2 share an id.\n") {
		t.Errorf("what is printed does not end with what is shared: %s", stderr)
	}
}

// gateOf reports whether -fail-under accepts an update, and with -only-new. A version
// hides the colors before it.
func gateOf(t *testing.T, first, second map[string]string, isVersioned bool) (passes, passesOld bool) {
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

	before := fields(first)
	if isVersioned {
		before[appliedColors], before[writeOnly] = nil, "1"
	}

	change := changeOf("x", []string{"update"}, before, fields(second))
	gate := func(options options) error {
		return newReview([]*plan{{themes: []*plannedTheme{resourceOf(t, change).theme()}}}, options).gate()
	}

	return gate(options{failUnder: "AA"}) == nil, gate(options{failUnder: "AA", onlyNew: true}) == nil
}

// colorsAfter returns the colors that users see after updates, of a service that keeps or
// resets what it is no longer sent.
func colorsAfter(resets bool, updates ...map[string]string) map[string]string {
	colors := map[string]string{}

	for _, update := range updates {
		if resets {
			clear(colors)
		}

		maps.Copy(colors, update)
	}

	hiding := map[string]string{"dark": palette.LightPrefix, "light": palette.DarkPrefix}[colors["theme_mode"]]
	maps.DeleteFunc(colors, func(name, _ string) bool { return name[:3] == hiding || name == "theme_mode" })

	return colors
}

// checkGate compares the colors before and after an update: what passes has no problems
// afterwards, or with -only-new none that it did not have before.
func checkGate(t *testing.T, first, second map[string]string, isVersioned bool) (errs []string) {
	t.Helper()

	passes, passesOld := gateOf(t, first, second, isVersioned)

	for _, resets := range []bool{false, true} {
		problems := palette.Problems(colorsAfter(resets, first, second), palette.AA)
		before := palette.Problems(colorsAfter(resets, first), palette.AA)
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

		for _, err := range checkGate(t, first, second, rapid.Bool().Draw(rt, "a version hides the first")) {
			rt.Error(err)
		}
	})
}
