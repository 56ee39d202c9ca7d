package preview_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestFields_ShowDifferences(t *testing.T) {
	before := map[string]any{
		"name": "Sales", "start_message": "Ask me about sales.", "recommendations": []any{"A?", "B?", "C?"}, "show_sidebar": true,
		"theme_mode": "", "x": []any{"a", "b"}, "y": "pay all",
	}
	after := map[string]any{
		"name": "Sales", "start_message": "Ask me about money.", "recommendations": []any{"A?", "C?", "D?", map[string]any{"e": 1}},
		"triggers": map[string]any{"a": "<b>"}, "response_mode": preview.AfterApply, "x": []any{"b", "a"}, "y": "pay \u202ella",
	}
	page := render(t, change(before, after, "start_message", "recommendations", "show_sidebar", "triggers", "response_mode", "theme_mode", "x", "y"))
	fields := page.all("dl")[0]
	want := []string{
		"start_message Before Ask me about sales. After Ask me about money.",
		"recommendations Before 3 items After 4 items B? D? {\"e\":1} Unchanged items A? C?",
		"show_sidebar Before true After not set",
		`triggers Before not set After {"a":"<b>"}`,
		"response_mode Before not set After (known after apply)",
		"theme_mode Before empty After not set",
		"x Before 2 items After 2 items The same items in another order b a",
		`y Before pay all After pay "\u202ella"`,
	}

	got := texts(fields.all("div"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}

	for tag, want := range map[string][]string{
		"del": {"sales.", "B?", "true", "all"}, "ins": {"money.", "D?", `{"e":1}`, `{"a":"<b>"}`, `"\u202ella"`},
	} {
		if diff := cmp.Diff(want, texts(fields.all(tag))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tag, diff)
		}
	}

	if got := page.all("dl")[1].text(); got != "show_dashboards not set" {
		t.Errorf("unchanged fields %q", got)
	}
}

func TestChat_ShowsConfiguration(t *testing.T) {
	for name, test := range map[string]struct {
		fields map[string]any
		want   []string
	}{
		"nothing set": {map[string]any{}, []string{"sidebar", "tabs", "code"}},
		"all off": {map[string]any{
			"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "", "recommendations": []any{},
		}, nil},
		"null": {map[string]any{"recommendations": nil}, []string{"sidebar", "tabs", "code"}},
		"texts": {
			map[string]any{"show_sidebar": true, "show_dashboards": false, "response_mode": "basic", "start_message": "Hi", "recommendations": []any{"Why?"}},
			[]string{"sidebar", "start", "questions"},
		},
		"many questions": {
			map[string]any{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "recommendations": []any{1, 2, 3, 4, 5}},
			[]string{"questions", "more"},
		},
	} {
		test.fields["theme_mode"] = "light"
		chat := render(t, themeOf(test.fields)).all("chat")[0]

		var got []string

		for _, part := range []string{"sidebar", "start", "tabs", "code", "questions", "more"} {
			if len(chat.all(part)) > 0 {
				got = append(got, part)
			}
		}

		slices.Sort(got)
		slices.Sort(test.want)

		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: parts (-want +got):\n%s", name, diff)
		}
	}
}
