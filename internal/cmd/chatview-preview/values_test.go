package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// valuesOf returns what the row of a theme has to show of each field. text
// formats a value, and both a change of one.
func valuesOf(theme preview.Theme, text func(fields preview.Fields, name string) []string, both func(before, after []string) []string) map[string][]string {
	values := map[string][]string{}
	for _, name := range theme.Changed {
		values[name] = both(text(theme.Before, name), text(theme.After, name))
	}

	for name, value := range theme.After {
		// Whether these are sent is not known.
		isVague := value.Hidden == preview.NotPlanned || value.Hidden == preview.Unknown || value.Hidden == preview.AfterApply && source(name) == appliedColors
		if theme.Before == nil && theme.IsApplied && name != "id" && !isVague {
			values[name] = text(theme.After, name)
		}
	}

	return values
}

// oneText is the text of a field, as format makes it.
func oneText(format func(name, value string) string) func(preview.Fields, string) []string {
	return func(fields preview.Fields, name string) []string {
		if _, isSet := fields[name]; !isSet {
			return []string{format(name, "not configured")}
		}

		return []string{format(name, fields.Text(name))}
	}
}

// textsOnPage are the items of a list, or the text of another field.
func textsOnPage(fields preview.Fields, name string) (texts []string) {
	if fields[name].IsList() {
		for _, item := range fields[name].Parts() {
			texts = append(texts, preview.Printable(item))
		}

		return texts
	}

	return oneText(func(_, value string) string { return preview.Printable(value) })(fields, name)
}

const notice = "**Not all themes are in this table, which would be too long.**"

// checkNotice checks that the notice is there if a row does not fit, and only then.
func checkNotice(t rapid.TB, content, markdown string, options options) {
	t.Helper()

	p, err := parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}

	shown := newReview([]*plan{p}, options).preview()

	length := len(execute("table.md", table{Preview: shown}))
	for _, group := range shown.Groups() {
		length += len(execute("row.md", group))
	}

	if hasNotice := strings.Contains(markdown, notice); hasNotice != (length > maxTable) || !hasNotice && len(markdown) != length {
		t.Errorf("all rows have %d bytes, and the notice is %t", length, hasNotice)
	}
}

// checkValues compares the outputs about a plan with the JSON.
func checkValues(t rapid.TB, plan string, flags ...string) {
	t.Helper()

	outputs := map[string]string{}

	for _, flag := range []string{"-json", "-html", "-markdown"} {
		var stdout, stderr strings.Builder
		if code := run(slices.Concat(flags, []string{flag, "-", "-"}), strings.NewReader(plan), &stdout, &stderr); code != exitOK {
			t.Fatal(stderr.String())
		}

		outputs[flag], outputs[""] = stdout.String(), stderr.String()
	}

	var result review
	if err := json.Unmarshal([]byte(outputs["-json"]), &result); err != nil {
		t.Fatal(err)
	}

	checkNotice(t, plan, outputs["-markdown"], options{all: slices.Contains(flags, "-all")})

	arrow := func(arrow string) func(before, after []string) []string {
		return func(before, after []string) []string { return []string{before[0] + arrow + after[0]} }
	}

	for name, output := range map[string]struct {
		rows   []shownRow
		label  func(string) string
		values func(preview.Theme) map[string][]string
	}{
		"the summary": {rowsOfSummary(outputs[""]), preview.Printable, func(theme preview.Theme) map[string][]string {
			return valuesOf(theme, oneText(func(_, value string) string { return preview.Printable(value) }), arrow(" -> "))
		}},
		"the table": {rowsOfTable(outputs["-markdown"]), markdown, func(theme preview.Theme) map[string][]string {
			return valuesOf(theme, oneText(markdownField), arrow(" → "))
		}},
		"the page": {rowsOfPage(t, outputs["-html"]), func(label string) string { return label }, func(theme preview.Theme) map[string][]string {
			return valuesOf(theme, textsOnPage, func(before, after []string) []string { return append(before, after...) })
		}},
	} {
		for _, theme := range result.Themes {
			named := func(label string) func(shownRow) bool {
				return func(row shownRow) bool { return slices.Contains(row.labels, label) }
			}
			shows := func(row shownRow) bool { return row.shows(output.values(theme)) }
			label := output.label(theme.Label())
			isNamed := slices.ContainsFunc(output.rows, named(label))

			if !isNamed && name == "the table" {
				label = "more"
				if strings.Contains(outputs["-markdown"], notice) {
					continue
				}
			}

			if !slices.ContainsFunc(output.rows, func(row shownRow) bool { return named(label)(row) && shows(row) }) {
				t.Errorf("%s does not show in a row of %s: %q", name, label, output.values(theme))
			}
		}
	}
}

// TestOutputs_ShowEveryPlannedValue and, of a change, the value before, at its
// field in the row of its theme. Only the table may lack rows, and says so.
func TestOutputs_ShowEveryPlannedValue(t *testing.T) {
	for _, product := range []string{"terraform", "tofu"} {
		plan, err := os.ReadFile("testdata/" + product + ".json")
		if err != nil {
			t.Fatal(err)
		}

		checkValues(t, string(plan))
		checkValues(t, string(plan), "-all")
	}

	for number, hasNotice := range map[int]bool{50: false, 500: true} {
		brands := planOf(t, nil, changes(number, "chatview_appearance.tenant", brandOf(t, 0), brandOf(t, 1))...)
		checkValues(t, brands)

		if _, markdown, _ := previewed(t, brands, "-markdown", "-"); strings.Contains(markdown, notice) != hasNotice {
			t.Errorf("the notice about %d brands is in %d bytes: %t", number, len(markdown), !hasNotice)
		}
	}

	rapid.Check(t, func(rt *rapid.T) {
		var changes []any
		for i := range rapid.IntRange(4, 20).Draw(rt, "themes") {
			changes = append(changes, drawChange(rt, fmt.Sprintf("x[%d]", i)))
		}

		checkValues(rt, planOf(t, nil, changes...))
	})
}

// brandOf returns the fields of themes with eight colors.
func brandOf(t *testing.T, last int) func(i int) object {
	t.Helper()

	return func(i int) object {
		brand, err := palette.Parse(fmt.Sprintf("#%04x%02x", 97*i, 255*last))
		if err != nil {
			t.Fatal(err)
		}

		return object{"id": fmt.Sprint(i), "name": fmt.Sprint("Tenant ", i), "start_message": "Welcome", appliedColors: palette.Derive(brand)}
	}
}

// drawChange draws a change. Most values are the first ones, so many are equal.
func drawChange(t *rapid.T, address string) object {
	long := strings.Repeat("long ", 20)
	values := map[string][]any{
		"name": {"Sales", "Support"}, "theme_mode": {nil, "light", "dark", "both"}, "start_message": {"Hi", nil, "", long + "Tan", long + "Red"},
		"recommendations": {[]any{"Why?", long + "1?", long, long + "2?"}, []any{"Why?", long + "3?", long, long + "4?"}, []any{}, nil},
		"show_sidebar":    {nil, true, false}, "triggers": {nil, object{"at": "5"}, object{"at": "6"}}, writeOnly: {nil, "7", "8"},
	}
	for _, name := range palette.Attributes()[2:5] {
		values[name] = []any{"White", nil, "#123", "#FFF", "wihte", "#777777"}
	}

	draw := func(label string) object {
		colors := object{}
		fields := object{"id": address, appliedColors: colors}

		names := slices.Sorted(maps.Keys(values))

		unusual := rapid.SliceOfN(rapid.SampledFrom(names), 0, 2).Draw(t, label)
		for _, name := range names {
			value := values[name][0]
			if slices.Contains(unusual, name) {
				value = rapid.SampledFrom(values[name]).Draw(t, label+" "+name)
			}

			if source(name) != appliedColors {
				fields[name] = value
			} else if value != nil {
				colors[name] = value
			}
		}

		if fields[writeOnly] != nil {
			fields[appliedColors] = nil
		}

		return fields
	}
	before, after := draw("last applied"), draw("planned")
	actions := rapid.SampledFrom([]string{"update", "update", "update", "create", "delete create", "delete"}).Draw(t, "actions")
	mark := rapid.SampledFrom([]string{"", "", "", "start_message", appliedColors}).Draw(t, "mark")

	if actions == "delete create" {
		after["id"] = rapid.SampledFrom([]string{address, "new"}).Draw(t, "id")
	}

	change := marked(changeOf(address, strings.Fields(actions), before, after), "after_sensitive", object{mark: true})

	switch actions {
	case "create":
		change["change"].(object)["before"] = nil
	case "delete":
		change["change"].(object)["after"] = nil
	}

	return change
}
