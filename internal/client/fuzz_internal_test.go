package client

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzRedact(f *testing.F) {
	f.Add("hunter2", "bad password: ", " (sent)", []byte{0})
	f.Add(`K"<&>\%+ é😀`, `{"error":"`, `"}`, []byte{1, 3})
	f.Add("a\nb", "%", "&amp;", []byte{7, 9})
	f.Add("%41", `\`, `\u0041`, []byte{12, 22, 5})
	f.Add("<b>", "<a title='", "'>", []byte{13, 11})
	f.Add("x", "\x1b]0;", "\x07", []byte{20})

	f.Fuzz(func(t *testing.T, secret, before, after string, spelled []byte) {
		if !utf8.ValidString(secret) || len(secret) > 1000 || len(spelled) > 3 {
			return
		}

		sought := withoutSpace(secret)
		// What is not to be seen hides nothing, and a mask is not a leak.
		if sought == "" || strings.ContainsAny(sought, "*…") {
			return
		}

		// One of nothing but quotes and signs is found as it is and spelled once:
		// more layers can not be told from what spells them.
		if len(spelled) > 1 && len(asIs(secret).squashed().text) == 0 {
			return
		}

		text := secret

		for index, number := range spelled {
			// Latin-1 is not text that could be written once more.
			last := len(spellings)
			if index < len(spelled)-1 {
				last--
			}

			text = spellings[int(number)%last].write(text)
		}

		got := redactorOf(secret).clean(before + " " + text + " " + after)
		if strings.Contains(withoutSpace(got), sought) {
			t.Errorf("%q is seen in %q", secret, got)
		}

		if strings.Contains(withoutSpace(got), withoutSpace(text)) {
			t.Errorf("%q, spelled as %q, is seen in %q", secret, text, got)
		}
	})
}
