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
)

// pieces are what hostile and foreign texts are made of.
var pieces = []string{
	"Ask", "a", "GH-1", "ACME-12", "www.x.y", "abcdef0123456", strings.Repeat("long-", 13), "ü", " ", "  ", "\u00a0", "売上", "カタカナ", "ขายน้ำ", "سؤال", "שאלה", "\u202e", "\u2068", "\u200b", "\ue000", "\ue001",
	"👩\u200d💻", "🇩🇪", "e\u0301", "é", "\u0301", `"`, `\`, `\n`, `\u00e9`, "\t", "\n", "\r\n", "\x1b[1m", "(", ")", "(sensitive)", "not configured", " -> ", "→", "|", "`", "<br>", "<!-- -->", "&lt;", "*", "_", "$", "[", "~", "1. ", ", ", ":",
}

// drawText draws a text of pieces, which may be empty.
func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, label), "")
}

// plain undoes what markdown does to a printable text.
func plain(cell string) string {
	undo := []string{"<!-- -->", "", "<wbr/>", "", "\u2068", "", "\u2069", "", "&nbsp;", " ", "&amp;", "&", "&lt;", "<", "&gt;", ">"}
	for _, char := range "|`*_[]~\\!$" {
		undo = append(undo, `\`+string(char), string(char))
	}

	return strings.NewReplacer(undo...).Replace(cell)
}

// read returns the value of a shown text.
func read(t rapid.TB, shown string, isText bool) (value any) {
	t.Helper()

	if text, err := strconv.Unquote(shown); strings.HasPrefix(shown, `"`) {
		if err != nil {
			t.Fatalf("%s is not quoted: %v", shown, err)
		}

		shown = text
	}

	if isText {
		return shown
	}

	if err := json.Unmarshal([]byte(shown), &value); err != nil {
		t.Fatalf("%s is no JSON: %v", shown, err)
	}

	return value
}

// lastSide returns the second side of a change, or all of what is none.
func lastSide(shown, arrow string) string {
	first, _ := strconv.QuotedPrefix(shown)

	decoder := json.NewDecoder(strings.NewReader(shown))
	if err := decoder.Decode(&map[string]any{}); err == nil {
		first = shown[:decoder.InputOffset()]
	}

	if _, second, isChange := strings.Cut(shown[len(first):], arrow); isChange {
		return second
	}

	return shown
}

// linesOf returns what an output that is text shows as planned of each field, and of the
// items of a list.
func linesOf(output, separator, arrow string, field, item *regexp.Regexp, plain func(string) string) map[string][]string {
	shown, name := map[string][]string{}, ""

	for line := range strings.SplitSeq(output, separator) {
		if match := item.FindStringSubmatch(line); match != nil && name != "" {
			shown[name] = append(shown[name], plain(match[1]))
		} else if match := field.FindStringSubmatch(line); match != nil {
			name = plain(match[1])
			shown[name] = []string{lastSide(plain(match[2]), arrow)}
		}
	}

	return shown
}

// pageLinesOf returns the same of the page.
func pageLinesOf(t rapid.TB, page string) map[string][]string {
	t.Helper()

	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}

	shown := map[string][]string{}

	for node := range root.Descendants() {
		if node.Data != "dt" {
			continue
		}

		side, items := "", map[string][]string{} // of the list of all that are planned, or of what differs

		for field := range node.Parent.Descendants() {
			switch isValue := slices.ContainsFunc(field.Attr, func(a html.Attribute) bool { return a.Key == "translate" }); {
			case isValue && field.Parent.Data == "dd":
				side = textOf(field)
			case isValue:
				list := field.Parent.Parent.Data
				items[list] = append(items[list], textOf(field))
			}
		}

		list := items["ol"]
		if list == nil {
			list = items["ul"]
		}

		shown[textOf(node)] = append([]string{side}, list...)
	}

	return shown
}

func textOf(node *html.Node) (text string) {
	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			text += child.Data
		}
	}

	return text
}

// TestOutputs_RebuildEveryPlannedValue: each output shows which value is planned, whatever
// characters it has, as a new one or as a change.
func TestOutputs_RebuildEveryPlannedValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(side string) object {
			items := []any{}
			for i := range rapid.IntRange(1, 4).Draw(rt, side+" items") {
				items = append(items, drawText(rt, fmt.Sprint(side, " item ", i)))
			}

			return object{
				"id": "1", "name": "N", "start_message": drawText(rt, side+" text"), "recommendations": items,
				triggers: object{"a": drawText(rt, side+" a"), "b": drawText(rt, side+" b")}, appliedColors: object{},
			}
		}

		before, after, actions := any(draw("last applied")), draw("planned"), "update"
		if rapid.Bool().Draw(rt, "is new") {
			before, actions = nil, "create"
		}

		plan := planOf(t, nil, changeOf("x", []string{actions}, before, after))
		_, table, summary := previewed(t, plan, "-markdown", "-")
		_, page, _ := previewed(t, plan, "-html", "-")
		table = regexp.MustCompile(`(?m)^\| <code>x.* \|  ?[^|]*\|$`).FindString(table)
		table = strings.TrimSuffix(strings.Split(table, " | No colors")[0], " |")

		for output, shown := range map[string]map[string][]string{
			"terminal": linesOf(summary, "\n", " -> ", regexp.MustCompile(`^  (\w+): (.*)`), regexp.MustCompile(`^    \S+ (.*)`), func(text string) string { return text }),
			"table":    linesOf(table, "<br>", " → ", regexp.MustCompile(`^([\w\\]+): (.*)`), regexp.MustCompile(`^\d+\. (.*)`), plain),
			"page":     pageLinesOf(rt, page),
		} {
			for _, name := range []string{"start_message", triggers, "recommendations"} {
				planned := fmt.Sprintf("%#v", after[name])
				if before != nil && planned == fmt.Sprintf("%#v", before.(object)[name]) || before != nil && name == "recommendations" && output != "page" {
					continue // TestLines_OfListsRebuildThem
				}

				var got any

				if lines := shown[name]; name != "recommendations" && len(lines) == 1 {
					got = read(rt, lines[0], name != triggers)
				} else if name == "recommendations" {
					items := []any{}
					for _, line := range lines[1:] {
						items = append(items, read(rt, line, true))
					}

					got = items
				}

				if fmt.Sprintf("%#v", got) != planned {
					rt.Errorf("%s: %s is %q, and rebuilt from %q as %q", output, name, after[name], shown[name], got)
				}
			}
		}
	})
}
