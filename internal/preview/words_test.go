package preview_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// sides returns the texts of a change on the page, with what is marked in brackets.
func sides(t *testing.T, before, after any) string {
	t.Helper()

	var all []string

	fields := render(t, change(values{"x": before}, values{"x": after}, "x")).all("dl")[0]
	if items := fields.all("items"); len(items) > 0 {
		fields = items[0]
	}

	for _, side := range fields.all("span") {
		text := ""

		for part := range side.ChildNodes() {
			if part.Type == html.TextNode {
				text += part.Data
			} else {
				text += "[" + part.FirstChild.Data + "]"
			}
		}

		all = append(all, text)
	}

	return strings.Join(all, " → ")
}

func TestWords_MarkOnlyWhatDiffers(t *testing.T) {
	long := strings.Repeat("long ", 20_000)
	words := func(from, to int) (text string) {
		for i := from; i < to; i++ {
			text += fmt.Sprint("w", i, " ")
		}

		return text
	}

	for _, test := range []struct {
		before, after any
		want          string
	}{
		{"Hello and welcome!\nAsk about revenue.", "Hello and welcome!\nAsk about costs.", `"Hello and welcome!\nAsk about [revenue]." → "Hello and welcome!\nAsk about [costs]."`},
		{"Hello!\nAsk", "Hello!\nTell", `"Hello!\n[Ask]" → "Hello!\n[Tell]"`},
		{"Say \"hi\"\tto all\u202e", "Say \"hi\"\tto us\u202e", `"Say \"hi\"\tto [all]\u202e" → "Say \"hi\"\tto [us]\u202e"`},
		{"a\r\nb\x1b", "a\nb\U000e0001", `"a[\r]\nb[\x1b]" → "a\nb[\U000e0001]"`},
		{"\x1bAsk\u202eAsk\U000e0001Ask", "\x1bask\u202eask\U000e0001ask", `"\x1b[Ask]\u202e[Ask]\U000e0001[Ask]" → "\x1b[ask]\u202e[ask]\U000e0001[ask]"`},
		{`"a\nb"`, "\"a\nb\"", `"\"a[\\nb]\"" → "\"a[\nb]\""`},
		{`""`, "", `"[\"\"]" → ""`},
		{"Ask me about sales now", "Ask me about money please", "Ask me about [sales now] → Ask me about [money please]"},
		{"sales and support first", "support and sales first", "[sales] and [support] first → [support] and [sales] first"},
		{[]any{"Why  not?", "A"}, []any{"Why  nut?", "A"}, `"Why  [not]?" → "Why  [nut]?"`},
		{[]any{"a\nb", "c"}, []any{"a\nB", "c"}, `"a\n[b]" → "a\n[B]"`},
		{map[string]any{"a": "1", "b": "2"}, map[string]any{"a": "1", "b": "3"}, `{"a":"1","b":"[2]"} → {"a":"1","b":"[3]"}`},
		{"売上を聞く", "売上を見る", "売上を[聞く] → 売上を[見る]"},
		{"ถามน้ำใจ", "ถามคำใจ", "ถาม[น้ำ]ใจ → ถาม[คำ]ใจ"},
		{"ភាសាខ្មែរ", "ភាសាខ្មរ", "ភាសា[ខ្មែ]រ → ភាសា[ខ្ម]រ"},
		{"اسأل عن المبيعات", "اسأل عن العملاء", "اسأل عن [المبيعات] → اسأل عن [العملاء]"},
		{"👩\u200d💻 ok 🇩🇪🇫🇷", "👩\u200d🔬 ok 🇩🇰🇫🇷", "[👩\u200d💻] ok [🇩🇪]🇫🇷 → [👩\u200d🔬] ok [🇩🇰]🇫🇷"},
		{"cafe\u0301 au", "cafe au", "[cafe\u0301] au → [cafe] au"},
		{`C:\a\b (x)`, `C:\a\c (x)`, `C:\a[\b] (x) → C:\a[\c] (x)`},
		{"(a b)", "(a\u00a0b)", `"(a[ ]b)" → "(a[\u00a0]b)"`},
		{`"a b"`, "\"a\u00a0b\"", `"\"a[ ]b\"" → "\"a[\u00a0]b\""`},
		{"a -> b", "a → c", `"a [-> b]" → "a [→ c]"`},
		{words(0, 400), words(0, 200) + "x " + words(201, 400), words(0, 200) + "[w200] " + words(201, 400) + " → " + words(0, 200) + "[x] " + words(201, 400)},
		{long + "a", long + "b", long + "[a] → " + long + "[b]"},                                                                             // 40,000 words, and no table of them
		{words(0, 300), "x " + words(0, 299), "[" + strings.TrimSpace(words(0, 300)) + "]  → [x " + strings.TrimSpace(words(0, 299)) + "] "}, // by place
	} {
		if got := sides(t, test.before, test.after); got != test.want {
			t.Errorf("%.300s, want %.300s", got, test.want)
		}
	}
}

// TestWords_AreNotDrawnApart: no mark begins or ends within a character, no two touch, and no
// blank is between two.
func TestWords_AreNotDrawnApart(t *testing.T) {
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{
		"Ask", "ask", " ", "  ", "売上", "ขาย", "น้ำ", "ខ្មែរ", "سؤال", "क्षत्रिय", "👩\u200d💻", "👩\u200d🔬", "e\u0301", "é", "❤\ufe0f", "🇩🇪", "🇫", "한국어", "don't", "1,5", "(", ".",
	}), 1, 12), func(words []string) string { return strings.Join(words, "") })

	rapid.Check(t, func(rt *rapid.T) {
		before, after := text.Draw(rt, "before"), text.Draw(rt, "after")

		for side := range strings.SplitSeq(sides(t, before, after), " → ") {
			if strings.Contains(side, "][") || strings.Contains(side, "] [") {
				rt.Errorf("two marks for one in %q", side)
			}

			unmarked := strings.NewReplacer("[", "", "]", "").Replace(side)
			if !strings.Contains(side, `"`) && unmarked != preview.Printable(before) && unmarked != preview.Printable(after) {
				rt.Errorf("%q is neither %q nor %q", unmarked, before, after)
			}

			var ends []int
			for character := graphemes.FromString(unmarked); character.Next(); {
				ends = append(ends, character.Start(), character.End())
			}

			at := 0
			for part := range strings.FieldsFuncSeq(side, func(char rune) bool { return char == '[' || char == ']' }) {
				if at += len(part); !slices.Contains(ends, at) {
					rt.Errorf("a mark ends within a character of %q", side)
				}
			}
		}
	})
}
