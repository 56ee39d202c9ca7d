package errortext_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/errortext"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// How much of a response is shown and searched.

const rest = "[the rest of the response is not shown]"

func TestErrorText_LimitsFieldErrors(t *testing.T) {
	var messages []string
	for number := range 10_000 {
		messages = append(messages, `"m`+strconv.Itoa(number)+`"`)
	}

	got := read(t, "application/json", `{"name":[`+strings.Join(messages, ",")+`]}`)
	text := got[strings.LastIndex(got, "<name> m19 ")+len("<name> m19 "):]

	if strings.Count(got, "<name>") != 20 || !strings.HasPrefix(text, "name: m20; name: m21; ") || utf8.RuneCountInString(text) != redact.MaxTextLength {
		t.Errorf("%d messages have a field, want 20, and %d characters follow them: %q", strings.Count(got, "<name>"), utf8.RuneCountInString(text), text)
	}
}

func TestErrorText_SearchesSixtyFourKilobytes(t *testing.T) {
	text := func(kilobytes int) string { return `"` + strings.Repeat("é", kilobytes<<9) + `"` }
	cut, longKey := strings.Repeat("é", redact.MaxTextLength-1)+"…", strings.Repeat("k", 66_000)

	tests := map[string]struct{ body, want string }{
		"one that does not":       {`{"name":[` + text(65) + `]}`, `{"name":["` + cut[2*len(`{"name":["`):]},
		"texts that fit together": {`{"name":[` + text(32) + `],"theme_mode":[` + text(32) + `]}`, "<name> " + cut + " <theme_mode> " + cut},
		"a text after a long one": {`{"name":["No.",` + text(64) + `,"Never."]}`, "<name> No. <name> Never. " + rest},
		"texts and a long one":    {`["` + strings.Repeat("é", 990) + `",` + text(64) + `]`, strings.Repeat("é", redact.MaxTextLength-len(rest)-2) + "… " + rest},
		"many invisible ones":     {`{"name":["` + strings.Repeat(`\u200b","`, 80_000) + `No."],"detail":"Invalid."}`, "<name> No. Invalid."},
		"a thousand texts":        {`["` + strings.Repeat(`a","`, 999) + `a"]`, strings.Repeat("a; ", 333) + "…"},
		"one text more":           {`["` + strings.Repeat(`a","`, 1000) + `a"]`, strings.Repeat("a; ", 319) + "a;… " + rest},
		"a long rest":             {`{"context":"` + strings.Repeat("é", 990) + `","message":"A","errors":["B","C"]}`, "A; B; C (context: " + strings.Repeat("é", redact.MaxTextLength-19) + "…"},
		"one that does not fit":   {`{"context":` + text(65) + `,"message":"A"}`, "A " + rest},
		"and no message":          {`{"name":[` + text(65) + `],"code":7,"message":` + text(65) + `}`, `{"code":7,"message":"` + cut[2*len(`{"code":7,"message":"`):]},
		"a secret behind":         {`{"` + longKey + `":"key-of-the-tests"}`, `{"` + longKey[:redact.MaxTextLength-3] + "…"},
		"one behind no JSON":      {`{"` + longKey + `":"key-of-the-tests"`, `{"` + longKey[:redact.MaxTextLength-3] + "…"},
	}

	for name, test := range tests {
		check(t, name, test.want, read(t, "application/json", test.body))
	}
}

// endingContext ends after Err was called a number of times.
type endingContext struct {
	context.Context

	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}

	return nil
}

func TestErrorText_CancelingStopsTheSearch(t *testing.T) {
	for body, wants := range map[string][]string{
		`["A.","B."]`: {rest, "A. " + rest, "A. B."},
		"A.":          {rest, "A."},
	} {
		for left, want := range wants {
			if _, got := errortext.Read(&endingContext{t.Context(), left}, redact.Secrets{}, "", []byte(body), nil); got != want {
				t.Errorf("%s is shown as %q after %d messages, want %q", body, got, left, want)
			}
		}
	}
}
