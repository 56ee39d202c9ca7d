package preview_test

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// audit is a script that lists the accessibility problems of a page, and faulty
// is a page with a problem of each kind.
var (
	//go:embed testdata/audit.js
	audit string
	//go:embed testdata/faulty.html
	faulty string
)

// tab is a browser tab and the test that uses it.
type tab struct {
	*testing.T

	context context.Context // chromedp's handle of the tab
}

// openBrowser starts a browser for a test, or skips the test.
func openBrowser(t *testing.T) tab {
	t.Helper()
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}
	opened, stop, err := browser.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return tab{T: t, context: opened}
}

// do performs actions.
func (t tab) do(actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(t.context, actions...); err != nil {
		t.Fatal(err)
	}
}

// awaits waits until a script returns true, in this page or in one that
// follows.
func (t tab) awaits(script string) {
	t.Helper()
	_, err := chromedp.Run(t.context, chromedp.Poll[bool](script))
	for attempt := 0; err != nil && attempt < 5 && !errors.Is(err, context.DeadlineExceeded); attempt++ {
		_, err = chromedp.Run(t.context, chromedp.Poll[bool](script)) // the page was loaded again
	}
	if err != nil {
		t.Fatalf("%s did not become true: %v", script, err)
	}
}

// eval returns the value of a script.
func eval[T any](t tab, script string) T {
	t.Helper()
	value, err := chromedp.Run(t.context, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return value
}

// shown is what a server shows.
type shown struct {
	atomic.Pointer[preview.Preview]
}

// serve serves the pages of themes, and returns their address. Storing other
// themes changes the pages.
func serve(t *testing.T, themes ...preview.Theme) (*shown, *httptest.Server) {
	t.Helper()
	var current shown
	current.Store(&preview.Preview{Themes: themes, Level: palette.AA})
	server := httptest.NewServer(preview.Handler(func() (*preview.Preview, error) { return current.Load(), nil }, http.NotFoundHandler()))
	t.Cleanup(server.Close)
	return &current, server
}

// unusual returns themes with extreme values, whose ids are their indexes.
func unusual(t *testing.T) []preview.Theme {
	t.Helper()
	long := branded(t, "#808080")
	long["lm_primary_background_color"], long["lm_button_outline_color"], long["dm_dark_background_color"] = "#767676", "#777", "gray"
	long["start_message"], long["name"] = strings.Repeat("Welcome ", 15), strings.Repeat("w", 100)
	long["custom_css_overrides"] = map[string]any{strings.Repeat("name.", 20): strings.Repeat("v", 200)}
	long["recommendations"] = slices.Repeat([]any{strings.Repeat("Why? ", 56)}, 500)
	light := branded(t, "#e03131")
	light["theme_mode"] = "light"
	themes := []preview.Theme{
		themeOf(branded(t, "#0b7285")), themeOf(map[string]any{"name": "Bare"}),
		themeOf(map[string]any{"name": "One color", "lm_primary_background_color": "#1864ab"}), themeOf(light), themeOf(hostile(t)),
		themeOf(branded(t, "#0b7285")), themeOf(light), themeOf(long), themeOf(long),
	}
	for i := range themes {
		themes[i].ID = fmt.Sprint(i)
	}
	for _, changed := range []*preview.Theme{&themes[5], &themes[6], &themes[8]} {
		changed.Before, changed.Changed = fieldsOf(branded(t, "#5f3dc4")), []string{"name", "start_message", "lm_button_outline_color"}
		changed.Address, changed.Action = "module."+strings.Repeat("m", 200)+".chatview_appearance.x", "changed"
	}
	return themes
}

// pathsOf returns the paths of the list and of each theme.
func pathsOf(themes []preview.Theme) []string {
	paths := []string{"/preview/"}
	for _, key := range preview.Keys(themes) {
		paths = append(paths, "/preview/"+key+".html")
	}
	return paths
}

func TestBrowser_PagesAreAccessible(t *testing.T) {
	b := openBrowser(t)
	themes := unusual(t)[:7] // the others are shown with too little contrast
	_, server := serve(t, themes...)
	for _, scheme := range []string{"light", "dark"} {
		for _, path := range pathsOf(themes) {
			b.do(chromedp.EmulateViewport(1280, 900), browser.PreferColorScheme(scheme), chromedp.Navigate(server.URL+path))
			for _, problem := range eval[[]string](b, audit) {
				t.Errorf("%s, %s: %s", path, scheme, problem)
			}
		}
	}
}

func TestBrowser_AuditReportsProblems(t *testing.T) {
	b := openBrowser(t)
	file := filepath.Join(t.TempDir(), "faulty.html")
	if err := os.WriteFile(file, []byte(faulty), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate("file://" + file))
	problems := strings.Join(eval[[]string](b, audit), "\n")
	for _, problem := range []string{
		"the page has no language", "the page has no title", "the page has 0 main landmarks", "the page has 2 headings of level 1",
		"heading of level 2 after level 0: <h2>", "heading of level 3 after level 1: <h3", "no name: <button>", "no name: <input>",
		"labeled by nothing: <section", "image without text: <img", "header cell without scope: <th>", "two elements have the id twice",
		`scrolls, but cannot be focused: <div class="scrolls"`, `contrast 4.48: <p class="weak"`,
	} {
		if !strings.Contains(problems, problem) {
			t.Errorf("the audit reports no %q, only:\n%s", problem, problems)
		}
	}
}

func TestBrowser_PagesFitEveryScreen(t *testing.T) {
	b := openBrowser(t)
	themes := unusual(t)
	_, server := serve(t, themes...)
	for _, width := range []int64{390, 768, 1280} {
		for _, path := range pathsOf(themes) {
			b.do(chromedp.EmulateViewport(width, 900), chromedp.Navigate(server.URL+path))
			// Content wider than its element is cut off.
			for _, cut := range eval[[]string](b, `[...document.querySelectorAll("html, th, td, dd, h1, h2, .frame, .sample, .title, .start")]
				.filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
				.map((each) => each.outerHTML.slice(0, 100))`) {
				t.Errorf("%s at %d px is cut off: %s", path, width, cut)
			}
		}
	}
}

func TestBrowser_ChatIsDrawnInColorsOfTheme(t *testing.T) {
	b := openBrowser(t)
	fields := branded(t, "#0b7285")
	_, server := serve(t, themeOf(fields))
	b.do(chromedp.Navigate(server.URL + "/preview/1.html"))
	for mode, prefix := range map[string]string{"light": palette.LightPrefix, "dark": palette.DarkPrefix} {
		for part, name := range map[string]string{
			`.chat")).backgroundColor`: palette.PrimaryBackground, `.sidebar")).backgroundColor`: palette.DarkBackground,
			`.question")).backgroundColor`: palette.DarkBackground, `.answer")).backgroundColor`: palette.LightBackground,
			`.input")).backgroundColor`: palette.LightBackground, `.input")).borderTopColor`: palette.ButtonOutline,
			`.questions .outlined")).borderTopColor`: palette.ButtonOutline, `.new")).borderTopColor`: palette.ButtonOutline,
		} {
			color, _ := palette.Parse(fields[prefix+name].(string))
			want := fmt.Sprintf("rgb(%d, %d, %d)", color.R, color.G, color.B)
			script := fmt.Sprintf(`getComputedStyle(document.querySelector(".frame.%s %s`, mode, part)
			if got := eval[string](b, script); got != want {
				t.Errorf("%s is %s, want %s", script, got, want)
			}
		}
	}
}

func TestBrowser_PagesFollowServer(t *testing.T) {
	b := openBrowser(t)
	current, server := serve(t, themeOf(branded(t, "#0b7285")))
	for i, path := range []string{"/preview/", "/preview/1.html"} {
		b.do(chromedp.Navigate(server.URL + path))
		b.awaits(`document.querySelector("[role=status]").textContent === "Updates automatically."`)
		changed := branded(t, "#e03131")
		changed["name"] = fmt.Sprintf("Name %d", i)
		current.Store(&preview.Preview{Themes: []preview.Theme{themeOf(changed)}, Level: palette.AA})
		b.awaits(fmt.Sprintf(`document.body.textContent.includes("Name %d")`, i))
	}
	current.Store(&preview.Preview{})
	b.awaits(`document.querySelector("[role=status]").textContent.startsWith("This theme is gone")`)
	server.CloseClientConnections()
	server.Close()
	b.awaits(`document.querySelector("[role=status]").textContent.startsWith("The server has stopped")`)
}

// hostile returns the fields of a theme in which each attempts an injection.
func hostile(t *testing.T) map[string]any {
	t.Helper()
	const (
		image  = `<img src=x onerror="window.injected=1">`
		script = `</title></script><script>window.injected=1</script>`
		style  = `"></style><style>body{display:none}</style>`
	)
	return map[string]any{
		"name": `"'>` + image + `{{.}}`, "start_message": script + image, "theme_mode": "both", "response_mode": style, "id": "../" + image,
		"recommendations":             []any{image, script, style, `javascript:window.injected=1`, map[string]any{image: script}},
		"custom_css_overrides":        map[string]any{image: script, "accent": "red;background:url(//evil.example/)", `"onload="`: []any{script}},
		"lm_primary_background_color": `red;}*{`, "lm_light_background_color": `"><svg>`, "lm_dark_background_color": `</styl>`,
		"lm_button_outline_color": `#fff;x:`, "dm_primary_background_color": `<b>b</b`, "dm_light_background_color": `url(//x`,
		"dm_dark_background_color": `*/}*{x:`, "dm_button_outline_color": `' id='x`,
	}
}

// injected counts the elements of a page that do not come from the package.
const injected = `({
	scripts: [...document.querySelectorAll("script")].filter((each) => !/^\/preview\/assets\/live\.js$/.test(each.getAttribute("src"))).length,
	styles: document.querySelectorAll("style ~ style, body style, [style]").length,
	elements: document.querySelectorAll("img, b:not(.body > b), object, embed, base, form, title ~ title, [onerror], [onload], [id=x]").length,
	hidden: Number(getComputedStyle(document.body).display === "none"),
	ran: Number("injected" in window),
})`

func TestBrowser_FieldsAreTextOnly(t *testing.T) {
	b := openBrowser(t)
	attack := themeOf(hostile(t))
	attack.Before, attack.Changed = attack.After, []string{"name", "start_message", "recommendations", "id"}
	attack.Address, attack.Action, attack.Note = `x["<script>window.injected=1</script>"]`, "<b>changed</b>", "<img src=x onerror=alert(1)>"
	note := `<script>window.injected=1</script>`
	folder := t.TempDir()
	attacked := preview.Preview{Themes: []preview.Theme{attack}, Notes: []string{note}, Level: palette.AA}
	if err := preview.Write(folder, attacked); err != nil {
		t.Fatal(err)
	}
	current, server := serve(t)
	current.Store(&attacked)
	key := preview.Keys(attacked.Themes)[0]
	none := map[string]int{"scripts": 0, "styles": 0, "elements": 0, "hidden": 0, "ran": 0}
	for _, address := range []string{
		server.URL + "/preview/", server.URL + "/preview/" + key + ".html", "file://" + folder + "/index.html", "file://" + folder + "/" + key + ".html",
	} {
		b.do(chromedp.Navigate(address))
		if diff := cmp.Diff(none, eval[map[string]int](b, injected)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
		texts := []string{note, attack.Name, attack.ID, attack.Address, attack.Action, attack.Note}
		if strings.Contains(address, key) {
			texts = append(texts, attack.After["start_message"].String(), attack.After["dm_button_outline_color"].String())
		}
		for _, text := range texts {
			if !eval[bool](b, fmt.Sprintf("document.body.textContent.includes(%q)", text)) {
				t.Errorf("%s does not show %s", address, text)
			}
		}
	}
}

// TestBrowser_PolicyBlocksInjectedScript checks the second line of defense:
// should a value not be escaped, the Content-Security-Policy blocks it.
func TestBrowser_PolicyBlocksInjectedScript(t *testing.T) {
	b := openBrowser(t)
	_, server := serve(t, themeOf(branded(t, "#0b7285")))
	folder := t.TempDir()
	if err := preview.Write(folder, preview.Preview{}); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{server.URL, server.URL + "/preview/1.html?picture", "file://" + folder + "/index.html"} {
		b.do(chromedp.Navigate(address))
		eval[any](b, `window.violated = new Set(), (() => {
			document.addEventListener("securitypolicyviolation", (event) => window.violated.add(event.effectiveDirective));
			document.body.insertAdjacentHTML("beforeend", '<p onclick="window.injected=1" style="color: red">injected</p><style>p{}</style>');
			const script = document.createElement("script");
			script.textContent = "window.injected = 1";
			document.body.append(script);
			document.querySelector("p[onclick]").click();
		})()`)
		b.awaits(`window.violated.size === 4 || "injected" in window`)
		want := []string{"script-src-attr", "script-src-elem", "style-src-attr", "style-src-elem"}
		if diff := cmp.Diff(want, eval[[]string](b, `[...window.violated].sort()`)); diff != "" || eval[bool](b, `"injected" in window`) {
			t.Errorf("%s: the script ran, or violated (-want +got):\n%s", address, diff)
		}
	}
}
