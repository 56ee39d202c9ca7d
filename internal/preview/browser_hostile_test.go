package preview_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

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
	scripts: document.querySelectorAll("script:not(body > script:last-of-type)").length,
	styles: document.querySelectorAll("style ~ style, body style, [style]").length,
	elements: document.querySelectorAll("img, b:not(dd > b), object, embed, base, form, title ~ title, [onerror], [onload], [id=x]").length,
	hidden: Number(getComputedStyle(document.body).display === "none"),
	ran: Number("injected" in window),
})`

func TestBrowser_FieldsAreTextOnly(t *testing.T) {
	b := openTab(t)

	const markup = `<script>window.injected=1</script><img src=x onerror=window.injected=1>`

	attack := change(map[string]any{"name": markup, "start_message": markup, "recommendations": []any{markup}}, hostile(t),
		"name", "start_message", "recommendations", "id", markup)
	attack.ID, attack.Address, attack.Plan = markup+"1", `x["`+markup+`2"]`, markup+"3/plan.json"
	attack.Action, attack.Note, attack.Verdict.Unjudged = markup+"4", markup+"5", markup+"6"
	attacked := &preview.Preview{
		Title: markup + "7", Notes: []string{markup + "8"}, Hazards: []string{markup + "12"}, Made: markup + "13", Themes: []preview.Theme{attack}, Level: palette.AA,
		Sources: []preview.Source{{Name: markup + "9", Type: markup + "10"}}, Links: []preview.Link{{Text: markup + "11", Path: "javascript:window.injected=1"}},
	}
	_, server := serve(t, attacked)

	none := map[string]int{"scripts": 0, "styles": 0, "elements": 0, "hidden": 0, "ran": 0}

	for _, address := range []string{server.URL, fileOf(t, attacked)} {
		b.visit(address, "light", 1280)
		eval[any](b, openAll)
		eval[any](b, `document.querySelector("a").click()`)

		if diff := cmp.Diff(none, eval[map[string]int](b, injected)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}

		texts := []string{attack.After["start_message"].String(), attack.After["dm_button_outline_color"].String()}
		for number := range 13 {
			texts = append(texts, fmt.Sprint(markup, number+1))
		}

		for _, text := range texts {
			if !eval[bool](b, fmt.Sprintf("document.body.textContent.includes(%q)", text)) {
				t.Errorf("%s does not show %s", address, text)
			}
		}
	}
}
