package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestMarkdown_IsNeitherMarkupNorLinked(t *testing.T) {
	for text, want := range map[string]string{
		"plain text, 3:1 (1.42:1) 100%":            "plain text, 3:1 (1.42:1) 100%<!-- -->",
		"<b>|`*_~\\":                               "&lt;b&gt;\\|\\`\\*\\_\\~<!-- -->\\\\",
		"![a](b) [issue:1]":                        `\!<!-- -->\[<!-- -->a\](b) \[<!-- -->issue:1\]`,
		"@team #1 !2 $3 &4 %5 ~6 ^7":               `@<!-- -->team #<!-- -->1 \!<!-- -->2 \$<!-- -->3 &amp;<!-- -->4 %<!-- -->5 \~<!-- -->6 ^<!-- -->7`,
		"GH-12 gl-3 high-4":                        "G<!-- -->H-12 g<!-- -->l-3 high-4",
		":tada: :+1: :100: at 10:30:15":            ":<!-- -->tada: :<!-- -->+1: :<!-- -->100: at 10:<!-- -->30:15",
		"https://x.y WWW.x.y":                      "https:<!-- -->//x.y W<!-- -->WW.x.y",
		"0123456 012345":                           "012345<!-- -->6 012345",
		"A94A8FE5CCB19BA61C4C0873D391E987982FBBD3": "A94A8F<!-- -->E5CCB1<!-- -->9BA61C<!-- -->4C0873<!-- -->D391E9<!-- -->87982F<!-- -->BBD3",
		"a\nb\x1b\u202e\ue000":                     `"a\\nb\\x1b\\u202e\\ue000"`,
	} {
		if got := markdown(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// attacked puts an attack into every text and key of a JSON value, but for those
// without which it would be no plan.
func attacked(value any, key, attack string) any {
	switch value := value.(type) {
	case string:
		if !slices.Contains([]string{"mode", "type", "format_version", "actions"}, key) {
			return value + attack
		}
	case []any:
		for i := range value {
			value[i] = attacked(value[i], key, attack)
		}
	case map[string]any:
		for name := range value {
			value[name] = attacked(value[name], name, attack)
		}

		value[attack] = attack
	}

	return value
}

func TestOutputs_EscapeEveryTextOfAPlan(t *testing.T) {
	const hidden, attack = "\x1b\u202e\u009b\u2028", "\x1b[2J\u202e\u009b\u2028|`\n<img src=x>"

	content, err := os.ReadFile("testdata/tofu.json")

	var plan any
	if err := errors.Join(err, json.Unmarshal(content, &plan)); err != nil {
		t.Fatal(err)
	}

	text, err := json.Marshal(attacked(plan, "", attack))
	if err != nil {
		t.Fatal(err)
	}

	_, _, summary := previewed(t, string(text), "-all", "-json", "-")
	_, table, _ := previewed(t, string(text), "-all", "-markdown", "-")
	_, result, _ := previewed(t, string(text), "-all", "-json", "-")
	_, page, _ := previewed(t, string(text), "-all", "-html", "-")

	for output, escaped := range map[string]string{
		summary: `\x1b[2J\u202e\u009b\u2028|` + "`" + `\n<img`,
		table:   `\\x1b\[<!-- -->2J\\u202e\\u009b\\u2028\|\` + "`" + `\\n&lt;img`,
		result:  `\u001b[2J\u202e\u009b\u2028|` + "`" + `\n\u003cimg`,
	} {
		if strings.ContainsAny(output, hidden) || strings.Contains(output, "\n<img") || !strings.Contains(output, escaped) {
			t.Errorf("not escaped as %s:\n%q", escaped, output)
		}
	}

	var read review
	if err := json.Unmarshal([]byte(result), &read); err != nil || !strings.HasSuffix(read.Themes[0].Address, attack) {
		t.Errorf("error %v, address %q", err, read.Themes[0].Address)
	}

	root, err := html.Parse(strings.NewReader(page))
	if err != nil || strings.Contains(page, "<img src=x>") || !strings.Contains(page, `\x1b[2J\u202e\u009b\u2028|`+"`"+`\n&lt;img`) {
		t.Errorf("error %v, page\n%q", err, page)
	}

	for _, text := range textsAround(root) {
		if strings.ContainsAny(text, hidden) {
			t.Errorf("the page has %q", text)
		}
	}
}

// textsAround returns the texts of a page, but for those in chat views, which are
// as their users see them.
func textsAround(root *html.Node) (texts []string) {
	for node := range root.Descendants() {
		isDrawn := false
		for parent := range node.Ancestors() {
			isDrawn = isDrawn || slices.Contains(parent.Attr, html.Attribute{Key: "class", Val: "chat"})
		}

		if node.Type == html.TextNode && !isDrawn {
			texts = append(texts, node.Data)
		}
	}

	return texts
}

// TestTable_LacksTheLast of many themes: what fails is first.
func TestTable_LacksTheLast(t *testing.T) {
	changes := []any{bad}
	for i := range 800 {
		changes = append([]any{changeOf(fmt.Sprintf("chatview_appearance.theme[%d]", i), []string{"create"}, nil, fieldsOf("1", fmt.Sprintf("no %d", i)))}, changes...)
	}

	_, table, _ := previewed(t, planOf(t, nil, changes...), "-markdown", "-")
	rows := strings.Count(table, "\n| <code>")

	rest := fmt.Sprintf("|\n\nNot in this table, which would be too long: %d themes: first apply; %[1]d themes with problems, by WCAG 2.2 AA.\n", 801-rows)
	if len(table) > maxTable+200 || len(table) < maxTable*98/100 || !strings.HasSuffix(table, rest) ||
		!strings.Contains(table, "|---|---|---|\n| <code>bad</code>") {
		t.Errorf("%d bytes, %d rows, ending in %s", len(table), rows, table[len(table)-300:])
	}
}

// TestGroups_AreOneRow in every output but the JSON, which has each theme.
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

	var equal, brands, created, unjudged []any

	for i := range 500 {
		address, brand := fmt.Sprintf("x[%d]", i), fmt.Sprintf("#%06x", i)
		equal = append(equal, changeOf(address, []string{"update"}, fields(i, "Hi", "#000000"), fields(i, "Tan", "#000000")))
		brands = append(brands, changeOf(address, []string{"update"}, fields(1, "Hi", "#000000"), fields(1, "Hi", brand)))
		unjudged = append(unjudged, marked(changeOf(address, []string{"update"}, fields(1, "Hi", "#000000"), fields(1, fmt.Sprint(i%2), "#000000")),
			"after_sensitive", object{"applied_colors": true}))
		created = append(created, changeOf(address, []string{"create"}, nil, fields(1, "Hi", brand)))
	}

	for name, test := range map[string]struct {
		changes                []any
		rows, frames, maxTable int
		maxPage                int
		table, summary         []string
	}{
		"equal changes": {
			equal, 2, 7, 3000, 100_000,
			[]string{"| 50 themes:<br><code>x\\[<!-- -->0\\]</code>, ", "<code>x\\[<!-- -->90\\]</code> | changed<br>start\\_message: Hi → Tan |", "| 450 themes:<br><code>x\\[<!-- -->101\\]</code>, ", " and 445 more | changed<br>start\\_message: Hi → Tan |"},
			[]string{"50 themes, changed. 1 problem, also last applied; 2 of 8 colors are configured.\n  x[0], x[100], ", ", x[90]\n  start_message: Hi -> Tan\n", "450 themes, changed.", " and 445 more\n  start_message: Hi -> Tan\n", "\n500 themes with 2 kinds of change: changed; 50 themes with problems (0 with new ones)"},
		},
		"other values": {
			brands, 501, 599, 1200, 2_500_000,
			[]string{"and 494 more | changed<br>Their values differ; of the first:<br>lm\\_button\\_outline\\_color: `#000000` → `#000064`"},
			[]string{"499 themes, changed.", "  Their values differ; of the first:\n  lm_button_outline_color: #000000 -> #000064\n"},
		},
		"unjudged": {
			unjudged, 2, 6, 17_000, 100_000,
			[]string{"start\\_message: Hi → 0 |", "start\\_message: Hi → 1 |"},
			[]string{"250 themes, changed. Not checked: ", "  start_message: Hi -> 0\n", "  start_message: Hi -> 1\n"},
		},
		"first applies": {
			created, 501, 400, 5000, 2_000_000,
			[]string{"first apply<br>Their values differ; of the first:<br><code>x\\[<!-- -->0\\]</code>: lm\\_primary\\_background\\_color: `#ffffff`, lm\\_button\\_outline\\_color: `#000000`<br>"},
			[]string{"500 themes, first apply, overwrites existing themes.", "\n  x[499]: lm_primary_background_color #ffffff, lm_button_outline_color #0001f3\n"},
		},
	} {
		plan := planOf(t, nil, test.changes...)
		_, table, summary := previewed(t, plan, "-markdown", "-")
		_, page, _ := previewed(t, plan, "-html", "-")
		_, result, _ := previewed(t, plan, "-json", "-")

		for text, parts := range map[string][]string{table: test.table, summary: test.summary} {
			for _, part := range parts {
				if !strings.Contains(text, part) {
					t.Errorf("%s: no %q in\n%.3000s", name, part, text)
				}
			}
		}

		rows, frames := strings.Count(page, `<details class="theme`), strings.Count(page, `<div class="frame`)
		if len(table) > test.maxTable || len(page) > test.maxPage || rows != test.rows || frames != test.frames || strings.Count(page, ` id="x[`) != 500 ||
			strings.Count(result, `"address":"x[`) != 500 {
			t.Errorf("%s: table of %d bytes, page of %d, %d rows, %d frames, %d anchors", name, len(table), len(page), rows, frames, strings.Count(page, ` id="x[`))
		}
	}
}
