package preview_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// node is an element of a page.
type node struct{ *html.Node }

// render returns the page of themes.
func render(t *testing.T, themes ...preview.Theme) node {
	t.Helper()

	page, err := preview.Render(previewOf(themes...))
	root, parseErr := html.Parse(bytes.NewReader(page))

	if err := errors.Join(err, parseErr); err != nil {
		t.Fatal(err)
	}

	return node{root}
}

// attribute returns an attribute of the element, and whether it has it.
func (n node) attribute(name string) (value string, has bool) {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return "", false
	}

	return n.Attr[i].Val, true
}

// all returns the elements within n that have a tag or a class.
func (n node) all(tagOrClass string) []node {
	var found []node

	for child := range n.Descendants() {
		class, _ := node{child}.attribute("class")
		if child.Type == html.ElementNode && (child.Data == tagOrClass || slices.Contains(strings.Fields(class), tagOrClass)) {
			found = append(found, node{child})
		}
	}

	return found
}

// text returns the text of the element, with single spaces.
func (n node) text() string {
	var text strings.Builder

	for child := range n.Descendants() {
		switch {
		case child.Type == html.TextNode && child.Parent.Data != "style":
			text.WriteString(child.Data)
		case child.Type == html.ElementNode && !slices.Contains([]string{"wbr", "bdi", "ins", "del"}, child.Data):
			text.WriteString(" ")
		}
	}

	return strings.Join(strings.Fields(text.String()), " ")
}

// texts returns the texts of elements.
func texts(nodes []node) []string {
	all := []string{}
	for _, each := range nodes {
		all = append(all, each.text())
	}

	return all
}

// change makes an update of a theme.
func change(before, after map[string]any, changed ...string) preview.Theme {
	theme := themeOf(after)
	theme.Address, theme.Action, theme.Before, theme.Changed = "chatview_appearance.x", "changed", fieldsOf(before), changed

	return theme
}

func TestPage_SaysWhatThePlanChangesAndWhatIsWrong(t *testing.T) {
	bad := change(
		map[string]any{"lm_primary_background_color": "#fff"},
		map[string]any{"id": "42", "name": "Bad", "lm_primary_background_color": "#fff", "lm_button_outline_color": "#eee", "start_message": "Hi"},
		"lm_button_outline_color", "start_message")
	hidden := preview.Theme{ID: "2", Name: "Hidden", Action: "changed", Verdict: &preview.Verdict{Unjudged: "its colors are known after apply"}}
	gone := preview.Theme{ID: "7", Name: "Gone", Before: fieldsOf(map[string]any{"lm_button_outline_color": "none"}), Action: "removed from state"}
	page := render(t, bad, hidden, themeOf(branded(t, "#0b7285")), themeOf(map[string]any{"id": "1"}), gone)

	want := "Themes ✗ 1 theme with problems ? 1 theme not fully checked 5 themes: 2 changed, 1 removed from state; 1 theme with problems, 1 not fully checked, by WCAG 2.2 AA. Assumed: "
	if header := page.all("header")[0].text(); !strings.HasPrefix(header, want) {
		t.Errorf("header %q, want %q", header, want)
	}

	wantRows := []string{
		"→ Bad id 42 chatview_appearance.x changed ✗ 1 problem; 2 of 8 colors are set 1 color, start_message",
		"Hidden id 2 changed ? Not checked: its colors are known after apply",
		"Theme id 1 ✓ No problems found; 8 of 8 colors are set; custom_css_overrides is not checked",
		"(no name) id 1 No colors are set",
		"Gone id 7 removed from state",
	}
	if diff := cmp.Diff(wantRows, texts(rowsOf(page))); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}

	if content := page.all("content")[0].text(); !strings.HasPrefix(content, bad.Verdict.Problems[0].Message) {
		t.Errorf("the content does not begin with the problem: %q", content)
	}

	if got := strings.Count(page.text(), "Assumed: "); got != 1 {
		t.Errorf("the page says %d times what is assumed", got)
	}
}

// rowsOf returns the rows of the list.
func rowsOf(page node) []node {
	var rows []node
	for _, theme := range page.all("theme") {
		rows = append(rows, theme.all("summary")[0])
	}

	return rows
}

func TestPage_LimitsWhatIsOpenAndWhatIsFull(t *testing.T) {
	good, bad := themeOf(map[string]any{"id": "1"}), themeOf(map[string]any{"id": "2", "lm_primary_background_color": "none"})
	page := render(t, slices.Concat(slices.Repeat([]preview.Theme{bad}, 30), slices.Repeat([]preview.Theme{good}, 200))...)
	open, full := 0, 0

	for i, theme := range page.all("theme") {
		if _, isOpen := theme.attribute("open"); isOpen {
			open++
		}

		content := theme.all("content")[0]
		if len(content.all("colors")) > 0 {
			full++
		} else if text := content.text(); text != "Only the first themes are shown in full. For this one, use a file." {
			t.Errorf("theme %d is shown as %q", i, text)
		}
	}

	many := slices.Repeat([]preview.Theme{change(branded(t, "#0b7285"), branded(t, "#e03131"), palette.Attributes()...)}, 500)
	if file, err := preview.Render(previewOf(many...)); len(file) > 5_000_000 || err != nil {
		t.Errorf("the page of 500 themes in which every color changes has %d bytes, error %v", len(file), err)
	}

	if open != 20 || full != 200 {
		t.Errorf("%d themes are open and %d are shown in full", open, full)
	}

	for name, only := range map[string]preview.Theme{"good": good, "bad": bad} {
		if _, isOpen := render(t, only).all("theme")[0].attribute("open"); !isOpen {
			t.Errorf("the only theme is closed: %s", name)
		}
	}
}

func TestPage_IDsEqualAddresses(t *testing.T) {
	addresses := []string{`module.a["x y"].chatview_appearance.b["\"><b>&amp;"]`, "chatview_appearance.東京", "chatview_appearance.大阪", "chatview_appearance.a"}

	var themes []preview.Theme
	for _, address := range addresses {
		themes = append(themes, preview.Theme{Address: address, ID: "1"})
	}

	again := themes[3]
	themes = append(themes, again, preview.Theme{Plan: "b/plan.json", Address: "chatview_appearance.a"}, preview.Theme{ID: "7"})

	var got []string

	for _, content := range render(t, themes...).all("content") {
		id, _ := content.attribute("id")
		got = append(got, id)
	}

	want := append(addresses, "chatview_appearance.a'", "b/plan.json: chatview_appearance.a", "7")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestPage_IsOneFile(t *testing.T) {
	page := render(t, themeOf(branded(t, "#0b7285")))
	for _, tag := range []string{"script", "img", "a", "iframe"} {
		if found := page.all(tag); len(found) > 0 {
			t.Errorf("the page has %d elements %s", len(found), tag)
		}
	}

	links, policy := page.all("link"), ""
	for _, meta := range page.all("meta") {
		if name, _ := meta.attribute("http-equiv"); name == "Content-Security-Policy" {
			policy, _ = meta.attribute("content")
		}
	}

	if link, _ := links[0].attribute("href"); len(links) != 1 || !strings.HasPrefix(link, "data:") || strings.Contains(policy, "script-src") ||
		!strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("%d links, policy %q", len(links), policy)
	}
}

// styleSheet is what a page may have behind the style sheets of the package.
var styleSheet = regexp.MustCompile(`\n((?:\.look-0-(?:light|dark)(?:-before)?\{color-scheme:(?:light|dark);--text:#(?:000000|ffffff)` +
	`(?:;--[a-z]+:#[0-9a-f]{6};--[a-z]+-hatch:none;--[a-z]+-line:solid){0,4}\}\n)+)$`)

func TestStyleSheet_HasOnlyParsedColors(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		fields := map[string]any{"theme_mode": rapid.SampledFrom([]string{"light", "dark", "both"}).Draw(rt, "mode")}
		for _, name := range palette.Attributes() {
			fields[name] = rapid.OneOf(
				rapid.StringN(1, 7, -1),
				rapid.SampledFrom([]string{"#fff", "#a1B2c3", "red", "Tomato", "red;}", "#fff/*", "}*{", "url(x)", "</style"}),
			).Draw(rt, name)
		}

		page := render(t, change(fields, fields, "lm_primary_background_color", "dm_primary_background_color"))
		if css := page.all("style")[0].FirstChild.Data; !styleSheet.MatchString(css) || len(page.all("style")) > 1 {
			rt.Errorf("style sheet of %q:\n%s", fields, css)
		}
	})
}

func TestStyleSheet_DrawsOneTextColorPerMode(t *testing.T) {
	page := render(t, themeOf(map[string]any{
		// Black has more contrast on the first background, but not enough on
		// the second.
		"theme_mode": "light", "lm_primary_background_color": "#7b7b7b", "lm_light_background_color": "Navy", "lm_button_outline_color": "notred",
	}))
	css := styleSheet.FindStringSubmatch(page.all("style")[0].FirstChild.Data)[1]

	want := ".look-0-light{color-scheme:light;--text:#000000;--primary:#7b7b7b;--primary-hatch:none;--primary-line:solid" +
		";--light:#000080;--light-hatch:none;--light-line:solid}\n"
	if got, _, _ := strings.Cut(css, ".look-0-dark"); got != want {
		t.Errorf("style sheet %s, want %s", got, want)
	}
}

// colorsOf returns the cells of an attribute, one line for each table.
func colorsOf(page node, attribute string) []string {
	var lines []string

	for _, row := range page.all("tr") {
		if strings.HasSuffix(row.all("th")[0].text(), " "+attribute) {
			lines = append(lines, strings.Join(texts(row.all("td")), " | "))
		}
	}

	return lines
}

// 4.478 is the ratio by which w3c/wcag#200 ruled out rounding.
func TestColors_ShowContrastOfConfiguredColorsOnly(t *testing.T) {
	const light, outline = "lm_light_background_color", "lm_button_outline_color"
	for name, test := range map[string]struct {
		fields map[string]any
		want   string
		fails  []string
	}{
		"passes":   {map[string]any{light: "#fff", outline: "#949494"}, "#fff | ✓ 21.00 | ✓ 3.03", []string{}},
		"not set":  {map[string]any{}, "not set | – | –", []string{}},
		"hidden":   {map[string]any{light: preview.Sensitive, outline: "#000"}, "(sensitive) | – | –", []string{}},
		"no color": {map[string]any{light: "hello"}, "hello ✗ not a color | – | –", []string{"✗ Light is not a color"}},
		"text is not on outlines": {
			map[string]any{"dm_light_background_color": "#777", "dm_button_outline_color": "#000"}, "not set | – | –", []string{},
		},
		"outline not set": {map[string]any{light: "#fff"}, "#fff | ✓ 21.00 | –", []string{}},
		"not rounded": {
			map[string]any{"lm_primary_background_color": "#777", light: "#000"}, "#000 | ✗ 1.00 | –",
			[]string{"✗ Light has 1.00:1 with black text, less than 4.5:1"},
		},
		"not offered": {map[string]any{"theme_mode": "dark", light: "#777", outline: "#777"}, "#777 | ✓ 4.68 | ✗ 1.00", []string{"✗ Light has 1.00:1 with the outline, less than 3:1"}},
	} {
		page := render(t, themeOf(test.fields))
		if got := colorsOf(page, light); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}

		failures := []string{}
		for _, look := range page.all("failures") {
			failures = append(failures, texts(look.all("li"))...)
		}

		if diff := cmp.Diff(test.fails, failures); diff != "" {
			t.Errorf("%s: in words (-want +got):\n%s", name, diff)
		}
	}
}

// TestModes_ShowEachChangeAndFoldTheRest lists the headings and summaries of
// each mode, its changed colors, the chat views in it, and the values of a color.
func TestModes_ShowEachChangeAndFoldTheRest(t *testing.T) {
	names := []string{"theme_mode", "lm_primary_background_color", "dm_primary_background_color", "dm_light_background_color", "dm_button_outline_color"}
	fields := func(values string) map[string]any {
		all := map[string]any{}

		for i, value := range strings.Fields(values) {
			if value != "-" {
				all[names[i]] = value
			}
		}

		return all
	}

	const (
		lightChanges = "Light mode Primary: #fff → #eee: Before drawn #fff, After drawn #eee"
		darkIs       = "Dark mode, unchanged: drawn #000"
		darkFails    = "Dark mode, unchanged, open: drawn #000"
	)

	for name, test := range map[string]struct {
		before, after, changed string // values of names
		miniatures             int
		modes, fold            string
	}{
		"first apply":       {"", "both #fff #000", "", 1, "Light mode: drawn #fff; Dark mode: drawn #000", ""},
		"in dark mode":      {"", "dark #fff #000", "", 1, "Dark mode: drawn #000", "Light mode, not offered: #fff"},
		"one mode":          {"both #fff #000", "both #eee #000", names[1], 2, lightChanges, darkIs},
		"a text":            {"both #fff #000", "both #fff #000", "name", 1, "", "Light mode, unchanged: drawn #fff; " + darkIs},
		"offered":           {"light #fff #000", "both #fff #000", names[0], 2, "Dark mode: Before #000, After drawn #000", "Light mode, unchanged: drawn #fff"},
		"not offered":       {"light #fff #000", "light #fff #111", names[2], 1, "Dark mode Primary: #000 → #111: Before #000, After #111", "Light mode, unchanged: drawn #fff"},
		"two colors":        {"dark - -", "dark - wihte - #777", names[2] + " " + names[4], 2, "Dark mode Primary: not set → wihte Outline: not set → #777: Before drawn not, After drawn wihte", "Light mode, not offered: not"},
		"no color":          {"both #fff none", "both #eee none", names[1], 2, lightChanges, "Dark mode, unchanged, open: drawn none"},
		"an outline passes": {"both #fff #000 - #606060", "both #eee #000 - #606060", names[1], 2, lightChanges, darkIs},
		"an outline fails":  {"both #fff #000 - #111", "both #eee #000 - #111", names[1], 2, lightChanges, darkFails},
		"text fails":        {"both #fff #000 #fff", "both #eee #000 #fff", names[1], 2, lightChanges, darkFails},
	} {
		theme := change(fields(test.before), fields(test.after), strings.Fields(test.changed)...)
		if test.before == "" {
			theme.Before = nil
		}

		page := render(t, theme)

		list := func(nodes []node, title string) string {
			var modes []string

			for _, mode := range nodes {
				var looks []string

				for _, look := range mode.all("look") {
					parts := append(texts(look.all("h4")), slices.Repeat([]string{"drawn"}, len(look.all("chat")))...)
					value, _, _ := strings.Cut(look.all("td")[0].text(), " ")
					looks = append(looks, strings.Join(append(parts, value), " "))
				}

				heading := strings.TrimSpace(mode.all(title)[0].text() + " " + strings.Join(texts(mode.all("changes")), ""))
				if _, isOpen := mode.attribute("open"); isOpen {
					heading += ", open"
				}

				if len(looks) > 0 {
					modes = append(modes, heading+": "+strings.Join(looks, ", "))
				}
			}

			return strings.Join(modes, "; ")
		}
		if got := list(page.all("mode"), "h3"); got != test.modes {
			t.Errorf("%s: modes %q, want %q", name, got, test.modes)
		}

		if got := list(page.all("folded"), "summary"); got != test.fold {
			t.Errorf("%s: folded %q, want %q", name, got, test.fold)
		}

		if got := len(page.all("miniature")); got != test.miniatures {
			t.Errorf("%s: %d miniatures, want %d", name, got, test.miniatures)
		}
	}
}
