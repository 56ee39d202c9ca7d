package preview_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// unusual returns themes with extreme values and two groups, one of which differs.
// The last two have too little contrast.
func unusual(t *testing.T) []preview.Theme {
	t.Helper()
	long := branded(t, "#808080")
	long["lm_primary_background_color"], long["lm_button_outline_color"], long["dm_dark_background_color"] = "#767676", "#777", "gray"
	long["start_message"], long["name"] = strings.Repeat("Welcome ", 15), strings.Repeat("w", 100)
	long["custom_css_overrides"] = map[string]any{strings.Repeat("name.", 20): strings.Repeat("v", 200)}
	long["recommendations"] = slices.Repeat([]any{strings.Repeat("Why? ", 56)}, 500)
	light := branded(t, "#e03131")
	light["theme_mode"] = "light"

	purple, names := branded(t, "#5f3dc4"), append(palette.Attributes(), "name", "start_message", "theme_mode")

	themes := []preview.Theme{
		themeOf(branded(t, "#0b7285")), themeOf(map[string]any{"name": "Bare"}),
		themeOf(map[string]any{"name": "One color", "lm_primary_background_color": "#1864ab"}), themeOf(light), themeOf(hostile(t)),
		change(purple, branded(t, "#0b7285"), names...), change(purple, light, names...), change(light, light, "triggers"), change(light, light, "triggers"),
		change(purple, purple, "triggers"), change(branded(t, "#0b7285"), branded(t, "#0b7285"), "triggers"),
		themeOf(long), change(purple, long, append(names, "recommendations", "custom_css_overrides")...),
	}
	for i := range themes {
		themes[i].ID, themes[i].Address = fmt.Sprint(i), fmt.Sprintf("module.%s.chatview_appearance.x[%d]", strings.Repeat("m", 200), i)
	}

	return themes
}

func TestBrowser_PageIsAccessible(t *testing.T) {
	b := openTab(t)
	themes := unusual(t)
	p := previewOf(themes[:len(themes)-2]...)
	p.Sources, p.Links = []preview.Source{{ID: 1, Name: "Orders", Type: "postgres"}}, []preview.Link{{Text: "Requests", Path: "/requests"}}
	_, server := serve(t, p)

	for _, scheme := range []string{"light", "dark"} {
		b.visit(server.URL, scheme, 1280)
		eval[any](b, openAll)

		if !eval[bool](b, `matchMedia("(prefers-color-scheme: `+scheme+`)").matches`) {
			t.Errorf("the page is not seen in %s", scheme)
		}

		for _, problem := range eval[[]string](b, audit) {
			t.Errorf("%s: %s", scheme, problem)
		}

		for _, covered := range eval[[]string](b, `[...document.querySelectorAll(".content :is(summary, [tabindex])")].filter((each) => {
			each.focus();
			scrollBy(0, each.getBoundingClientRect().top);
			const { left, top } = each.getBoundingClientRect();
			return !each.contains(document.elementFromPoint(left + 9, top + 9));
		}).map((each) => each.outerHTML.slice(0, 100))`) {
			t.Errorf("%s: has the focus, and is covered: %s", scheme, covered)
		}
	}
}

func TestBrowser_PageFitsEveryScreen(t *testing.T) {
	b := openTab(t)

	address := fileOf(t, previewOf(unusual(t)...))
	for _, width := range []int64{320, 390, 768, 1280, 1920, 2560} {
		b.visit(address, "light", width)
		eval[any](b, openAll)
		// Content wider than its element is cut off, and a verdict must be seen.
		for _, cut := range eval[[]string](b, `[...document.querySelectorAll("html, th, td, dd, h1, summary, .look, .frame, .title, .start, .fails, pre")]
			.filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1 && getComputedStyle(each).display !== "inline"
				|| each.matches(".fails, pre") && each.getBoundingClientRect().right > innerWidth)
			.map((each) => each.outerHTML.slice(0, 100))`) {
			t.Errorf("at %d px is cut off: %s", width, cut)
		}
	}
}

// TestBrowser_LooksStandSideBySide where they have room, and scroll sideways
// elsewhere.
func TestBrowser_LooksStandSideBySide(t *testing.T) {
	b := openTab(t)
	fails := branded(t, "#0b7285")
	fails["theme_mode"], fails["lm_button_outline_color"] = "light", "#eeeeee"
	address := fileOf(t, previewOf(change(branded(t, "#0b7285"), fails, "theme_mode", "lm_button_outline_color")))

	type layout struct{ Page, Looks, Visible, Frame, Sidebar int }

	for width, want := range map[int64]layout{
		320:  {320, 3, 1, 170, 0},
		390:  {390, 3, 1, 215, 0},
		1280: {1280, 3, 3, 385, 116},
		1920: {1360, 3, 3, 411, 116},
		2560: {1360, 3, 3, 411, 116},
	} {
		b.visit(address, "light", width)

		if got := eval[layout](b, `(() => {
			const looks = [...document.querySelector(".looks").children];
			const edges = looks.map((each) => each.getBoundingClientRect());
			const sidebar = document.querySelector(".sidebar").getBoundingClientRect();
			return {
				Page: Math.round(document.querySelector("main").getBoundingClientRect().width), Looks: looks.length,
				Visible: edges.filter((each) => each.right <= innerWidth && each.top === edges[0].top).length,
				Frame: Math.round(edges[0].width), Sidebar: sidebar.height > 300 ? Math.round(sidebar.width) : 0,
			};
		})()`); got != want {
			t.Errorf("at %d px: %+v, want %+v", width, got, want)
		}

		if !eval[bool](b, `(() => {
			const looks = document.querySelector(".looks");
			looks.focus();
			looks.scrollLeft = 10000;
			return document.activeElement === looks && [...looks.children].pop().getBoundingClientRect().right <= innerWidth;
		})()`) {
			t.Errorf("at %d px: the last picture is out of reach", width)
		}
	}
}

func TestBrowser_PaperHasTheFirstThemes(t *testing.T) {
	b := openTab(t)
	good := themeOf(branded(t, "#0b7285"))
	texts := change(map[string]any{"name": "A"}, map[string]any{"name": "B"}, "name")
	bad := change(map[string]any{"name": "A"}, map[string]any{"name": "B", "lm_primary_background_color": "none"}, "name", "lm_primary_background_color")
	b.visit(fileOf(t, previewOf(append([]preview.Theme{good}, append(slices.Repeat([]preview.Theme{bad}, 4), slices.Repeat([]preview.Theme{texts}, 22)...)...)...)), "light", 1280)

	// Where a page ends, Chromium draws the items of a grid over each other.
	type shown struct{ Rows, Full, Texts, Grids int }

	count := `(() => {
		const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility({ contentVisibilityAuto: false }) && each.getBoundingClientRect().height > 0);
		return { Rows: all(".theme > summary").length, Full: all(".content").length, Texts: all("dl ins").length, Grids: all(".content, .modes").filter((each) => getComputedStyle(each).display === "grid").length };
	})()`
	if got, want := eval[shown](b, count), (shown{Rows: 27, Grids: 0}); got != want {
		t.Errorf("the screen shows %+v, want %+v", got, want)
	}

	if err := chromedp.Do(b.context, media("print", "light", "none")); err != nil {
		t.Fatal(err)
	}

	if got, want := eval[shown](b, count), (shown{Rows: 27, Full: 20, Texts: 19}); got != want {
		t.Errorf("paper has %+v, want %+v", got, want)
	}
}

func TestBrowser_ChatIsDrawnInColorsOfTheme(t *testing.T) {
	b := openTab(t)
	fields := branded(t, "#0b7285")
	fields["name"] = "مساعد المبيعات"
	b.visit(fileOf(t, previewOf(themeOf(fields))), "light", 1280)

	if got := eval[string](b, `getComputedStyle(document.querySelector(".title")).direction`); got != "rtl" {
		t.Errorf("the direction of an Arabic title is %s", got)
	}

	// As with a contrast theme of Windows.
	if err := chromedp.Do(b.context, media("", "light", "active")); err != nil {
		t.Fatal(err)
	}

	for mode, prefix := range map[string]string{"light": palette.LightPrefix, "dark": palette.DarkPrefix} {
		for part, name := range map[string]string{
			`.chat")).backgroundColor`: palette.PrimaryBackground, `.sidebar")).backgroundColor`: palette.DarkBackground,
			`.question")).backgroundColor`: palette.DarkBackground, `.answer")).backgroundColor`: palette.LightBackground,
			`.input")).backgroundColor`: palette.LightBackground, `.input")).borderTopColor`: palette.ButtonOutline,
			`.questions .outlined")).borderTopColor`: palette.ButtonOutline, `.new")).borderTopColor`: palette.ButtonOutline,
		} {
			color, _ := palette.Parse(fields[prefix+name].(string))
			want := fmt.Sprintf("rgb(%d, %d, %d)", color.R, color.G, color.B)

			script := fmt.Sprintf(`getComputedStyle(document.querySelector(".look-0-%s %s`, mode, part)
			if got := eval[string](b, script); got != want {
				t.Errorf("%s is %s, want %s", script, got, want)
			}
		}
	}

	if got := eval[string](b, `getComputedStyle(document.querySelector(".chat")).printColorAdjust`); got != "exact" {
		t.Errorf("a printer may leave out the backgrounds: %q", got)
	}
}

func TestBrowser_LinkOpensTheme(t *testing.T) {
	b := openTab(t)

	var themes []preview.Theme

	for _, address := range []string{"chatview_appearance.x", `module.a["ä b"].chatview_appearance.東京["\"<%41"]`} {
		theme := themeOf(branded(t, "#0b7285"))
		theme.Address = address
		themes = append(themes, theme)
	}

	file := fileOf(t, previewOf(themes...))
	b.visit(file+"#"+url.PathEscape(themes[1].Address), "light", 1280)
	b.await(`document.querySelectorAll(".theme")[1].open`)

	if eval[bool](b, `document.querySelectorAll(".theme")[0].open`) {
		t.Error("the other theme is open")
	}
}

func TestBrowser_PageFollowsServer(t *testing.T) {
	b := openTab(t)
	bad := themeOf(map[string]any{"name": "Bad", "lm_primary_background_color": "none"})
	good := change(branded(t, "#0b7285"), branded(t, "#0b7285"), "triggers")
	bad.Address, good.Address = "bad", "good"
	p := previewOf(bad, good)
	show, server := serve(t, p)
	b.visit(server.URL, "light", 1280)
	b.await(`document.querySelector("[role=status]").textContent === "Updates automatically."`)
	eval[any](b, `document.querySelectorAll(".theme, .theme:last-child .folded").forEach((each) => { each.open = !each.open; })`)

	good.Name = "Renamed"
	show(previewOf(themeOf(map[string]any{"id": "new"}), bad, good))
	b.await(`document.readyState === "complete" && document.body.textContent.includes("Renamed")`)

	open := eval[[]string](b, `[...document.querySelectorAll(".theme, .folded")].map((each) => (each.querySelector("h2") ?? each.firstChild).textContent + " " + each.open)`)
	if diff := cmp.Diff([]string{"(no name) false", "Bad false", "Renamed true", "Dark mode: colors unchanged true", "Other fields: unchanged true"}, open); diff != "" {
		t.Errorf("open (-want +got):\n%s", diff)
	}

	server.CloseClientConnections()
	server.Close()
	b.await(`document.querySelector("[role=status]").textContent.startsWith("The server has stopped")`)
}

// TestBrowser_DrawsPicture draws the picture in README.md. With -update, it
// replaces the picture.
func TestBrowser_DrawsPicture(t *testing.T) {
	b := openTab(t)
	lightOf := func(brand string) map[string]any {
		fields := branded(t, brand)
		fields["theme_mode"], fields["name"] = "light", "Sales assistant"
		fields["start_message"] = "Ask me about orders, customers and revenue."

		fields["recommendations"] = []any{"Which products sold best last month?", "How many customers came back this year?"}
		for _, name := range palette.Attributes()[4:] {
			delete(fields, name)
		}

		delete(fields, "custom_css_overrides")

		return fields
	}
	bright := lightOf("#f08c00")
	bright["lm_button_outline_color"] = "#f08c00" // too bright, to show a suggestion
	theme := change(lightOf("#7048e8"), bright, palette.Attributes()[:4]...)
	theme.ID, theme.Address = "42", "chatview_appearance.sales"
	shown := previewOf(theme)
	shown.Title = "Planned themes"

	b.visit(fileOf(t, shown), "light", 1280)
	picture, file := b.screenshot(), filepath.Join("screenshots", "theme.png")

	if golden.Update() {
		if err := os.WriteFile(file, picture, 0o600); err != nil {
			t.Fatal(err)
		}
	}

	if last, err := os.ReadFile(file); err != nil || len(last) < len(picture)/2 || len(picture) < len(last)/2 {
		t.Errorf("the picture in the README has %d bytes, and a new one %d, error %v", len(last), len(picture), err)
	}
}
