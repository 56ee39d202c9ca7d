package main

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestMarkdown_IsNeitherMarkupNorLinked(t *testing.T) {
	for text, want := range map[string]string{
		"plain text, 3:1 (1.42:1) 100%":                         "plain text, 3:1 (1.42:1) 100%<!-- -->",
		"<b>|`*_~\\":                                            "&lt;b&gt;\\|\\`\\*\\_\\~<!-- -->\\\\",
		"![a](b) [issue:1]":                                     `\!<!-- -->\[<!-- -->a\](b) \[<!-- -->issue:1\]`,
		"@team #1 !2 $3 &4 %5 ~6 ^7":                            `@<!-- -->team #<!-- -->1 \!<!-- -->2 \$<!-- -->3 &amp;<!-- -->4 %<!-- -->5 \~<!-- -->6 ^<!-- -->7`,
		"GH-12 gl-3 high-4":                                     "GH<!-- -->-12 gl<!-- -->-3 high-4",
		"ACME-123 UTF-8 A-1 acme-1 xACME-1":                     "ACME<!-- -->-123 UTF<!-- -->-8 A-1 acme-1 xACME-1",
		"DEADBEEF-1 abcdef012345GH-1":                           "DEADBE<!-- -->EF<!-- -->-1 abcdef<!-- -->012345<!-- -->GH<!-- -->-1",
		strings.Repeat("x", 28) + "GH-1":                        strings.Repeat("x", 28) + "GH<wbr/>-1",
		strings.Repeat("x", 30) + "GH-1":                        strings.Repeat("x", 30) + "<wbr/>GH<!-- -->-1",
		strings.Repeat("_", 61) + " " + strings.Repeat("x", 29): strings.Repeat(strings.Repeat(`\_`, 30)+"<wbr/>", 2) + `\_ ` + strings.Repeat("x", 29),
		strings.Repeat("äΩж", 11):                               strings.Repeat("äΩж", 10) + "<wbr/>äΩж",
		strings.Repeat("Ge\u0308", 16):                          strings.Repeat("Ge\u0308", 15) + "<wbr/>Ge\u0308",
		strings.Repeat("x", 30):                                 strings.Repeat("x", 30),
		strings.Repeat("売", 40):                                 strings.Repeat("売", 40),
		":tada: :+1: :100: at 10:30:15":                         ":<!-- -->tada: :<!-- -->+1: :<!-- -->100: at 10:<!-- -->30:15",
		"https://x.y WWW.x.y":                                   "https:<!-- -->//x.y W<!-- -->WW.x.y",
		"0123456 012345":                                        "012345<!-- -->6 012345",
		"A94A8FE5CCB19BA61C4C0873D391E987982FBBD3":              "A94A8F<!-- -->E5CCB1<!-- -->9BA61C<!-- -->4C0873<!-- -->D391E9<!-- --><wbr/>87982F<!-- -->BBD3",
		"Ask me   anything":                                     "Ask me&nbsp;&nbsp; anything",
		"مساعد 2!":                                              "\u2068مساعد 2\\!<!-- -->\u2069",
		"10 שקלים":                                              "\u206810 שקלים\u2069",
		"١٠":                                                    "\u2068١٠\u2069",
		"\u2069":                                                `"\\u2069"`,
		"a\nb\x1b\u202e\ue000":                                  `"a\\nb\\x1b\\u202e\\ue000"`,
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
	table = strings.ReplaceAll(table, "<wbr/>", "")
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
