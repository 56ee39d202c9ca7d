package preview_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// change makes an update of a theme.
func change(before, after map[string]any, changed ...string) preview.Theme {
	theme := themeOf(after)
	theme.Address, theme.Action, theme.Before, theme.Changed = "chatview_appearance.x", "changed", fieldsOf(before), changed

	return theme
}

func TestPage_SaysWhatThePlanChangesAndWhatIsWrong(t *testing.T) {
	bad := change(values{lightPrimary: "#fff"}, values{"id": "42", "name": "Bad", lightPrimary: "#fff", lightOutline: "#eee", "start_message": "Hi"}, lightOutline, "start_message")
	hidden := preview.Theme{ID: "2", Name: "Hidden", Action: "changed", Verdict: &preview.Verdict{Unjudged: "its colors are known after apply"}}
	gone := preview.Theme{ID: "7", Name: "Gone", Before: fieldsOf(map[string]any{"lm_button_outline_color": "none"}), Action: "removed from state", Outcome: "no longer managed; the theme stays as it is", Place: "at x_y"}
	page := render(t, bad, hidden, themeOf(branded(t, "#0b7285")), themeOf(map[string]any{"id": "1"}), gone)

	want := "Themes 5 themes: 2 changed, 1 removed from state; ✗ 1 theme with problems, 1 not fully checked, by WCAG 2.2 AA. Hatched or dashed: no color is known."
	if header := page.all("header")[0].text(); !strings.HasPrefix(header, want) {
		t.Errorf("header %q, want %q", header, want)
	}

	known := themeOf(values{mode: "light", lightPrimary: "#fff", lightLight: "#fff", lightDark: "#fff", lightOutline: "#000"})
	if header := render(t, known).all("header")[0].text(); strings.Contains(header, "Hatched") {
		t.Errorf("header %q, and nothing is hatched", header)
	}

	p := previewOf(gone)
	p.Made, p.Hazards, p.Notes = "Planned today.", []string{"A hazard."}, []string{"A note."}

	header := parsed(t, p).all("header")[0]
	if want := "Planned today. ✗ A hazard. A note."; !strings.HasSuffix(header.text(), want) || header.all("fails")[0].text() != "✗ A hazard." {
		t.Errorf("header %q, want ... %q", header.text(), want)
	}

	wantRows := []string{
		"→ Bad changed: 1 color, start_message id 42 chatview_appearance.x ✗ 1 problem; 2 of 8 colors are configured Light mode: Outline 1.16:1",
		"Hidden changed id 2 ? Not checked: its colors are known after apply",
		"Theme id 1 ✓ No problems found; custom_css_overrides is not checked",
		"(no name) id 1 No colors are configured",
		"Gone no longer managed; the theme stays as it is id 7 at x_y",
	}
	if diff := cmp.Diff(wantRows, texts(rowsOf(page))); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}

	want = "start_message Last applied Hi Planned Ho Light mode "
	if content := render(t, change(map[string]any{"start_message": "Hi"}, map[string]any{"start_message": "Ho"}, "start_message")).all("content")[0].text(); !strings.HasPrefix(content, want) {
		t.Errorf("the content does not begin with the text: %q", content)
	}

	want = "Light mode ✗ Outline (#eee) has a contrast of 1.16:1 on Primary background (#fff); an outline needs at least 3:1. The nearest color that passes is #949494. Set instead: lm_button_outline_color = \"#949494\" Last applied "
	if content := page.all("content")[0].text(); !strings.HasPrefix(content, want) {
		t.Errorf("the content does not begin with the problem: %q", content)
	}

	// On what is suggested, the second outline passes as it is.
	passing := render(t, themeOf(values{darkPrimary: "#fff", darkLight: "#000", darkOutline: "#fff"}))
	if got := texts(append(page.all("pre"), passing.all("pre")...)); !slices.Equal(got, []string{`lm_button_outline_color = "#949494"`, `dm_primary_background_color = "#767676"`}) {
		t.Errorf("lines to paste: %q", got)
	}

	if got, isLast := strings.Count(page.text(), "Assumed: "), strings.HasPrefix(page.all("footer")[0].text(), "Assumed: "); got != 1 || !isLast {
		t.Errorf("the page says %d times what is assumed, at its end: %t", got, isLast)
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
	openOf := func(page node) (open []int) {
		for i, theme := range page.all("theme") {
			if _, isOpen := theme.attribute("open"); isOpen {
				open = append(open, i)
			}
		}

		return open
	}
	equal := []preview.Theme{change(branded(t, "#0b7285"), branded(t, "#0b7285"), "triggers")}
	texts := func(i int, others ...string) preview.Theme {
		before, after := branded(t, "#0b7285"), branded(t, "#0b7285")
		after["start_message"], after["triggers"] = i, len(others)

		return change(before, after, append([]string{"name", "start_message", "recommendations"}, others...)...)
	}
	page := render(t, slices.Concat(slices.Repeat([]preview.Theme{bad}, 210), slices.Repeat([]preview.Theme{good}, 200))...)
	printed, full := len(page.all("printed")), 0

	for i, theme := range page.all("theme") {
		content := theme.all("content")[0]

		want := "Only the first rows have pictures."
		if i < 210 {
			want = "✗ " + bad.Verdict.Problems[0].Message + " " + want
		}

		if len(content.all("colors")) > 0 {
			full++
		} else if text := content.text(); text != want {
			t.Errorf("theme %d is shown as %q", i, text)
		}
	}

	if got := len(render(t, good, good, good).all("printed")); got != 3 {
		t.Errorf("of three themes without problems, %d are printed", got)
	}

	if open := openOf(page); len(open) > 0 || printed != 20 || full != 200 {
		t.Errorf("themes %v are open, %d are printed and %d are shown in full", open, printed, full)
	}

	for name, test := range map[string]struct {
		themes []preview.Theme
		want   []int
	}{
		"only": {[]preview.Theme{good}, []int{0}}, "only, failing": {[]preview.Theme{bad}, []int{0}},
		"only one that fails": {[]preview.Theme{bad, good, good}, []int{0}}, "three that fail": {[]preview.Theme{bad, good, bad, bad}, []int{0, 2, 3}}, "four that fail": {[]preview.Theme{bad, bad, bad, bad, good}, nil},
		"none that fails": {[]preview.Theme{good, good}, nil}, "only a group": {slices.Repeat(equal, 22), []int{0}},
		"three with texts":       {[]preview.Theme{texts(1), texts(1), texts(2), texts(3), equal[0]}, []int{1, 2, 3}},
		"four with texts":        {[]preview.Theme{texts(1), texts(2), texts(3), texts(4)}, nil},
		"texts and other fields": {[]preview.Theme{texts(1, "triggers"), texts(2, "lm_button_outline_color")}, nil},
	} {
		if got := openOf(render(t, test.themes...)); !slices.Equal(got, test.want) {
			t.Errorf("%s: themes %v are open", name, got)
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

func TestPage_IsOneFile(t *testing.T) { //nolint:gocyclo // a condition for each thing that it may not have
	page := render(t, themeOf(branded(t, "#0b7285")))
	for _, tag := range []string{"script", "img", "a", "iframe"} {
		if found := page.all(tag); len(found) > 0 {
			t.Errorf("the page has %d elements %s", len(found), tag)
		}
	}

	html, style := preview.Render(previewOf()), page.all("style")[0].FirstChild.Data
	if !bytes.HasPrefix(html, []byte("\ufeff<!doctype html>")) || regexp.MustCompile(`[^\x00-\x7f]`).MatchString(style) {
		t.Errorf("in another encoding than UTF-8, the policy forbids its style sheet: %.20q", html)
	}

	if fill, _ := page.all("miniature")[0].all("svg")[0].attribute("fill"); fill != "none" {
		t.Errorf("without the style sheet, unknown colors are drawn in %q", fill)
	}

	// The validators of the W3C complain about what browsers repair.
	var many []preview.Theme
	for i := range 201 {
		many = append(many, change(map[string]any{"recommendations": []any{"a"}}, map[string]any{"recommendations": []any{i}}, "recommendations"))
	}

	for child, parents := range map[string]string{"h2": "hgroup section", "dd": "div"} {
		for _, each := range render(t, many...).all(child) {
			if !slices.Contains(strings.Fields(parents), each.Parent.Data) {
				t.Errorf("%s is in %s", child, each.Parent.Data)
			}
		}
	}

	links, policy := page.all("link"), ""
	for _, meta := range page.all("meta") {
		if name, _ := meta.attribute("http-equiv"); name == "Content-Security-Policy" {
			policy, _ = meta.attribute("content")
		}
	}

	if link, _ := links[0].attribute("href"); len(links) != 1 || !strings.HasPrefix(link, "data:") || strings.Contains(link, " ") || strings.Contains(policy, "script-src") || strings.Contains(policy, "unsafe") ||
		!strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("%d links, policy %q", len(links), policy)
	}
}

// styleSheet is what a page may have behind the style sheets of the package.
var styleSheet = regexp.MustCompile(`\n((?:\.look-0-(?:light|dark)(?:-applied|-suggested)?\{color-scheme:only (?:light|dark);--text:#(?:000000|ffffff)` +

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
	for name, test := range map[string]struct {
		fields           values
		onLight, outline string // their cells: as planned, and with suggestions
	}{
		"passes":   {fields: values{lightLight: "#fff", lightOutline: "#949494"}, onLight: "#fff ✓ 21.00:1", outline: "#949494 ✓ 3.03:1 on Light background"},
		"hidden":   {fields: values{lightLight: preview.Sensitive, lightOutline: "#000"}, onLight: "(sensitive)", outline: "#000"},
		"no color": {fields: values{lightLight: "hello"}, onLight: "hello ✗ not a color", outline: "not configured"},
		"the worst background": {
			fields:  values{lightPrimary: "#fff", lightLight: "#eee", lightOutline: "#949494"},
			onLight: "#eee ✓ 18.09:1 | #eee ✓ 18.09:1", outline: "#949494 ✗ fails 2.61:1 on Light background | #898989 ✓ 3.01:1 on Light background",
		},
		"not rounded": {
			fields:  values{lightPrimary: "#777", lightLight: "#000"},
			onLight: "#000 ✗ fails 1.00:1 | #757575 ✓ 4.55:1", outline: "not configured | not configured",
		},
		"not offered": {fields: values{mode: "dark", lightLight: "#777", lightOutline: "#777"}, onLight: "#777 ✓ 4.68:1", outline: "#777 ✗ fails 1.00:1 on Light background"},
	} {
		page := render(t, themeOf(test.fields))
		if diff := cmp.Diff([]string{test.onLight, test.outline}, append(colorsOf(page, lightLight), colorsOf(page, lightOutline)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
