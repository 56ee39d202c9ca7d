package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// shownRow is a row of an output: the labels of its themes, "more" if it does not
// name all, and the texts of its fields.
type shownRow struct {
	labels []string
	fields map[string]string
}

func (r shownRow) shows(values map[string][]string) bool {
	for name, texts := range values {
		for _, text := range texts {
			if !strings.Contains(r.fields[name], text) {
				return false
			}
		}
	}

	return true
}

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

// rowsOfSummary reads what the program prints.
func rowsOfSummary(summary string) (rows []shownRow) {
	var of *shownRow

	for line := range strings.Lines(summary) {
		line, isField := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "  ")
		label, rest, _ := strings.Cut(line, ": ")

		switch {
		case !isField:
			rows = append(rows, shownRow{[]string{label}, map[string]string{}})
			of = &rows[len(rows)-1]
		case regexp.MustCompile(`^\d+ themes`).MatchString(of.labels[0]):
			of.labels = strings.Split(line, ", ")
		default:
			of.fields[label] = rest
		}
	}

	return rows
}

// rowsOfTable reads the Markdown, in which texts stay escaped.
func rowsOfTable(table string) (rows []shownRow) {
	code := regexp.MustCompile(`<code>(.*?)</code>|and \d+ (more)`)

	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 {
			continue
		}

		row := shownRow{fields: map[string]string{}}
		for _, match := range code.FindAllStringSubmatch(cells[0], -1) {
			row.labels = append(row.labels, match[1]+match[2])
		}

		for field := range strings.SplitSeq(cells[1], "<br>") {
			name, value, _ := strings.Cut(field, ": ")
			row.fields[strings.ReplaceAll(name, `\`, "")] = value
		}

		rows = append(rows, row)
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

	for theme := range root.Descendants() {
		if theme.Data != "details" || !slices.ContainsFunc(theme.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Val, "theme") }) {
			continue
		}

		row := shownRow{fields: map[string]string{}}

		for node := range theme.Descendants() {
			if id := slices.IndexFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "id" }); id >= 0 {
				row.labels = append(row.labels, node.Attr[id].Val)
			}

			for field := range node.Ancestors() {
				if node.Data == "code" && (field.Data == "tr" || field.Data == "div" || field.Data == "li") {
					row.fields[textOf(node)] += textOf(field)
					break
				}
			}
		}

		rows = append(rows, row)
	}

	return rows
}

func textOf(node *html.Node) string {
	var text strings.Builder

	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			text.WriteString(child.Data)
		}
	}

	return text.String()
}

const notice = "**Not all themes are in this table, which would be too long.**"

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

		checkValues(t, string(plan), "-all")
	}

	rapid.Check(t, func(rt *rapid.T) {
		var changes []any
		for i := range rapid.IntRange(1, 25).Draw(rt, "themes") {
			changes = append(changes, drawChange(rt, fmt.Sprintf("x[%d]", i)))
		}

		checkValues(rt, planOf(t, nil, changes...))
	})
}

// drawChange draws a change with few different values, so many are equal.
func drawChange(t *rapid.T, address string) object {
	long := strings.Repeat("long ", 20)
	values := map[string][]any{
		"name": {"Sales", "Support"}, "theme_mode": {nil, nil, "light", "dark", "both"}, "start_message": {nil, "", "Hi", long + "Tan", long + "Red"},
		"recommendations": {nil, []any{}, []any{"Why?", long + "1?", long, long + "2?"}, []any{"Why?", long + "3?", long, long + "4?"}},
		"show_sidebar":    {nil, true, false}, "triggers": {nil, object{"at": "5"}, object{"at": "6"}}, "write_only_version": {nil, nil, nil, "7", "8"},
	}
	draw := func(label string) object {
		fields, colors := object{"id": address}, object{}
		for name, of := range values {
			fields[name] = rapid.SampledFrom(of).Draw(t, label+" "+name)
		}

		for _, name := range palette.Attributes()[2:5] {
			if color := rapid.SampledFrom([]any{nil, nil, "#123", "#FFF", "White", "wihte", "#777777"}).Draw(t, label+" "+name); color != nil {
				colors[name] = color
			}
		}

		if fields[writeOnly] == nil {
			fields[appliedColors] = colors
		}

		return fields
	}
	before, after := draw("last applied"), draw("planned")
	actions := rapid.SampledFrom([]string{"create", "update", "update", "update", "delete create", "delete"}).Draw(t, "actions")

	switch actions {
	case "create":
		before = nil
	case "delete":
		after = nil
	case "delete create":
		after["id"] = rapid.SampledFrom([]string{address, "new"}).Draw(t, "id")
	}

	marks := object{rapid.SampledFrom([]string{"", "start_message", appliedColors}).Draw(t, "mark"): after != nil}
	change := marked(changeOf(address, strings.Fields(actions), before, after), "after_sensitive", marks)

	if before == nil || after == nil {
		change["change"].(object)[map[bool]string{true: "before", false: "after"}[before == nil]] = nil
	}

	return change
}
