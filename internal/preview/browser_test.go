package preview_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// tab is a browser's tab, and the test that looks into it.
type tab struct {
	*testing.T

	context context.Context // chromedp's handle of the tab
}

// openBrowser starts a browser for a test, and skips the test where nobody asked
// for one.
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

// awaits waits until a script says true.
func (t tab) awaits(script string) {
	t.Helper()

	if _, err := chromedp.Run(t.context, chromedp.Poll[bool](script)); err != nil {
		page, _ := chromedp.Run(t.context, chromedp.Evaluate[string]("document.documentElement.outerHTML"))
		t.Fatalf("%s does not come true: %v\n%s", script, err, page)
	}
}

// eval returns what a script says.
func eval[T any](t tab, script string) T {
	t.Helper()

	value, err := chromedp.Run(t.context, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}

	return value
}

// serve lets the browser reach the pages.
func serve(t *testing.T, pages http.Handler) string {
	t.Helper()

	listening := httptest.NewServer(pages)
	t.Cleanup(listening.Close)

	return listening.URL
}

// theme is an appearance configuration in all its colours.
func theme(brand string) map[string]any {
	color, err := palette.Parse(brand)
	if err != nil {
		panic(err)
	}

	derived := palette.Derive(color)

	return map[string]any{
		"name": "Theme", "theme_mode": "both", "start_message": "Welcome", "recommendations": []any{"Why?", "Why not?"},
		"response_mode": "full", "show_sidebar": true, "show_dashboards": true,
		"lm_primary_background_color": derived.Light.PrimaryBackground.String(),
		"lm_light_background_color":   derived.Light.LightBackground.String(),
		"lm_dark_background_color":    derived.Light.DarkBackground.String(),
		"lm_button_outline_color":     derived.Light.ButtonOutline.String(),
		"dm_primary_background_color": derived.Dark.PrimaryBackground.String(),
		"dm_light_background_color":   derived.Dark.LightBackground.String(),
		"dm_dark_background_color":    derived.Dark.DarkBackground.String(),
		"dm_button_outline_color":     derived.Dark.ButtonOutline.String(),
		"custom_css_overrides":        map[string]any{"accent": "#f08c00", "radius": 4},
	}
}

// drawnColors returns the colours of the chat view in a document, which a script
// names, by the attributes that they should come from.
func drawnColors(t tab, document string) map[string]string {
	t.Helper()

	return eval[map[string]string](t, fmt.Sprintf(`(() => {
		const find = (selector) => getComputedStyle(%[1]s.querySelector(selector));
		return {
			"body": find("body").backgroundColor, "sidebar": find(".sidebar").backgroundColor,
			"question": find(".question").backgroundColor, "answer": find(".answer").backgroundColor,
			"input": find(".input").backgroundColor, "input outline": find(".input").borderTopColor,
			"recommendation outline": find(".questions li").borderTopColor, "button outline": find(".new").borderTopColor,
			"text": find("body").color,
		};
	})()`, document))
}

// wantedColors is what drawnColors should return for a theme.
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

// rgb writes a colour as a browser computes it.
func rgb(color palette.Color) string {
	return fmt.Sprintf("rgb(%d, %d, %d)", color.R, color.G, color.B)
}

const (
	thisDocument = "document"
	// chatDocument is the chat view on the page of its theme.
	chatDocument = `document.querySelector("iframe").contentDocument`
)

func TestBrowser_SwitchShowsTheOtherModeByMouseAndByKeyboard(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	fields := theme("#0b7285")
	put(t, mock, "1", fields)
	b.do(chromedp.Navigate(serve(t, pages) + "/preview/appearance/1/chat"))

	light, dark := wantedColors(fields, "lm_", palette.Black), wantedColors(fields, "dm_", palette.White)
	if diff := cmp.Diff(light, drawnColors(b, thisDocument)); diff != "" {
		t.Fatalf("at first (-want +got):\n%s", diff)
	}

	b.do(chromedp.Click(chromedp.CSS("#show-dark")))
	wantPressed(b, "dark")

	if diff := cmp.Diff(dark, drawnColors(b, thisDocument)); diff != "" {
		t.Errorf("after a click (-want +got):\n%s", diff)
	}

	b.tabTo("show-light")

	if outline := eval[string](b, `getComputedStyle(document.activeElement).outlineStyle`); outline != "solid" {
		t.Errorf("the outline of what has the focus is %q", outline)
	}

	b.do(chromedp.KeyEvent(" "))
	wantPressed(b, "light")

	if diff := cmp.Diff(light, drawnColors(b, thisDocument)); diff != "" {
		t.Errorf("after the space bar (-want +got):\n%s", diff)
	}

	b.tabTo("show-dark")
	b.do(chromedp.KeyEvent(kb.Enter))
	wantPressed(b, "dark")
}

// tabTo presses the tabulator until the element with an id has the focus.
func (t tab) tabTo(id string) {
	t.Helper()

	const most = 20
	for range most {
		t.do(chromedp.KeyEvent(kb.Tab))

		if eval[string](t, "document.activeElement.id") == id {
			return
		}
	}

	t.Fatalf("the keyboard does not reach %s", id)
}

// wantPressed checks which button of the switch is pressed, and which mode is on.
func wantPressed(t tab, mode string) {
	t.Helper()

	got := eval[map[string]string](t, `({
		mode: document.documentElement.dataset.mode,
		light: document.getElementById("show-light").getAttribute("aria-pressed"),
		dark: document.getElementById("show-dark").getAttribute("aria-pressed"),
	})`)
	want := map[string]string{"mode": mode, "light": fmt.Sprint(mode == "light"), "dark": fmt.Sprint(mode == "dark")}

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the switch (-want +got):\n%s", diff)
	}
}

func TestBrowser_PageFollowsAChange(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	put(t, mock, "1", theme("#0b7285"))
	b.do(chromedp.Navigate(serve(t, pages) + "/preview/appearance/1?mode=light"))
	// What the visitor has chosen has to stay.
	eval[any](b, chatDocument+`.getElementById("show-dark").click(), `+chatDocument+`.getElementById("show-dark").focus()`)

	changed := theme("#e03131")
	changed["name"], changed["start_message"] = "Another name", "Another welcome"
	put(t, mock, "1", changed)

	b.awaits(`document.querySelector("h1").textContent === "Another name" && document.title.startsWith("Another name")`)
	b.awaits(`document.querySelector("[role=status]").textContent.startsWith("Updated at ")`)
	b.awaits(chatDocument + `.querySelector(".start").textContent === "Another welcome"`)
	b.awaits(chatDocument + `.querySelectorAll("link[data-theme]").length === 1`)

	if diff := cmp.Diff(wantedColors(changed, "dm_", palette.White), drawnColors(b, chatDocument)); diff != "" {
		t.Errorf("colours (-want +got):\n%s", diff)
	}

	if focused := eval[string](b, chatDocument+".activeElement.id"); focused != "show-dark" {
		t.Errorf("the focus went to %q", focused)
	}

	// Where there is no choice any more, it is not kept.
	changed["theme_mode"] = "light"
	put(t, mock, "1", changed)
	b.awaits(chatDocument + `.documentElement.dataset.mode === "light" && ` + chatDocument + `.querySelector("button") === null`)
}

func TestBrowser_ListFollowsAChange(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	b.do(chromedp.Navigate(serve(t, pages)))
	put(t, mock, "42", theme("#0b7285"))
	b.awaits(`document.querySelector("a[href='/preview/appearance/42']")?.textContent === "Theme"`)
}

func TestBrowser_PageSaysThatTheServerHasGone(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	put(t, mock, "1", theme("#0b7285"))

	listening := httptest.NewServer(pages)
	b.do(chromedp.Navigate(listening.URL + "/preview/appearance/1"))
	listening.CloseClientConnections()
	listening.Close()

	b.awaits(`document.querySelector("[role=status]").textContent.includes("does not answer")`)
}
