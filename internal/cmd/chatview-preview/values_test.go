package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// shownRow is a row of an output: the labels of its themes, "more" if it does not
// name all, and the texts of its fields.
type shownRow struct {
	labels []string
	fields map[string]string
}

func (r shownRow) shows(label string, values map[string][]string) bool {
	for name, texts := range values {
		isMissing := func(text string) bool { return !strings.Contains(r.fields[name], text) }
		if slices.ContainsFunc(texts, isMissing) {
			return false
		}
	}

	return slices.Contains(r.labels, label)
}

// shownRows reads an output that is text. In Markdown, texts stay escaped.
func shownRows(output, row, label, field string) (rows []shownRow) {
	for _, text := range regexp.MustCompile(row).FindAllString(output, -1) {
		found := shownRow{fields: map[string]string{}}
		for _, match := range regexp.MustCompile(label).FindAllStringSubmatch(text, -1) {
			found.labels = append(found.labels, strings.Join(match[1:], ""))
		}

		for _, match := range regexp.MustCompile(field).FindAllStringSubmatch(text, -1) {
			found.fields[strings.ReplaceAll(match[1], `\`, "")] = match[2]
		}

		rows = append(rows, found)
	}

	return rows
}

// rowsOfPage reads the page, in which the name of a field is code.
func rowsOfPage(t rapid.TB, page string) (rows []shownRow) {
	t.Helper()

	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}

	for node := range root.Descendants() {
		for _, attribute := range node.Attr {
			switch {
			case attribute.Key == "id":
				rows[len(rows)-1].labels = append(rows[len(rows)-1].labels, attribute.Val)
			case node.Data == "details" && strings.HasPrefix(attribute.Val, "theme"):
				rows = append(rows, shownRow{fields: map[string]string{}})
			}
		}

		for field := range node.Ancestors() {
			if node.Data == "code" && slices.Contains([]string{"tr", "div", "li"}, field.Data) {
				rows[len(rows)-1].fields[textOf(node)] += textOf(field)
				break
			}
		}
	}

	return rows
}

func textOf(node *html.Node) (text string) {
	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			text += child.Data
		}
	}

	return text
}

// sidesOf returns what a row has to show of each field: both sides of a change, or
// what is sent if there is nothing to compare.
func sidesOf(theme preview.Theme) map[string][]preview.Fields {
	sides := map[string][]preview.Fields{}
	for _, name := range theme.Changed {
		sides[name] = []preview.Fields{theme.Before, theme.After}
	}

	for name, value := range theme.After {
		// Whether these are sent is not known.
		isVague := value.Hidden == preview.NotPlanned || value.Hidden == preview.Unknown || value.Hidden == preview.AfterApply && source(name) == appliedColors
		if theme.Before == nil && theme.IsApplied && name != "id" && !isVague {
			sides[name] = []preview.Fields{theme.After}
		}
	}

	return sides
}

// valuesOf returns the texts that the row of a theme has to show of each field.
func valuesOf(theme preview.Theme) (inSummary, inTable, onPage map[string][]string) {
	inSummary, inTable, onPage = map[string][]string{}, map[string][]string{}, map[string][]string{}

	for name, sides := range sidesOf(theme) {
		planned := sides[len(sides)-1][name]
		if planned.IsList() {
			for i, item := range planned.Items() {
				if before := sides[0][name]; len(sides) == 1 || !before.IsList() || i >= len(before.Items()) || before.Items()[i] != item {
					quoted := strconv.Quote(item)
					inSummary[name], inTable[name], onPage[name] = append(inSummary[name], quoted), append(inTable[name], markdown(quoted)), append(onPage[name], quoted)
				}
			}

			continue
		}

		var texts, cells []string

		for _, side := range sides {
			text := side[name].Shown()
			if side[name].IsList() {
				text = side[name].Note()
			}

			if name == overrides && side[name].JSON != nil && len(sides) == 2 && sides[0][name].JSON != nil && sides[1][name].JSON != nil {
				text, texts, cells = "changed, not visible in a plan", nil, nil
			}

			texts, cells = append(texts, preview.Printable(text)), append(cells, markdownField(name, text))
			onPage[name] = append(onPage[name], preview.Printable(text))
		}

		inSummary[name], inTable[name] = []string{strings.Join(texts, " -> ")}, []string{strings.Join(cells, " → ")}
	}

	return inSummary, inTable, onPage
}

// checkValues compares the outputs about a plan with the JSON.
func checkValues(t rapid.TB, plan string) {
	t.Helper()

	outputs := map[string]string{}

	for _, flag := range []string{"-json", "-html", "-markdown"} {
		var stdout, stderr strings.Builder
		if code := run([]string{flag, "-", "-"}, strings.NewReader(plan), &stdout, &stderr); code != exitOK {
			t.Fatal(stderr.String())
		}

		outputs[flag], outputs[""] = stdout.String(), stderr.String()
	}

	var result review
	if err := json.Unmarshal([]byte(outputs["-json"]), &result); err != nil {
		t.Fatal(err)
	}

	checkSame(t, plan, outputs["-html"], result)

	summary := shownRows(outputs[""], `(?m)^\S.*\n(?:  .*\n)*`, `(?:^|  |, )([^\s:,]+)`, `\n  (\w+): (.*(?:\n    .*)*)`)
	table := shownRows(outputs["-markdown"], `(?m)^\| .*`, `<code>(.*?)</code>|and \d+ (more)`, `<br>([\w\\]+): ((?:\\\||<!-- -->|<br>(?:[+-] )?\d+\.|[^<|])*)`)
	page := rowsOfPage(t, outputs["-html"])

	for _, theme := range result.Themes {
		inSummary, inTable, onPage := valuesOf(theme)
		shows := func(rows []shownRow, label string, values map[string][]string) bool {
			return slices.ContainsFunc(rows, func(row shownRow) bool { return row.shows(label, values) })
		}
		label := theme.Label()

		if !shows(summary, label, inSummary) {
			t.Errorf("what is printed does not show in a row of %s: %q", label, inSummary)
		}

		if !shows(table, markdown(label), inTable) && !shows(table, "more", inTable) {
			t.Errorf("the table does not show in a row of %s: %q", label, inTable)
		}

		if !shows(page, label, onPage) {
			t.Errorf("the page does not show in a row of %s: %q", label, onPage)
		}
	}
}

// checkSame compares the values of a plan, hidden or not, of themes that the page calls
// the same change.
func checkSame(t rapid.TB, plan, page string, result review) {
	t.Helper()

	var read document
	if err := json.Unmarshal([]byte(plan), &read); err != nil {
		t.Fatal(err)
	}

	values, themes := map[string]*change{}, map[string]preview.Theme{}

	for _, text := range read.ResourceChanges {
		r, err := newResource(text)
		if err != nil {
			t.Fatal(err)
		}

		values[r.Address] = r.Change
	}

	for _, theme := range result.Themes {
		themes[theme.Address] = theme
	}

	for _, row := range strings.Split(page, `<details class="theme`)[1:] {
		var all []string

		for _, id := range regexp.MustCompile(` id="(x\[\d+\])"`).FindAllStringSubmatch(row, -1) {
			text := ""

			for _, name := range themes[id[1]].Listed() {
				sides := []map[string]any{values[id[1]].After, values[id[1]].Before}
				if !themes[id[1]].HasTwoLooks() {
					sides = sides[:1]
				}

				for _, side := range sides {
					value := side[source(name)]
					if colors, _ := value.(map[string]any); source(name) == appliedColors {
						value = colors[name]
					}

					text += fmt.Sprintf("%s: %#v, ", name, value)
				}
			}

			all = append(all, text)
		}

		if isSame := len(slices.Compact(all)) < 2; !isSame && !strings.Contains(row, ", as far as the plan shows") {
			t.Errorf("these are called the same: %q", all)
		}
	}
}

// TestOutputs_ShowEveryPlannedValueOfRandomPlans and, of a change, the value before, at
// its field in the row of its theme.
func TestOutputs_ShowEveryPlannedValueOfRandomPlans(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var changes []any
		for i := range rapid.IntRange(4, 20).Draw(rt, "themes") {
			changes = append(changes, drawChange(rt, fmt.Sprintf("x[%d]", i)))
		}

		checkValues(rt, planOf(t, nil, changes...))
	})
}

// drawChange draws a change with few values, so many are equal.
func drawChange(t *rapid.T, address string) object {
	long := strings.Repeat("long ", 20)
	draw := func(side string) object {
		of := func(name string, values ...any) any { return rapid.SampledFrom(values).Draw(t, side+" "+name) }
		fields := object{
			"id": address, "name": of("name", "Sales", "Sales", "Support"), "start_message": of("start_message", "Hi", "Hi", nil, "", long+"Tan", long+"Red"),
			"recommendations": of("recommendations", []any{}, []any{}, []any{"Why?", long + "1?", long, long + "2?"}, []any{"Why?", long + "3?", long, long + "4?"}),
			"theme_mode":      of("theme_mode", nil, nil, "light"), writeOnly: of(writeOnly, nil, nil, nil, nil, "7"),
		}

		if fields[writeOnly] == nil {
			fields[appliedColors] = object{"lm_button_outline_color": of("outline", "White", "White", "#777777"), "lm_light_background_color": of("light", "#FFF", "#FFF", "#FFF", "wihte")}
		}

		return fields
	}
	before, after := draw("last applied"), draw("planned")
	actions := rapid.SampledFrom([]string{"update", "update", "update", "create", "delete create"}).Draw(t, "actions")
	change := marked(changeOf(address, strings.Fields(actions), before, after), rapid.SampledFrom([]string{"after_sensitive", "after_unknown"}).Draw(t, "kind of mark"),
		object{rapid.SampledFrom([]string{"", "", "", "start_message", appliedColors}).Draw(t, "mark"): true})

	switch actions {
	case "create":
		change["change"].(object)["before"] = nil
	case "delete create":
		after["id"] = rapid.SampledFrom([]string{address, "new"}).Draw(t, "id")
	}

	return change
}
