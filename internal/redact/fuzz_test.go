package redact

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/redact/redacttest"
)

func FuzzSecrets(f *testing.F) {
	f.Add("hunter2", "bad password: ", " (sent)", []byte{0})
	f.Add(`K"<&>\%+ é😀`, `{"error":"`, `"}`, []byte{1, 3})
	f.Add("abc\ndef", "%", "&amp;", []byte{7, 9})
	f.Add("%41%42%43%44%45%46", `\`, `\u0041`, []byte{12, 22, 5})
	f.Add("<hunter2>", "<a title='", "'>", []byte{13, 11})
	f.Add("hunter2", "", "", []byte{8, 19})    // line breaks within escapes
	f.Add("hunter2", "", "", []byte{4, 19, 6}) // and these as plus signs
	f.Add("correct horse", "\x1b]0;", "\x07", []byte{20})

	f.Fuzz(func(t *testing.T, secret, before, after string, encoded []byte) {
		if !utf8.ValidString(secret) || len(secret) > 1000 || len(encoded) > 3 {
			return
		}

		// HTML has no control characters.
		if strings.ContainsFunc(secret, func(char rune) bool { return unicode.IsControl(char) && !unicode.IsSpace(char) || char == 0x85 }) {
			return
		}

		// A short secret is only found verbatim, and one that is part of the
		// Withheld note is always found.
		for _, decoded := range decodings(secret) {
			if utf8.RuneCountInString(normalize(decoded)) < minSecretLength {
				return
			}
		}

		sought := Drop(secret, "")
		if strings.Contains(Drop(Withheld, ""), sought) {
			return
		}

		text := secret

		for index, number := range encoded {
			// Latin-1 is not valid text, so it must be the last encoding.
			last := len(redacttest.Encodings)
			if index < len(encoded)-1 {
				last--
			}

			text = redacttest.Encodings[int(number)%last].Write(text)
		}

		got := newSecrets(secret).Show(before + " " + text + " " + after)
		if strings.Contains(Drop(got, ""), sought) {
			t.Errorf("%q is shown in %q", secret, got)
		}

		if strings.Contains(Drop(got, ""), Drop(text, "")) {
			t.Errorf("%q, encoded as %q, is shown in %q", secret, text, got)
		}
	})
}
