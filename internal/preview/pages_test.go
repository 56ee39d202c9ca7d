package preview_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestIndex_ShowsVerdicts(t *testing.T) {
	bad := map[string]any{"id": "42", "name": "Bad", "lm_primary_background_color": "#fff", "lm_button_outline_color": "#eee"}
	gone := preview.Theme{ID: "7", Name: "Gone", Before: fieldsOf(map[string]any{"lm_button_outline_color": "none"}), Action: "removed from state"}
	themes := []preview.Theme{themeOf(bad), themeOf(map[string]any{"id": "1", "name": "Bare"}), themeOf(branded(t, "#0b7285")), gone}
	page := get(t, pagesOf(themes...), "/preview/")
	for _, pattern := range []string{
		`; 1 with problems, by WCAG 2.2 AA<`,
		`(?s)href="42.html"><bdi>Bad<.*?id 42.*?✗ 1 problem; 2 of 8 colors are set</p>\s*<ul class="problems">\s*<li>lm_button_outline_color`,
		`(?s)<bdi>Bare<.*?<p class="verdict aside">No colors are set</p>`,
		`(?s)<bdi>Theme<.*?<p class="verdict passes">✓ No problems found; 8 of 8 colors are set; custom_css_overrides is not judged</p>`,
		`(?s)<bdi>Gone<.*?<span class="action">removed from state</span> <span class="aside">id 7</span></p>\s*</div>`,
	} {
		if !regexp.MustCompile(pattern).MatchString(page) {
			t.Errorf("there is no %s in:\n%s", pattern, page)
		}
	}
}

func TestWrite_PagesNeedNothingElse(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "pages")
	changed := themeOf(branded(t, "#0b7285"))
	changed.Address, changed.Before = `chatview_appearance.tenant["north"]`, fieldsOf(branded(t, "#e03131"))
	err := preview.Write(folder, preview.Preview{Level: palette.AA, Themes: []preview.Theme{changed}})
	if err != nil {
		t.Fatal(err)
	}
	for file, link := range map[string]string{
		"index.html": "chatview_appearance.tenant-north.html", "chatview_appearance.tenant-north.html": "index.html",
	} {
		content, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		page := string(content)
		if links := regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1); len(links) != 2 || links[0][1] != "data:," || links[1][1] != link {
			t.Errorf("%s has the links %q", file, links)
		}
		if strings.Contains(page, "<script") || !strings.Contains(page, `http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;`) {
			t.Errorf("%s has a script, or no policy:\n%s", file, page)
		}
	}
}

func TestPictures_HaveNoLinksOrScripts(t *testing.T) {
	pages := pagesOf(themeOf(branded(t, "#0b7285")))
	for _, path := range []string{"/preview/?picture", "/preview/1.html?picture"} {
		for _, markup := range []string{"<a ", "<script", "Updates automatically"} {
			if strings.Contains(get(t, pages, path), markup) {
				t.Errorf("%s has %s", path, markup)
			}
		}
	}
}

func TestKeys_AreGoodFileNames(t *testing.T) {
	var themes []preview.Theme
	for _, address := range []string{
		`chatview_appearance.tenant["north"]`, `chatview_appearance.tenant["North"]`, `module.a[0].chatview_appearance.x["../ä b:*?<>|\\"]`,
		"index", "", strings.Repeat("x", 300), "b-9", "b", "B",
	} {
		themes = append(themes, preview.Theme{Address: address, ID: "a~b"})
	}
	want := []string{
		"chatview_appearance.tenant-north", "chatview_appearance.tenant-North-2", "module.a-0.chatview_appearance.x-..-b-",
		"index-4", "a-b", strings.Repeat("x", 180), "b-9", "b", "B-9-9",
	}
	if diff := cmp.Diff(want, preview.Keys(themes)); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// styleSheet is what a page may have in front of the style sheets of the
// package.
var styleSheet = regexp.MustCompile(`<style>((\.theme-0(-before|-after)?\.(light|dark) \{
	color-scheme: (light|dark);
	--text: #(000000|ffffff);
(	--[a-z-]+: #[0-9a-f]{6};
(	--[a-z-]+-hatch: var\(--hatch\);
	--[a-z-]+-style: dashed;
)?){4}\}
)+)/\* The pages around`)

func TestStyleSheet_HasOnlyParsedColors(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		fields := map[string]any{"id": "1", "theme_mode": rapid.SampledFrom([]string{"light", "dark", "both"}).Draw(rt, "mode")}
		for _, name := range palette.Attributes() {
			fields[name] = rapid.OneOf(
				rapid.StringN(1, 7, -1),
				rapid.SampledFrom([]string{"#fff", "#a1B2c3", "red", "Tomato", "red;}", "#fff/*", "}*{", "url(x)", "</style"}),
			).Draw(rt, name)
		}
		drawn := themeOf(fields)
		drawn.Before = drawn.After
		if page := get(t, pagesOf(drawn), "/preview/1.html"); !styleSheet.MatchString(page) {
			rt.Errorf("style sheet of %q:\n%s", fields, page)
		}
	})
}

func TestStyleSheet_DrawsOneTextColorPerMode(t *testing.T) {
	page := get(t, pagesOf(themeOf(map[string]any{
		// Black has more contrast on the first background, but not enough on the
		// second.
		"id": "1", "theme_mode": "light", "lm_primary_background_color": "#767676", "lm_light_background_color": "Navy",
		"lm_button_outline_color": "notred",
	})), "/preview/1.html")
	css := styleSheet.FindStringSubmatch(page)[1]
	want := `.theme-0.light {
	color-scheme: light;
	--text: #ffffff;
	--primary-background: #767676;
	--light-background: #000080;
	--dark-background: #141517;
	--dark-background-hatch: var(--hatch);
	--dark-background-style: dashed;
	--button-outline: #909296;
	--button-outline-hatch: var(--hatch);
	--button-outline-style: dashed;
}
`
	if diff := cmp.Diff(want, css); diff != "" {
		t.Errorf("style sheet (-want +got):\n%s", diff)
	}
}

// rowOf returns the cells of an attribute in the table of its mode, or of a
// field in the list, without markup.
func rowOf(t *testing.T, page, attribute string) []string {
	t.Helper()
	plain := html.UnescapeString(page)
	for _, found := range regexp.MustCompile(`(?s)<(?:tr|div)(?: class="changed")?>\s*<(?:th scope="row"|dt)>.*?</(?:tr|div)>`).FindAllString(plain, -1) {
		if !strings.Contains(found, attribute) {
			continue
		}
		var cells []string
		for _, cell := range regexp.MustCompile(`<td[^>]*>|<dd>`).Split(found, -1)[1:] {
			cells = append(cells, strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(cell, " ")), " "))
		}
		return cells
	}
	return nil
}

func TestTable_ShowsContrastOfConfiguredColorsOnly(t *testing.T) {
	const light, outline = "lm_light_background_color", "lm_button_outline_color"
	for name, test := range map[string]struct {
		fields map[string]any
		want   []string
	}{
		"passes":          {map[string]any{light: "#fff", outline: "#595959"}, []string{"#fff", "✓ 21.00", "✓ 7.00"}},
		"not set":         {map[string]any{}, []string{"not set", "–", "–"}},
		"no color":        {map[string]any{light: "hello"}, []string{"hello ✗ not a color", "–", "–"}},
		"outline not set": {map[string]any{light: "#fff"}, []string{"#fff", "✓ 21.00", "–"}},
		"barely passes":   {map[string]any{light: "#fff", outline: "#949494"}, []string{"#fff", "✓ 21.00", "✓ 3.03"}},
		"barely fails":    {map[string]any{light: "#fff", outline: "#959595"}, []string{"#fff", "✓ 21.00", "✗ 2.99"}},
		"text fails":      {map[string]any{"lm_primary_background_color": "#fff", light: "#747474"}, []string{"#747474", "✗ 4.49", "–"}},
		"not offered":     {map[string]any{"theme_mode": "dark", light: "#777"}, nil},
	} {
		test.fields["id"] = "1"
		if diff := cmp.Diff(test.want, rowOf(t, get(t, pagesOf(themeOf(test.fields)), "/preview/1.html"), light)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTheme_ShowsBeforeBesideAfter(t *testing.T) {
	changed := themeOf(map[string]any{"id": "1", "lm_light_background_color": "#ffffff", "start_message": "New", "theme_mode": "light"})
	changed.After["lm_button_outline_color"] = preview.Value{Hidden: preview.Sensitive}
	changed.Before = fieldsOf(map[string]any{"id": "1", "lm_light_background_color": "#000000"})
	changed.Changed = []string{"lm_light_background_color", "start_message"}
	page := get(t, pagesOf(changed), "/preview/1.html")
	for attribute, want := range map[string][]string{
		"lm_light_background_color": {"#000000", "✓ 21.00", "–", "#ffffff", "✓ 21.00", "–"},
		"lm_button_outline_color":   {"not set", "–", "–", "(sensitive)", "–", "–"},
		"start_message":             {"not set", "now New"},
		"theme_mode":                {"light"},
	} {
		if diff := cmp.Diff(want, rowOf(t, page, attribute)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", attribute, diff)
		}
	}
	if strings.Count(page, `class="chat"`) != 3 || !strings.Contains(page, "Dark mode is not offered.") {
		t.Errorf("the page does not have three chat views:\n%s", page)
	}
}

func TestChat_ShowsConfiguration(t *testing.T) {
	parts := map[string]string{
		"sidebar": `<div class="sidebar"`, "dashboards": "<span>Dashboards</span>", "code": "Run code",
		"start": `<p class="start"`, "questions": `<p class="label">Recommended questions`, "more": "and 2 more", "json": `<li dir="auto">{&#34;a&#34;:1}</li>`,
	}
	for name, test := range map[string]struct {
		fields map[string]any
		want   []string
	}{
		"nothing set": {map[string]any{}, []string{"code", "dashboards", "sidebar"}},
		"all off": {map[string]any{
			"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "", "recommendations": []any{},
		}, nil},
		"null": {map[string]any{"recommendations": nil}, []string{"code", "dashboards", "sidebar"}},
		"texts": {
			map[string]any{"show_sidebar": true, "show_dashboards": false, "response_mode": "basic", "start_message": "Hi", "recommendations": []any{"Why?"}},
			[]string{"questions", "sidebar", "start"},
		},
		"many questions": {
			map[string]any{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "recommendations": []any{1, 2, 3, map[string]any{"a": 1}, 5}},
			[]string{"json", "more", "questions"},
		},
	} {
		test.fields["id"] = "1"
		page := get(t, pagesOf(themeOf(test.fields)), "/preview/1.html")
		var got []string
		for part, markup := range parts {
			if strings.Contains(page, markup) {
				got = append(got, part)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: parts (-want +got):\n%s", name, diff)
		}
	}
}
