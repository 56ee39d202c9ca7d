package preview_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestLines_OnlyColorsLookTheSame(t *testing.T) {
	for name, want := range map[string]bool{"lm_button_outline_color": true, "start_message": false} {
		theme := change(map[string]any{name: "White"}, map[string]any{name: "#fff"}, name)
		if got := theme.Lines()[0].LooksSame(); got != want {
			t.Errorf("%s looks the same: %t", name, got)
		}
	}
}

// TestLines_TellTextsThatLookTheSame: both are quoted, and what nobody sees is escaped.
func TestLines_TellTextsThatLookTheSame(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"Why ?", "Why\u00a0?", `"Why ?" -> "Why\u00a0?"`},
		{"A B", "A\u3000B", `"A B" -> "A\u3000B"`},
		{"Ask me  anything", "Ask me anything", `"Ask me  anything" -> "Ask me anything"`},
		{"Hi", "Hi ", `"Hi" -> "Hi "`},
		{"می\u200cخ", "میخ", `"می\u200cخ" -> "میخ"`},
		{"❤\ufe0f", "❤", `"❤\ufe0f" -> "❤"`},
		{"a\u034f\u3164", "a\u2800", `"a\u034f\u3164" -> "a\u2800"`},
		{"a\nb", "a b", `"a\nb" -> "a b"`},
		{"a \"\u00a0", `a "`, `"a \"\u00a0" -> "a \""`},
		{"é", "e\u0301", `"\u00e9" -> "e\u0301"`},
		{"", " ", `"" -> " "`},
		{"Why\u00a0?", "Why\u00a0not?", "Why\u00a0? -> Why\u00a0not?"},
		{"👩\u200d🚀", "👩\u200d💻", "👩\u200d🚀 -> 👩\u200d💻"},
	} {
		for _, name := range []string{"start_message", "recommendations", "lm_button_outline_color"} {
			value := func(text string) map[string]any { return map[string]any{name: text} }
			if name == "recommendations" {
				value = func(text string) map[string]any { return map[string]any{name: []any{text}} }
			}

			line, want := change(value(test.before), value(test.after), name).Lines()[0], test.want
			got := line.Before + " -> " + line.After

			for _, item := range line.Items {
				got = item.Before + " -> " + item.After

				if before, after, _ := strings.Cut(want, " -> "); before[0] != '"' {
					want = fmt.Sprintf(`"%s" -> "%s"`, before, after)
				}
			}

			if got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

// TestLines_DoNotShowDigests where they change: nobody can read them.
func TestLines_DoNotShowDigests(t *testing.T) {
	for want, sides := range map[string][2]values{
		"changed, not visible in a plan": {values{overrides: "sha256:1"}, values{overrides: "sha256:2"}},
		"not configured -> sha256:2":     {values{}, values{overrides: "sha256:2"}},
		"sha256:1 -> (no longer sent)":   {values{overrides: "sha256:1"}, values{overrides: preview.NoLongerSent}},
		"(sensitive) -> (sensitive)":     {values{overrides: preview.Sensitive}, values{overrides: preview.Sensitive}},
	} {
		theme := change(sides[0], sides[1], overrides)

		line := theme.Lines()[0]
		if line.IsCompared {
			line.After = line.Before + " -> " + line.After
		}

		fields := render(t, theme).all("dl")[0].text()
		if left, right, isCompared := strings.Cut(want, " -> "); line.After != want || !strings.HasSuffix(fields, right) || !strings.Contains(fields, left) ||
			strings.Contains(fields, "Last applied") != isCompared || strings.Contains(fields, "sha256:") != strings.Contains(want, "sha256:") {
			t.Errorf("%q, and on the page %q, want %q", line.After, fields, want)
		}
	}
}

func TestLines_CompareListsInTheFewestLines(t *testing.T) {
	list := func(items ...any) any { return append([]any{}, items...) }
	many := func(changed int, text any) any {
		items := make([]any, 500)
		for i := range items {
			items[i] = fmt.Sprint("Question ", i+1, "?")
		}

		items[changed-1] = text

		return items
	}

	for name, test := range map[string]struct {
		before, after any // nil is not set
		want          string
	}{
		"one of many":         {many(17, "old"), many(17, "new"), `500 items, 499 unchanged; 17. "old" -> "new"`},
		"one more":            {list("a", "b"), list("a", "b", "c"), `3 items, 2 unchanged; + 3. "c"`},
		"one fewer":           {list("a", "b", "c"), list("a", "c"), `2 items, 2 unchanged; - 2. "b"`},
		"one in between":      {list("a", "c"), list("a", "b", "c"), `3 items, 2 unchanged; + 2. "b"`},
		"two that are apart":  {list("a", "b", "c", "d"), list("x", "b", "c", "y"), `4 items, 2 unchanged; 1. "a" -> "x"; 4. "d" -> "y"`},
		"another order":       {list("a", "b", "c", "d"), list("a", "c", "b", "d"), `4 items in another order; - 2. "b"; + 3. "b"`},
		"new and corrected":   {list("a", "b", "c?"), list("x", "a", "b", "c!"), `4 items, 2 unchanged; + 1. "x"; 3, now 4. "c?" -> "c!"`},
		"emptied":             {list("a"), list(), "now empty"},
		"filled":              {list(), list("a"), `1 item, 0 unchanged; + 1. "a"`},
		"new":                 {nil, list("a", "b"), `not configured -> 2 items; 1. "a"; 2. "b"`},
		"a text that says so": {nil, "not configured", `not configured -> "not configured"`},
		"such a text, spaced": {"not configured", "not  configured", `"not configured" -> "not  configured"`},
		"no longer sent":      {list("a", "b"), preview.NoLongerSent, "2 items -> (no longer sent)"},
		"a text like a mark":  {preview.AfterApply, "(known after apply)", `(known after apply) -> "(known after apply)"`},
		"hidden before":       {preview.Sensitive, list("a"), `(sensitive) -> 1 item; 1. "a"`},
		"a hostile text":      {nil, list("a\u202eb"), `not configured -> 1 item; 1. "a\u202eb"`},
		"a text or JSON":      {list(map[string]any{"a": "b"}), list(`{"a":"b"}`), `1 item, 0 unchanged; 1. {"a":"b"} -> "{\"a\":\"b\"}"`},
		"a text that poses":   {list("x"), list("a\"\n    2. \"b\\"), `1 item, 0 unchanged; 1. "x" -> "a\"\n    2. \"b\\"`},
	} {
		fields := func(value any) map[string]any {
			if value == nil {
				return map[string]any{}
			}

			return map[string]any{"recommendations": value}
		}

		var got []string

		for _, line := range change(fields(test.before), fields(test.after), "recommendations").Lines() {
			if line.IsCompared {
				line.After = line.Before + " -> " + line.After
			}

			got = append(got, line.After)

			for _, item := range line.Items {
				text := fmt.Sprintf("%s. %s", item.Number, item.After)
				if item.Before != "" {
					text = fmt.Sprintf("%s. %s -> %s", item.Number, item.Before, item.After)
				}

				got = append(got, strings.TrimSpace(item.Sign+" "+text))
			}
		}

		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestLines_OfListsRebuildThem: what is planned is what was applied last, without what is
// removed, and with what is new at its number. By place, there are at least as many lines.
func TestLines_OfListsRebuildThem(t *testing.T) {
	listed := regexp.MustCompile(`^(\d+)(?:, now (\d+))?$`)

	rapid.Check(t, func(rt *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom([]any{"a", "b ", "b\u00a0", "c\n", `"`, "3. d", true}), 1, 12)
		before, after := list.Draw(rt, "before"), list.Draw(rt, "after")
		line := change(values{"x": before}, values{"x": after}, "x").Lines()[0]
		kept, added, byPlace := slices.Clone(before), map[int]any{}, 0

		for i := range max(len(before), len(after)) {
			if i >= len(before) || i >= len(after) || before[i] != after[i] {
				byPlace++
			}
		}

		for _, item := range line.Items {
			numbers := listed.FindStringSubmatch(item.Number)
			old, _ := strconv.Atoi(numbers[1])
			number, _ := strconv.Atoi(cmp.Or(numbers[2], numbers[1]))

			if item.Sign != "+" {
				kept[old-1] = nil
			}

			if item.Sign == "-" {
				continue
			}

			added[number-1] = true
			if text, err := strconv.Unquote(item.After); err == nil {
				added[number-1] = text
			}
		}

		kept = slices.DeleteFunc(kept, func(item any) bool { return item == nil })
		unchanged := len(kept)

		for i := range len(kept) + len(added) {
			if item, isNew := added[i]; isNew {
				kept = slices.Insert(kept, i, item)
			}
		}

		isCounted := strings.HasSuffix(line.After, " in another order") || strings.HasSuffix(line.After, fmt.Sprintf("%d unchanged", unchanged))
		if !slices.Equal(kept, after) || len(line.Items) > byPlace || !isCounted {
			rt.Errorf("%q -> %q: %s, %v, rebuilt as %q", before, after, line.After, line.Items, kept)
		}
	})
}

// TestLines_CompareVeryLongListsByPlace: all distances would take seconds.
func TestLines_CompareVeryLongListsByPlace(t *testing.T) {
	many := make([]any, 1_100)
	for i := range many {
		many[i] = i
	}

	line := change(values{"x": many[1:]}, values{"x": many[:1_098]}, "x").Lines()[0]
	if got, want := fmt.Sprint(line.After, line.Items[0]), "1098 items, 0 unchanged{ 1 1 0}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
