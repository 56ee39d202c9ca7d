package preview_test

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// theme returns a theme with all eight colors.
func theme(brand string) map[string]any {
	color, err := palette.Parse(brand)
	if err != nil {
		panic(err)
	}

	fields := map[string]any{
		"name": "Theme", "theme_mode": "both", "start_message": "Welcome", "recommendations": []any{"Why?", "Why not?"},
		"response_mode": "full", "show_sidebar": true, "show_dashboards": true,
		"custom_css_overrides": map[string]any{"accent": "#f08c00", "radius": 4},
	}
	for name, color := range palette.Derive(color).Colors() {
		fields[name] = color
	}

	return fields
}

func TestJudge_IgnoresModesNotOffered(t *testing.T) {
	for name, test := range map[string]struct {
		fields   map[string]any
		verdict  string
		problems int
	}{
		"no colors":          {map[string]any{}, "No colors configured", 0},
		"perfect":            {theme("#0b7285"), "No problems", 0},
		"one color":          {map[string]any{"lm_primary_background_color": "#fff"}, "No problems", 0},
		"not a color":        {map[string]any{"dm_button_outline_color": "none"}, "1 problem", 1},
		"not a color unseen": {map[string]any{"dm_button_outline_color": "none", "theme_mode": "light"}, "No colors configured", 0},
		"both modes": {map[string]any{
			"lm_primary_background_color": "#fff", "lm_button_outline_color": "#eee",
			"dm_primary_background_color": "#000", "dm_button_outline_color": "#111",
		}, "2 problems", 2},
	} {
		judged := preview.Judge(mockserver.Object{Fields: test.fields})
		if judged.Verdict() != test.verdict || len(judged.Problems) != test.problems {
			t.Errorf("%s: %q, %q", name, judged.Verdict(), judged.Problems)
		}
	}
}

func TestIndex_ShowsVerdicts(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, map[string]any{"name": "Bare"})
	mock.AddAppearance(2, theme("#0b7285"))
	mock.AddSource(3, "postgres", map[string]any{"account_name": "Orders", "password": "canary-password"})
	put(t, mock, "42", map[string]any{"name": "Bad", "lm_primary_background_color": "#fff", "lm_button_outline_color": "#eee"})

	page := get(t, pages, "/")

	for _, pattern := range []string{
		`3 themes, 1 with problems`,
		`(?s)href="/preview/appearance/1"><bdi>Bare<.*?<p class="verdict aside">No colors configured</p>`,
		`(?s)<bdi>Theme<.*?<p class="verdict passes">✓ No problems</p>`,
		`(?s)<bdi>Bad<.*?id 42.*?✗ 1 problem</p>\s*<ul class="problems"><li>lm_button_outline_color`,
		`(?s)Orders<.*?postgres`,
	} {
		if !regexp.MustCompile(pattern).MatchString(page) {
			t.Errorf("there is no %s in:\n%s", pattern, page)
		}
	}

	if strings.Contains(page, "canary-password") {
		t.Error("the page shows a credential")
	}
}

func TestStaticPages_HaveNoLinksOrScripts(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, theme("#0b7285"))

	for _, path := range []string{"/?static", "/preview/appearance/1?static"} {
		for _, markup := range []string{"<a ", "<script", "Updates automatically", "<details"} {
			if strings.Contains(get(t, pages, path), markup) {
				t.Errorf("%s has %s", path, markup)
			}
		}
	}
}

// withAddress is a source with resource addresses.
type withAddress struct{ *mockserver.Server }

func (withAddress) Address(int64) string { return `chatview_appearance.tenant["north"]` }

func TestPages_ShowResourceAddresses(t *testing.T) {
	mock, _ := newMock(t)
	mock.AddAppearance(1, nil)

	for _, path := range []string{"/", "/preview/appearance/1"} {
		if page := html.UnescapeString(get(t, preview.Handler(withAddress{mock}, mock), path)); !strings.Contains(page, `<code>chatview_appearance.tenant["north"]</code>, id 1`) {
			t.Errorf("%s does not have the address:\n%s", path, page)
		}
	}
}

var styleSheet = regexp.MustCompile(`^(\.theme-1\.(light|dark) \{
	color-scheme: (light|dark);
(	--[a-z-]+: #[0-9a-f]{6};
){8}\}
){1,2}$`)

func TestStyleSheet_HasOnlyParsedColors(t *testing.T) {
	mock, pages := newMock(t)

	rapid.Check(t, func(rt *rapid.T) {
		fields := map[string]any{"name": "Theme", "theme_mode": rapid.SampledFrom([]string{"light", "dark", "both"}).Draw(rt, "mode")}
		for _, name := range palette.Attributes() {
			fields[name] = rapid.OneOf(
				rapid.StringN(1, 7, -1),
				rapid.SampledFrom([]string{"#fff", "#a1B2c3", "red", "Tomato", "red;}", "#fff/*", "}*{", "url(x)", "</style"}),
			).Draw(rt, name)
		}

		put(t, mock, "1", fields)

		if css := get(t, pages, "/preview/themes.css"); !styleSheet.MatchString(css) {
			rt.Errorf("style sheet of %q:\n%s", fields, css)
		}
	})
}

func TestStyleSheet_DrawsOneTextColorPerMode(t *testing.T) {
	mock, pages := newMock(t)
	put(t, mock, "1", map[string]any{
		// Black has more contrast on the second background, but not enough on the
		// first.
		"name": "Theme", "lm_primary_background_color": "#1864AB", "lm_light_background_color": "#7b7b7b", "lm_button_outline_color": "#f0a",
		"dm_primary_background_color": "Navy", "dm_button_outline_color": "notred",
	})

	css := get(t, pages, "/preview/themes.css")
	light, dark, _ := strings.Cut(css, ".theme-1.dark")

	for _, line := range []string{
		"--primary-background-color: #1864ab;", "--on-primary-background-color: #ffffff;", "--on-light-background-color: #ffffff;",
		"--on-dark-background-color: #000000;", // of a placeholder
		"--button-outline-color: #ff00aa;",
	} {
		if !strings.Contains(light, line) {
			t.Errorf("light mode has no %s in:\n%s", line, light)
		}
	}

	for _, line := range []string{"--primary-background-color: #000080;", "--button-outline-color: #909296;"} {
		if !strings.Contains(dark, line) {
			t.Errorf("dark mode has no %s in:\n%s", line, dark)
		}
	}
}

// row returns the cells of an attribute in the table of its mode, without markup.
func row(t *testing.T, page, attribute string) []string {
	t.Helper()

	plain := html.UnescapeString(regexp.MustCompile(`<wbr>`).ReplaceAllString(page, ""))
	for _, row := range regexp.MustCompile(`(?s)<tr>.*?</tr>`).FindAllString(plain, -1) {
		if !strings.Contains(row, attribute) {
			continue
		}

		var cells []string
		for cell := range strings.SplitSeq(row, "<td>") {
			cells = append(cells, strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(cell, " ")), " "))
		}

		return cells
	}

	return nil
}

// 4.478 is the ratio by which w3c/wcag#200 ruled out rounding.
func TestContrast_OfConfiguredColorsOnly(t *testing.T) {
	mock, pages := newMock(t)

	for name, test := range map[string]struct {
		fields    map[string]any
		attribute string
		want      []string
	}{
		"passes": {
			map[string]any{"lm_light_background_color": "#fff", "lm_button_outline_color": "#595959"}, "lm_light_background_color",
			[]string{"Light #fff lm_light_background_color", "✓ 21.00", "✓ 7.00"},
		},
		"not set":  {map[string]any{}, "lm_light_background_color", []string{"Light lm_light_background_color not set: a placeholder is shown", "–", "–"}},
		"no color": {map[string]any{"lm_light_background_color": "hello"}, "lm_light_background_color", []string{"Light hello lm_light_background_color ✗ not a color: a placeholder is shown", "–", "–"}},
		"outline not set": {
			map[string]any{"lm_light_background_color": "#fff"}, "lm_light_background_color",
			[]string{"Light #fff lm_light_background_color", "✓ 21.00", "–"},
		},
		"not rounded": {
			map[string]any{"lm_primary_background_color": "#000", "lm_light_background_color": "#777"}, "lm_light_background_color",
			[]string{"Light #777 lm_light_background_color", "✗ 4.47", "–"},
		},
		"no dark mode": {map[string]any{"theme_mode": "light", "dm_light_background_color": "#777"}, "dm_light_background_color", nil},
	} {
		mock.AddAppearance(1, test.fields)

		if diff := cmp.Diff(test.want, row(t, get(t, pages, "/preview/appearance/1"), test.attribute)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestModes_FollowThemeMode(t *testing.T) {
	mock, pages := newMock(t)

	for themeMode, want := range map[string][]string{"light": {"light"}, "dark": {"dark"}, "both": {"light", "dark"}, "": {"light", "dark"}} {
		fields := map[string]any{"name": "Theme"}
		if themeMode != "" {
			fields["theme_mode"] = themeMode
		}

		mock.AddAppearance(1, fields)

		for _, path := range []string{"/", "/preview/appearance/1", "/preview/themes.css"} {
			page := get(t, pages, path)
			for _, mode := range []string{"light", "dark"} {
				if got := strings.Contains(page, "theme-1 "+mode) || strings.Contains(page, "theme-1."+mode); got != slices.Contains(want, mode) {
					t.Errorf("%s with theme_mode %q has %s mode: %t", path, themeMode, mode, got)
				}
			}
		}
	}
}

func TestChat_ShowsConfiguration(t *testing.T) {
	mock, pages := newMock(t)

	parts := map[string]string{
		"sidebar": `<div class="sidebar"`, "dashboards": "<span>Dashboards</span>", "code": "Run code",
		"start": `<p class="start"`, "questions": "Recommended questions", "more": "and 2 more",
	}

	for name, test := range map[string]struct {
		fields map[string]any
		want   []string
	}{
		"nothing set": {map[string]any{}, []string{"code", "dashboards", "sidebar"}},
		"all off": {map[string]any{
			"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "", "recommendations": []any{},
		}, nil},
		"null":    {map[string]any{"recommendations": nil}, []string{"code", "dashboards", "sidebar"}},
		"sidebar": {map[string]any{"show_sidebar": true, "show_dashboards": false, "response_mode": "basic"}, []string{"sidebar"}},
		"texts": {
			map[string]any{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "Hi", "recommendations": []any{"Why?"}},
			[]string{"questions", "start"},
		},
		"many questions": {
			map[string]any{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "recommendations": []any{1, 2, 3, 4, 5}},
			[]string{"more", "questions"},
		},
	} {
		mock.AddAppearance(1, test.fields)
		page := get(t, pages, "/preview/appearance/1")

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

func TestValues_WithOtherTypesAreShownAsJSON(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, map[string]any{
		"recommendations": []any{map[string]any{"text": "Why?"}, 7, nil}, "custom_css_overrides": []any{1, "<b>"},
	})
	mock.AddAppearance(2, map[string]any{"custom_css_overrides": map[string]any{"deep": map[string]any{"a": []any{1}}, "on": true}})

	for path, texts := range map[string][]string{
		"/preview/appearance/1": {
			`<li dir="auto">{&#34;text&#34;:&#34;Why?&#34;}</li>`, `<li dir="auto">7</li>`, `<li dir="auto">null</li>`, `3 questions`,
			`<code>custom_css_overrides</code></dt><dd><code>[1,&#34;&lt;b&gt;&#34;]</code>`,
		},
		"/preview/appearance/2": {
			`<code>custom_css_overrides: deep</code></dt><dd><code>{&#34;a&#34;:[1]}</code>`, `<code>custom_css_overrides: on</code></dt><dd><code>true</code>`,
		},
	} {
		page := get(t, pages, path)
		for _, text := range texts {
			if !strings.Contains(page, text) {
				t.Errorf("%s has no %s in:\n%s", path, text, page)
			}
		}
	}
}
