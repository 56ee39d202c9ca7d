package preview_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestFields_ShowDifferences(t *testing.T) {
	before := map[string]any{
		"id": "1", "name": "Sales", "lm_button_outline_color": "#000", "start_message": "Ask me about sales.", "recommendations": []any{"A?", "B?", "C?"}, "show_sidebar": true,
		"theme_mode": "", "x": []any{"a", "b"}, "y": "pay all", "z": "Why?", "u": "Ask sales and support first, and sales again", "v": "b a c",
		"w": []any{"a", "a", "a"}, "s": "Ask me anything  else", "t": []any{"A B"},
	}
	after := map[string]any{
		"id": "1", "name": "Sales and support", "lm_button_outline_color": "#fff", "start_message": "Ask me about money.", "recommendations": []any{"A?", "C?", "D?", map[string]any{"e": 1}},
		"w": []any{"a"}, "s": "Ask me\u00a0anything else", "t": []any{"A\u3000B"}, "triggers": map[string]any{"a": "<b>"}, "response_mode": preview.AfterApply, "x": []any{"b", "a"}, "y": "pay \u202ella", "u": "Ask support and sales now, and sales again", "v": "a b a c", "z": "Why  so\u00a0?", "show_sidebar": preview.NoLongerSent,
	}
	page := render(t, change(before, after, "lm_button_outline_color", "name", "start_message", "recommendations", "show_sidebar", "triggers", "response_mode", "theme_mode", "s", "t", "u", "v", "w", "x", "y", "z"))
	fields := page.all("dl")[0]
	want := []string{
		"name Last applied Sales Planned Sales and support",
		"start_message Last applied Ask me about sales. Planned Ask me about money.",
		`recommendations Last applied 3 items Planned 4 items, 2 unchanged 2. "B?" 3. "D?" 4. {"e":1} All planned items "A?" "C?" "D?" {"e":1}`,
		"show_sidebar Last applied true Planned (no longer sent)",
		`triggers Last applied not configured Planned {"a":"<b>"}`,
		"response_mode Last applied not configured Planned (known after apply)",
		`theme_mode Last applied "" Planned not configured`,
		`s Last applied "Ask me anything else" Planned "Ask me\u00a0anything else"`,
		`t Last applied 1 item Planned 1 item, 0 unchanged 1. "A B" → "A\u3000B" All planned items "A B"`,
		"u Last applied Ask sales and support first, and sales again Planned Ask support and sales now, and sales again",
		"v Last applied b a c Planned a b a c",
		`w Last applied 3 items Planned 1 item, 1 unchanged 2. "a" 3. "a" All planned items "a"`,
		`x Last applied 2 items Planned 2 items in another order 1. "a" 2. "a" All planned items "b" "a"`,
		`y Last applied pay all Planned "pay \u202ella"`,
		"z Last applied Why? Planned Why so ?",
	}

	got := texts(fields.all("div"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}

	for tag, want := range map[string][]string{
		"del": {"sales", `"B?"`, "true", `""`, "", "", "", "sales", "support first", `"a"`, `"a"`, `"a"`, "all"}, "ins": {"and support", "money", `"D?"`, `{"e":1}`, `{"a":"<b>"}`, `\u00a0`, "", `\u3000`, "support", "sales now", "a", `"a"`, `"`, `\u202ella"`, "so"},
	} {
		if diff := cmp.Diff(want, texts(fields.all(tag))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tag, diff)
		}
	}

	// Each side has its own direction: an arrow between two Arabic texts is not mirrored.
	for _, value := range slices.Concat(fields.all("del"), fields.all("ins")) {
		direction, _ := value.attribute("dir")
		if value.Parent.Data == "span" {
			direction, _ = node{value.Parent}.attribute("dir")
		}

		if direction != "auto" || len(node{value.Parent}.all("del"))*len(node{value.Parent}.all("ins")) > 0 && value.Parent.Data == "span" {
			t.Errorf("the direction of %q is %q", value.text(), direction)
		}
	}

	if got := page.all("dl")[1].text(); !strings.Contains(got, "show_dashboards not configured") || strings.Contains(got, "show_sidebar") || strings.Contains(got, "id ") {
		t.Errorf("unchanged fields %q", got)
	}
}

func TestChat_ShowsConfiguration(t *testing.T) {
	for name, test := range map[string]struct {
		fields values
		want   []string
	}{
		"nothing set": {values{}, []string{"sidebar", "tabs", "code"}},
		"all off":     {values{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "", "recommendations": []any{}}, nil},
		"hidden": {
			values{"show_sidebar": preview.NoLongerSent, "show_dashboards": preview.NoLongerSent, "response_mode": preview.NoLongerSent, "start_message": preview.Sensitive, "recommendations": preview.AfterApply},
			[]string{"sidebar", "tabs", "start", "unknown", "unknown", "unknown"},
		},
		"null":           {values{"recommendations": nil}, []string{"sidebar", "tabs", "code"}},
		"texts":          {values{"show_sidebar": true, "show_dashboards": false, "response_mode": "basic", "start_message": "Hi", "recommendations": []any{"Why?"}}, []string{"sidebar", "start", "questions"}},
		"many questions": {values{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "recommendations": []any{1, 2, 3, 4, 5}}, []string{"questions", "more"}},
	} {
		test.fields["theme_mode"] = "light"
		chat := render(t, themeOf(test.fields)).all("chat")[0]

		var got []string

		for _, part := range []string{"sidebar", "start", "tabs", "code", "questions", "more", "unknown"} {
			got = append(got, slices.Repeat([]string{part}, len(chat.all(part)))...)
		}

		slices.Sort(got)
		slices.Sort(test.want)

		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: parts (-want +got):\n%s", name, diff)
		}
	}
}
