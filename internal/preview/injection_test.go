package preview_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// hostile returns an appearance configuration in which every field attempts an
// injection, within the API's limits.
func hostile(t *testing.T) map[string]any {
	t.Helper()

	const (
		image  = `<img src=x onerror="window.injected=1">`
		script = `</title></script><script>window.injected=1</script>`
		style  = `"></style><style>body{display:none}</style>`
	)

	fields := map[string]any{
		"name": `"'>` + image + `{{.}}`, "start_message": script + image, "theme_mode": "both",
		"recommendations": []any{image, script, style, `javascript:window.injected=1`, map[string]any{image: script}},
		"custom_css_overrides": map[string]any{
			image: script, style: image, "accent": "red;background:url(//evil.example/)", `"onload="`: []any{script},
			"--x: red; } body { display: none; } .a {": "}body{display:none}",
		},
		"lm_primary_background_color": `red;}*{`, "lm_light_background_color": `"><svg>`, "lm_dark_background_color": `</styl>`,
		"lm_button_outline_color": `#fff;x:`, "dm_primary_background_color": `<b>b</b`, "dm_light_background_color": `url(//x`,
		"dm_dark_background_color": `*/}*{x:`, "dm_button_outline_color": `' id='x`,
	}

	for name, value := range fields {
		if text, isText := value.(string); isText && strings.HasSuffix(name, "_color") && len(text) > 7 {
			t.Fatalf("%s is too long", name)
		}
	}

	return fields
}

// injected counts the elements of a page that do not come from the package.
const injected = `({
	scripts: [...document.querySelectorAll("script")].filter((each) => !/^\/preview\/assets\/live\.js$/.test(each.getAttribute("src"))).length,
	styles: document.querySelectorAll("style, [style]").length,
	sheets: [...document.styleSheets].filter((each) => !/^\/preview\/(assets\/(page|chat)|themes)\.css$/.test(new URL(each.href).pathname)).length,
	elements: document.querySelectorAll("img, b, object, embed, base, form, title ~ title, [onerror], [onload], [id=x]").length,
	hidden: Number(getComputedStyle(document.body).display === "none"),
	ran: Number("injected" in window),
})`

func TestBrowser_FieldsAreTextOnly(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	address := serve(t, pages)
	none := map[string]int{"scripts": 0, "styles": 0, "sheets": 0, "elements": 0, "hidden": 0, "ran": 0}
	fields := hostile(t)

	for _, path := range []string{"/", "/preview/appearance/1"} {
		put(t, mock, "1", theme("#0b7285"))
		b.do(chromedp.Navigate(address + path))

		// First the page updates itself, then the browser loads it.
		put(t, mock, "1", fields)
		b.awaits(`document.body.textContent.includes("{{.}}")`)

		for _, when := range []string{"after an update", "loaded"} {
			if diff := cmp.Diff(none, eval[map[string]int](b, injected)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", path, when, diff)
			}

			for _, text := range shownTexts(path, fields) {
				quoted, err := json.Marshal(text)
				if err != nil {
					t.Fatal(err)
				}

				if !eval[bool](b, fmt.Sprintf("document.body.textContent.includes(%s)", quoted)) {
					t.Errorf("%s, %s, does not show %s", path, when, text)
				}
			}

			b.do(chromedp.Navigate(address + path))
		}
	}
}

// shownTexts returns the field values that a page must show unchanged.
func shownTexts(path string, fields map[string]any) []string {
	texts := []string{fields["name"].(string)}

	if path == "/" {
		return texts
	}

	for name, value := range fields {
		if strings.HasSuffix(name, "_color") {
			texts = append(texts, value.(string))
		}
	}

	for name := range fields["custom_css_overrides"].(map[string]any) {
		texts = append(texts, name)
	}

	for _, element := range fields["recommendations"].([]any)[:4] {
		texts = append(texts, element.(string))
	}

	texts = append(texts, fields["start_message"].(string))

	return texts
}

// TestBrowser_PolicyBlocksInjectedScript checks the second line of defense: should a
// value not be escaped, the Content-Security-Policy blocks it.
func TestBrowser_PolicyBlocksInjectedScript(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	put(t, mock, "1", theme("#0b7285"))
	address := serve(t, pages)

	for _, path := range []string{"/", "/preview/appearance/1"} {
		b.do(chromedp.Navigate(address + path))

		eval[any](b, `window.violated = [], (() => {
			document.addEventListener("securitypolicyviolation", (event) => window.violated.push(event.effectiveDirective));
			document.body.insertAdjacentHTML("beforeend", '<p onclick="window.injected=1" style="color: red">injected</p>');
			const script = document.createElement("script");
			script.textContent = "window.injected = 1";
			document.body.append(script);
			document.querySelector("p[onclick]").click();
		})()`)
		b.awaits(`window.violated.length === 3 || "injected" in window`)

		violated := eval[[]string](b, `window.violated.sort()`)
		want := []string{"script-src-attr", "script-src-elem", "style-src-attr"}
		if diff := cmp.Diff(want, violated); diff != "" {
			t.Errorf("%s: violated (-want +got):\n%s", path, diff)
		}

		if eval[bool](b, `"injected" in window`) {
			t.Errorf("%s: the script ran", path)
		}
	}
}
