package client_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestErrorText_IsTruncated(t *testing.T) {
	cut := strings.Repeat("é", client.MaxTextLength-1) + "…"

	tests := map[string]struct{ contentType, body, want string }{
		"text as long as can be": {"text/plain", strings.Repeat("é", client.MaxTextLength), strings.Repeat("é", client.MaxTextLength)},
		"one character more":     {"text/plain", strings.Repeat("é", client.MaxTextLength+1), cut},
		"much more":              {"text/plain", strings.Repeat("é", 1_000_000), cut},
		"a page":                 {"text/html", "<p>" + strings.Repeat("é", 1_000_000), cut},
		"a string":               {"application/json", `"` + strings.Repeat("é", 1_000_000) + `"`, cut},
		"strings": {"application/json", `["` + strings.Repeat("é", 600) + `","` + strings.Repeat("é", 601) + `"]`,
			strings.Repeat("é", 600) + "; " + strings.Repeat("é", client.MaxTextLength-603) + "…"},
		"space and then text": {"text/plain", strings.Repeat(" \n", 1000) + "A" + strings.Repeat(" \n", 1000) + "B", "A B"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			checkEqual(t, "what the error repeats", errorContent{nil, test.want}, reject(t, test.contentType, test.body))
		})
	}
}

func TestErrorText_LimitsFieldErrors(t *testing.T) {
	got := reject(t, "application/json", `{"name":["`+strings.Repeat("é", 1_000_000)+`"]}`)
	checkEqual(t, "a long message", errorContent{[]client.FieldError{fieldError(strings.Repeat("é", client.MaxTextLength-1)+"…", "name")}, ""}, got)

	var messages []string
	for number := range 10_000 {
		messages = append(messages, `"m`+strconv.Itoa(number)+`"`)
	}

	got = reject(t, "application/json", `{"name":[`+strings.Join(messages, ",")+`]}`)
	if len(got.Fields) != 20 || !strings.HasPrefix(got.Text, "name: m20; name: m21; ") || utf8.RuneCountInString(got.Text) != client.MaxTextLength {
		t.Errorf("there are %d messages of fields, and the text %q", len(got.Fields), got.Text)
	}
}

// Reading may end within any part of an error.
func TestErrorText_ReadingEndsAnywhere(t *testing.T) {
	for length := range 30 {
		errors := strings.Repeat(`{"message":"`+strings.Repeat("m", length)+`","code":1},`, 700)

		got := reject(t, "application/json", `[`+errors+`null]`)
		if length > 0 && !strings.HasPrefix(got.Text, "m") {
			t.Errorf("with messages of %d characters, the text is %q", length, got.Text)
		}
	}
}

// The largest bodies that are read, in the most expensive shapes.
func TestErrorText_LargeBodiesAreFast(t *testing.T) {
	fill := func(start, repeated, end string) string {
		return start + strings.Repeat(repeated, (client.MaxResponseBytes-len(start)-len(end))/len(repeated)) + end
	}

	config := client.SourceConfig{
		Password: ptr("hunter2"), Token: ptr(strings.Repeat("a", 500)), ConnectionString: ptr("postgres://u:p@h/d"),
		ServiceAccountKey: []byte(`{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\n"}`),
	}

	bodies := map[string]string{
		"secrets":             fill("", "hunter2 ", ""),
		"escapes in escapes":  fill("%", "25", ""),
		"tags":                fill("<p>", "<b>", ""),
		"different messages":  manyMessages(),
		"messages of nothing": fill(`["\u0000"`, `,"\u0000"`, `]`),
		"a deep nest":         strings.Repeat(`{"a":[`, 4_900) + `"m"` + strings.Repeat(`]}`, 4_900),
		"objects":             fill(`[{}`, `,{}`, `]`),
		"a long string":       fill(`"`, `\u0041`, `"`),
	}

	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{}, respond(400, body, "X-Request-Id", body, "Content-Type", "text/plain"))

			start := time.Now()
			_, err := c.UpdateSource(t.Context(), "7", config)

			if got := failure(t, err).RequestID; got != "" {
				t.Errorf("the request id has %d characters", len(got))
			}

			// It takes a tenth of a second, more on a busy machine with the
			// race detector. Anything that does not scale takes far longer.
			if elapsed := time.Since(start); elapsed > time.Minute {
				t.Errorf("the error took %s", elapsed)
			}
		})
	}
}

func manyMessages() string {
	var body strings.Builder
	body.WriteString(`["m"`)

	for number := 0; body.Len() < client.MaxResponseBytes-20; number++ {
		fmt.Fprintf(&body, `,"m%d"`, number)
	}

	return body.String() + "]"
}
