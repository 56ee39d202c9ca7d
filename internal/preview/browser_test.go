package preview_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
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

// awaits waits until a script returns true.
func (t tab) awaits(script string) {
	t.Helper()

	_, err := chromedp.Run(t.context, chromedp.Poll[bool](script))
	// On a slow machine, the script may have started in the previous page.
	if err != nil && strings.Contains(err.Error(), "Cannot find context") {
		_, err = chromedp.Run(t.context, chromedp.Poll[bool](script))
	}

	if err != nil {
		page, _ := chromedp.Run(t.context, chromedp.Evaluate[string]("document.documentElement.outerHTML"))
		t.Fatalf("%s did not become true: %v\n%s", script, err, page)
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

// serve returns the address at which the browser reaches the pages.
func serve(t *testing.T, pages http.Handler) string {
	t.Helper()

	listening := httptest.NewServer(pages)
	t.Cleanup(listening.Close)

	return listening.URL
}

// drawnColors returns the colors of the chat view's elements in a mode.
func drawnColors(t tab, mode string) map[string]string {
	t.Helper()

	return eval[map[string]string](t, fmt.Sprintf(`(() => {
		const find = (selector) => getComputedStyle(document.querySelector(".frame.%s " + selector));
		return {
			"body": find(".chat").backgroundColor, "sidebar": find(".sidebar").backgroundColor,
			"question": find(".question").backgroundColor, "answer": find(".answer").backgroundColor,
			"input": find(".input").backgroundColor, "input outline": find(".input").borderTopColor,
			"recommendation outline": find(".questions .outlined").borderTopColor, "button outline": find(".new").borderTopColor,
			"text": find(".chat").color,
		};
	})()`, mode))
}

// wantedColors returns the expected result of drawnColors for a theme.
func wantedColors(fields map[string]any, prefix string, text palette.Color) map[string]string {
	css := func(name string) string {
		color, _ := palette.Parse(fields[prefix+name].(string))

		return rgb(color)
	}

	return map[string]string{
		"body": css("primary_background_color"), "sidebar": css("dark_background_color"),
		"question": css("dark_background_color"), "answer": css("light_background_color"),
		"input": css("light_background_color"), "input outline": css("button_outline_color"),
		"recommendation outline": css("button_outline_color"), "button outline": css("button_outline_color"),
		"text": rgb(text),
	}
}

// rgb formats a color like a browser's computed style.
func rgb(color palette.Color) string {
	return fmt.Sprintf("rgb(%d, %d, %d)", color.R, color.G, color.B)
}

// wantDrawn checks the colors of both modes.
func wantDrawn(t tab, fields map[string]any) {
	t.Helper()

	if diff := cmp.Diff(wantedColors(fields, "lm_", palette.Black), drawnColors(t, "light")); diff != "" {
		t.Errorf("light mode (-want +got):\n%s", diff)
	}

	if diff := cmp.Diff(wantedColors(fields, "dm_", palette.White), drawnColors(t, "dark")); diff != "" {
		t.Errorf("dark mode (-want +got):\n%s", diff)
	}
}

func TestBrowser_PageUpdates(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	put(t, mock, "1", theme("#0b7285"))
	b.do(chromedp.Navigate(serve(t, pages) + "/preview/appearance/1"))
	wantDrawn(b, theme("#0b7285"))

	changed := theme("#e03131")
	changed["name"], changed["start_message"] = "Another name", "Another welcome"
	put(t, mock, "1", changed)

	b.awaits(`document.querySelector("h1").textContent === "Another name" && document.title.startsWith("Another name")`)
	b.awaits(`document.querySelector("[role=status]").textContent.startsWith("Updated at ")`)
	b.awaits(`document.querySelector(".start").textContent === "Another welcome"`)
	b.awaits(`document.querySelectorAll("link[data-theme]").length === 1`)
	wantDrawn(b, changed)
}

func TestBrowser_ListUpdates(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	put(t, mock, "1", theme("#0b7285"))
	b.do(chromedp.Navigate(serve(t, pages)), chromedp.KeyEvent(kb.Tab))
	put(t, mock, "42", theme("#0b7285"))
	b.awaits(`document.querySelector("a[href='/preview/appearance/42']")?.textContent === "Theme"`)

	if focused := eval[string](b, "document.activeElement.id"); focused != "theme-1" {
		t.Errorf("the focus went to %q", focused)
	}
}

func TestBrowser_PageReportsStoppedServer(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	put(t, mock, "1", theme("#0b7285"))

	listening := httptest.NewServer(pages)
	b.do(chromedp.Navigate(listening.URL + "/preview/appearance/1"))
	listening.CloseClientConnections()
	listening.Close()

	b.awaits(`document.querySelector("[role=status]").textContent.startsWith("The server has stopped")`)
}

// unusual returns themes with extreme values, by id.
func unusual(t *testing.T) map[string]map[string]any {
	t.Helper()

	long := theme("#808080")
	long["lm_primary_background_color"], long["lm_button_outline_color"], long["dm_dark_background_color"] = "#767676", "#777", "gray"
	long["start_message"], long["name"] = strings.Repeat("Welcome ", 15), strings.Repeat("w", 100)
	long["custom_css_overrides"] = map[string]any{strings.Repeat("name.", 20): strings.Repeat("v", 200)}
	long["recommendations"] = slices.Repeat([]any{strings.Repeat("Why? ", 56)}, 500)

	light := theme("#e03131")
	light["theme_mode"] = "light"

	return map[string]map[string]any{
		"1": theme("#0b7285"), "2": {"name": "Bare"}, "3": {"name": "One color", "lm_primary_background_color": "#1864ab"},
		"4": long, "5": light, "6": hostile(t),
	}
}

func TestBrowser_PagesFitEveryScreen(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	paths := []string{"/"}

	for id, fields := range unusual(t) {
		put(t, mock, id, fields)
		paths = append(paths, "/preview/appearance/"+id)
	}

	for id := range 34 {
		put(t, mock, fmt.Sprint(100+id), theme("#1864ab"))
	}

	address := serve(t, pages)

	for _, width := range []int64{390, 768, 1280} {
		for _, path := range paths {
			b.do(chromedp.EmulateViewport(width, 900), chromedp.Navigate(address+path))

			// Content wider than its element is cut off.
			for _, cut := range eval[[]string](b, `[...document.querySelectorAll("html, th, td, dd, h1, h2, .frame, .sample, .title, .start")]
				.filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
				.map((each) => each.outerHTML.slice(0, 100))`) {
				t.Errorf("%s at %d px is cut off: %s", path, width, cut)
			}
		}
	}
}

func TestBrowser_ColumnsAlignOnEveryPage(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	address := serve(t, pages)
	columns := map[string]bool{}

	for id, fields := range unusual(t) {
		put(t, mock, id, fields)
		b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address+"/preview/appearance/"+id))

		// The table of a theme with a single mode is in another place.
		if id != "5" {
			columns[eval[string](b, `[...document.querySelectorAll("thead th")].map((each) => each.getBoundingClientRect().x).join()`)] = true
		}
	}

	if len(columns) != 1 {
		t.Errorf("the columns are at %v", columns)
	}
}
