package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

const notice = "**Not all themes are in this table, which would be too long.**"

// rowsOf returns how the rows of a table begin, without what escapes texts.
func rowsOf(table string) (rows []string) {
	for line := range strings.Lines(strings.NewReplacer("<!-- -->", "", `\`, "").Replace(table)) {
		if row, isRow := strings.CutPrefix(line, "| "); isRow && !strings.HasPrefix(row, "Theme ") {
			rows = append(rows, strings.Split(row, " | ")[0])
		}
	}

	return rows
}

// changes returns updates of themes from one theme to others.
func changes(number int, name string, before, after func(i int) object) (all []any) {
	for i := range number {
		all = append(all, changeOf(fmt.Sprintf("%s[%d]", name, i), []string{"update"}, before(i), after(i)))
	}

	return all
}

// textOrColor returns fields with a text and a background.
func textOrColor(text string, color int) object {
	return object{"id": "1", "name": "N", "start_message": text, appliedColors: object{"lm_primary_background_color": fmt.Sprintf("#ff%04x", color)}}
}

// TestTable_BeginsWithWhatIsUnusual: what fails, and then the kinds of change with
// the fewest rows.
func TestTable_BeginsWithWhatIsUnusual(t *testing.T) {
	first := func(int) object { return textOrColor("Hi", 0) }
	all := slices.Concat(
		changes(768, "brand", first, func(i int) object { return textOrColor("Hi", i+1) }),
		changes(400, "text", first, func(i int) object { return textOrColor([]string{"Tan", "Ton"}[i/399], 0) }),
		[]any{bad, hidden},
	)
	// Themes with a change that is too long, and one with a short change of as long a list.
	long, longer := first(0), first(0)
	long["recommendations"] = slices.Repeat([]string{strings.Repeat("Why? ", 56)}, 500)
	longer["recommendations"] = slices.Repeat([]string{strings.Repeat("Why? ", 56)}, 501)
	all = append(all, changeOf("long", []string{"update"}, first(0), long), changeOf("long, too", []string{"update"}, first(0), long), changeOf("longer", []string{"update"}, long, longer))

	t.Chdir(t.TempDir())

	for flags, outputs := range map[string]string{"": "The log has", "-html a": "The page and the log have", "-json b": "The JSON and the log have", "-json b -html a": "The page, the JSON and the log have"} {
		_, table, _ := previewed(t, planOf(t, nil, all...), append(strings.Fields(flags), "-markdown", "-")...)
		rows := rowsOf(table)

		if begin := []string{
			"<code>bad</code><br>Theme 2, id 2", "<code>hidden</code><br>N, id 5",
			"399 themes:<br><code>text[0]</code>, <code>text[1]</code>, <code>text[2]</code>, <code>text[3]</code>, <code>text[4]</code> and 394 more",
			"<code>text[399]</code><br>N, id 1", "<code>longer</code><br>N, id 1",
		}; !slices.Equal(rows[:5], begin) || !strings.Contains(rows[5], "brand[0]") || len(table) > maxTable+500 || len(table) < maxTable*95/100 || !strings.Contains(table, "**1 theme with problems**") {
			t.Errorf("a table of %d bytes begins with the rows %q", len(table), rows[:7])
		}

		shown := 0
		for _, row := range rows {
			shown += strings.Count(row, "brand[")
		}

		above, _, _ := strings.Cut(table, "\n| Theme |")
		_, got, _ := strings.Cut(above, notice)

		want := fmt.Sprintf(" %s also:\n\n- 2 changed: recommendations, as <code>long</code>\n- %d changed: 1 color, as <code>brand\\[<!-- -->", outputs, 768-shown)
		if !strings.HasPrefix(got, want) {
			t.Errorf("the notice %q, want %q", got, want)
		}
	}
}

// TestTable_HasNothingThatPassesWithoutAllThatFails: a table in which problems are
// missing would look like a good one. Each row of a failing theme is longer than the one
// before, so what passes would fit behind the last that does, and one at the end is short.
func TestTable_HasNothingThatPassesWithoutAllThatFails(t *testing.T) {
	all := []any{good, hidden}
	for i := range 40 {
		all = append(all, changeOf(fmt.Sprintf("theme[%02d]", i), []string{"create"}, nil, fieldsOf("1", strings.Repeat("x ", 100*(i%39)+i))))
	}

	const missing = 23

	_, table, _ := previewed(t, planOf(t, nil, all...), "-markdown", "-")

	for _, want := range []string{fmt.Sprintf("\n- %d with problems, first apply, as <code>theme", missing), "\n- 1 changed: 1 color, as <code>good</code>\n\n|", "\n| <code>theme\\[<!-- -->39\\]</code>"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in %.2000s", want, table)
		}
	}
}

// TestTable_FoldsWhatHasNothingToCompare behind more than three rows. A note is before
// the fields, and each side of a change has its own direction, but no address, which is
// there to be copied.
func TestTable_FoldsWhatHasNothingToCompare(t *testing.T) {
	first := changeOf(`x["متجر"]`, []string{"create"}, nil, object{"id": "1", "name": "متجر", "start_message": "Hi", appliedColors: object{}})
	next := changeOf("y", []string{"delete", "create"}, object{"id": "206", "name": "متجر"}, object{"id": "207", "name": "متجر 2"})
	texts := changeOf("z", []string{"update"}, object{"id": "2", "name": "متجر", "recommendations": []any{"كم؟", "A"}}, object{"id": "2", "name": "متجر 2", "recommendations": []any{"كم 2؟"}})

	const (
		overwritten = "Overwrites an existing theme. The plan does not show how that one looks."
		fields      = "<br>name: \u2068متجر\u2069<br>start\\_message: Hi"
	)

	for isFolded, all := range map[bool][]any{false: {first, next, texts}, true: {first, next, texts, bad}} {
		_, table, _ := previewed(t, planOf(t, nil, all...), "-markdown", "-")

		open, end := "", ""
		if isFolded {
			open, end = "<details><summary>2 fields</summary>", "</details>"
		}

		for _, want := range []string{
			`| <code>x\["متجر"\]</code><br>` + "\u2068متجر\u2069, id 1 | first apply<br>" + overwritten + open + fields + end + " |",
			"replaced by another id<br>Theme 206 stays as it is. " + overwritten + strings.Replace(open, "2 fields", "1 field", 1) + "<br>name: \u2068متجر 2\u2069" + end + " |",
			"changed<br>name: \u2068متجر\u2069 → \u2068متجر 2\u2069<br>recommendations: 1 item, 0 unchanged<br>1. \u2068\"كم؟\"\u2069 → \u2068\"كم 2؟\"\u2069<br>- 2. \"A\" |",
		} {
			if !strings.Contains(strings.ReplaceAll(table, "<!-- -->", ""), want) {
				t.Errorf("folded %t: no %q in\n%s", isFolded, want, table)
			}
		}
	}
}

// TestTable_EmphasizesWhatFails: a number is bold where -fail-under counts it.
func TestTable_EmphasizesWhatFails(t *testing.T) {
	for flags, want := range map[string]string{
		"":                               "**1 theme with problems**, 1 not fully checked,",
		"-fail-under AA":                 "**1 theme with problems**, **1 not fully checked**,",
		"-fail-under AA -allow-unjudged": "**1 theme with problems**, 1 not fully checked,",
	} {
		if _, table, _ := previewed(t, planOf(t, nil, bad, hidden), append(strings.Fields(flags), "-markdown", "-")...); !strings.Contains(table, want) {
			t.Errorf("%s: no %s in\n%s", flags, want, table)
		}
	}
}

// TestTable_NamesFewKinds of those that it leaves out, and no long address.
func TestTable_NamesFewKinds(t *testing.T) {
	many := table{Preview: &preview.Preview{}}
	for i := range 12 {
		many.Missing = append(many.Missing, slices.Repeat([]preview.Theme{{Action: fmt.Sprintf("kind %d", i), Address: strings.Repeat("x", 300*i)}}, i+1))
	}

	want := "The log has also:\n\n- 1 kind 0, as <code>\"\"</code>\n- 2 kind 1, as <code>" + strings.Repeat(strings.Repeat("x", 30)+"<wbr/>", 10) + "</code>\n- 3 kind 2\n- 4 kind 3\n"
	if got := execute("table.md", many); !strings.Contains(got, want) || !strings.Contains(got, "\n- 10 kind 9\n- and 2 more kinds\n") {
		t.Errorf("the notice is\n%s", got)
	}
}

// TestGroups_AreOneRow in every output but the JSON, which has each theme. Run it with
// -update to rewrite the file with how the table and the summary begin, and review it.
func TestGroups_AreOneRow(t *testing.T) {
	// The outline of every tenth does not pass, and each theme has other texts, Tan
	// among them, which is also the name of a color.
	fields := func(i int, message, outline string) object {
		if i%10 == 0 {
			outline = "#eee"
		}

		return object{"id": fmt.Sprint(i), "name": fmt.Sprint("Tenant ", i), "start_message": message, "base_url": "x",
			"applied_colors": object{"lm_primary_background_color": "#ffffff", "lm_button_outline_color": outline}}
	}
	update := func(i int, before, after object) object {
		before["id"], after["id"] = fmt.Sprint(i), fmt.Sprint(i)
		return changeOf(fmt.Sprintf("x[%d]", i), []string{"update"}, before, after)
	}

	var equal, brands, others, unjudged []any

	for i := range 500 {
		brand := fmt.Sprintf("#%06x", i)
		equal = append(equal, update(i, fields(i, "Hi", "#000000"), fields(i, "Tan", "#000000")))
		brands = append(brands, update(i, fields(1, "Hi", "#000000"), fields(1, "Hi", brand)))
		other := fields(1, "Hi", "#000000")
		other[appliedColors].(object)["dm_primary_background_color"], other[appliedColors].(object)["dm_button_outline_color"] = fmt.Sprintf("#00000%d", i%2), "#ffffff"

		if i < 250 {
			other["theme_mode"] = []string{"light", "dark"}[i/2%2] // as many colors
		}

		planned := maps.Clone(other)

		planned[appliedColors] = maps.Clone(other[appliedColors].(object))
		if i < 250 {
			planned[appliedColors].(object)["lm_button_outline_color"] = "#000001"
		} else {
			other["theme_mode"], planned["theme_mode"] = "light", "both"
		}

		others = append(others, update(i, other, planned))
		unjudged = append(unjudged, marked(update(i, fields(1, "Hi", "#000000"), fields(1, fmt.Sprint(i%2), "#000000")),
			"after_sensitive", object{"applied_colors": true}))
	}

	var texts strings.Builder

	for _, test := range []struct {
		name                            string
		changes                         []any
		rows, frames, maxTable, maxPage int
	}{
		{"equal changes", equal, 2, 7, 2000, 100_000},
		{"other values", brands, 500, 599, 60_000, 2_520_000},
		{"the same change of other themes", others, 6, 10, 2100, 120_000},
		{"unjudged", unjudged, 2, 6, 3000, 100_000},
	} {
		plan := planOf(t, nil, test.changes...)
		_, table, summary := previewed(t, plan, "-markdown", "-")
		_, page, _ := previewed(t, plan, "-html", "-")
		_, result, _ := previewed(t, plan, "-json", "-")

		fmt.Fprintf(&texts, "== %s\n\n%.6000s\n\n%.6000s\n\n", test.name, table, summary)

		rows, frames := strings.Count(page, `<details class="theme`), strings.Count(page, `<div class="frame`)
		if len(table) > test.maxTable || len(page) > test.maxPage || rows != test.rows || frames != test.frames || strings.Count(page, ` id="x[`) != 500 ||
			strings.Contains(page, "<p>The pictures, and values that do not change, are those of <code>x[") != (test.rows < 500) || strings.Count(result, `"address":"x[`) != 500 {
			t.Errorf("%s: table of %d bytes, page of %d, %d rows, %d frames, %d anchors", test.name, len(table), len(page), rows, frames, strings.Count(page, ` id="x[`))
		}
	}

	golden.Compare(t, "groups.txt", texts.String())
}
