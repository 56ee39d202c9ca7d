package preview_test

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestPrintable_KeepsLanguagesAndEscapesWhatHides(t *testing.T) {
	for text, want := range map[string]string{
		"":                `""`,
		"Sales":           "Sales",
		"Pourquoi\u00a0?": "Pourquoi\u00a0?",
		"Pourquoi\u202f?": "Pourquoi\u202f?",
		"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", // Persian
		"\U0001f469\u200d\U0001f4bb ok":                    "\U0001f469\u200d\U0001f4bb ok",
		"\u3000全角":                                         "\u3000全角",
		"e\u0301":                                          "e\u0301",
		" ":                                                `" "`,
		"\u00a0\u200d\u3164\ufe0f\u2800":                   `"\u00a0\u200d\u3164\ufe0f\u2800"`,
		"a\ue000b":                                         `"a\ue000b"`, // the gap of a table
		"a\u202eb":                                         `"a\u202eb"`,
		"a\u200bb\ufeff\u2066":                             `"a\u200bb\ufeff\u2066"`,
		"a\x1b[2J\u009b\n":                                 `"a\x1b[2J\u009b\n"`,
		"a\xff":                                            `"a\xff"`,
		"\u0645\u06cc\u200c\u062e\n\U0001f469\u200d\U0001f4bb": "\"\u0645\u06cc\u200c\u062e\\n\U0001f469\u200d\U0001f4bb\"",
		"\\u200c\n\u200c": "\"\\\\u200c\\n\u200c\"",
		"\u00a0a\u0007":   "\"\u00a0a\\a\"",
	} {
		if got := preview.Printable(text); got != want {
			t.Errorf("%q is printed as %s, want %s", text, got, want)
		}
	}
}
