package client_test

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// errorContent is the part of an error that comes from the response.
type errorContent struct {
	Fields []client.FieldError
	Text   string
}

// reject returns the error content after a response with a 400 status.
func reject(t *testing.T, contentType, body string) errorContent {
	t.Helper()

	c, _ := scripted(t, client.Config{}, respond(400, body, "Content-Type", contentType))

	_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{Name: "n"})
	failed := failure(t, err)

	return errorContent{failed.Fields, failed.Text}
}

func fieldError(message string, path ...string) client.FieldError {
	return client.FieldError{Path: path, Message: message}
}

func TestErrorText_ShowsEveryMessage(t *testing.T) {
	tests := map[string]struct {
		body   string
		fields []client.FieldError
		text   string
	}{
		"a field and a text":   {`{"name":["Taken."],"detail":"Invalid.","code":7}`, []client.FieldError{fieldError("Taken.", "name")}, "Invalid. (code: 7)"},
		"the same twice":       {`[{"detail":"No.","field":"name"},"No.",{"detail":"No.","field":"name"},"No."]`, []client.FieldError{fieldError("No.", "name")}, "No."},
		"a detail twice":       {`{"detail":"No.","error":"E","title":"E"}`, nil, "No. (error: E, title: E)"},
		"messages and details": {`{"errors":[{"detail":"A!","code":1},{"detail":"B"},"C"]}`, nil, "A! (code: 1) B; C"},
		"an empty object":      {" {} ", nil, ""},
		"an empty list":        {`[]`, nil, ""},
		"null":                 {`null`, nil, ""},
		"an empty string":      {`""`, nil, ""},
		"no message":           {`{"name":[],"ssl_mode":null}`, nil, `{"name":[],"ssl_mode":null}`},
		"no JSON":              {`{"detail":"No."`, nil, `{"detail":"No."`},
		"JSON twice":           {`{"detail":"A"}{"detail":"B"}`, nil, `{"detail":"A"}{"detail":"B"}`},
		"a byte order mark":    {"\xef\xbb\xbf" + `{"name":["Taken."]}`, []client.FieldError{fieldError("Taken.", "name")}, ""},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			checkEqual(t, "error content", errorContent{test.fields, test.text}, reject(t, "application/json", test.body))
		})
	}
}

func TestErrorText_WithholdsOnlyMessagesWithSecrets(t *testing.T) {
	const key, note = "key-of-the-tests", client.Withheld

	tests := map[string]struct {
		body   string
		fields []client.FieldError
		text   string
	}{
		"a field": {
			`{"name":["Not ` + key + `."],"start_message":["Too long."],"detail":"Invalid."}`,
			[]client.FieldError{fieldError(note, "name"), fieldError("Too long.", "start_message")}, "Invalid.",
		},
		"a text":   {`{"name":["Taken."],"detail":"Not ` + key + `."}`, []client.FieldError{fieldError("Taken.", "name")}, note},
		"one text": {`["Not ` + key + `.","Too long.","Not ` + key + `!"]`, nil, note + " Too long."},
		"a detail": {`{"detail":"No.","code":1,"input":"` + key + `"}`, nil, "No. (code: 1, " + note + ")"},
		"a key":    {`{"` + key + `":["Unknown."]}`, nil, note},
		"an index": {`{"recommendations":{"12345678":["No."]}}`, []client.FieldError{fieldError("No.", "recommendations", "12345678")}, ""},
		"in halves of fields": {
			`{"name":["key-of-"],"theme_mode":["the-tests"]}`, []client.FieldError{fieldError(note, "name"), fieldError(note, "theme_mode")}, note,
		},
		"in halves": {`["key-of-","the-tests"]`, nil, note},
		"raw":       {`{"name":[],"` + key + `":{}}`, nil, note},
		"encoded":   {`["key%2Dof\\u002dthe&#45;tests"]`, nil, note},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			checkEqual(t, "error content", errorContent{test.fields, test.text}, reject(t, "application/json", test.body))
		})
	}
}

func TestErrorText_WithholdsIndex(t *testing.T) {
	c, _ := scripted(t, client.Config{APIKey: "12345678"}, respond(400, `{"recommendations":{"12345678":["No."]}}`))
	got := failure(t, putAppearance(client.Appearance{Name: "n"})(t.Context(), c))

	checkEqual(t, "field errors", []client.FieldError{fieldError("No.", "recommendations")}, got.Fields)
}

func TestErrorText_ReadsTextAndHTML(t *testing.T) {
	tests := map[string]struct{ contentType, body, text string }{
		"nothing":               {"", "", ""},
		"space":                 {"text/plain", " \r\n\t", ""},
		"text":                  {"text/plain", "upstream connect error\nor disconnect", "upstream connect error or disconnect"},
		"a page":                {"text/html; charset=utf-8", "<html><head><title>502 Bad Gateway</title></head>\n<body><h1>502</h1><p>nginx</body>", "502 Bad Gateway 502 nginx"},
		"a page without a type": {"", "<!doctype html><title>Sign in</title>", "Sign in"},
		"a page of another type": {
			"text/plain", "\n<?xml version=\"1.0\"?><Error><Code>Denied</Code><Message>Not &lt;yours&gt;</Message></Error>", "Denied Not <yours>",
		},
		"scripts and styles":   {"text/html", "<style>p { color: red }</style>A<script>alert('<p>')</script>B<STYLE>x</STYLE>C", "A B C"},
		"a script without end": {"text/html", "A<script>hidden", "A"},
		"comments":             {"text/html", "A<!-- <b>hidden --> -->B", "A -->B"},
		"characters by name":   {"text/html", "A &amp; B&nbsp;&#67;&#x44;", "A & B CD"},
		"terminal codes":       {"text/plain", "A\x1b[31mB\x1b]0;owned\x07C\x1b]8;;http://x\x1b\\D\x9bE\x1bcF\x07\b\x00G", "ABCDEFG"},
		"directions of text":   {"text/plain", "A\u202eB\u2066C\u200bD\ufeffE", "ABCDE"},
		"kinds of space":       {"text/plain", "A\u00a0B\u2028C\u2029D\vE\fF\rG\u0085H", "A B C D E F G H"},
		"Latin-1":              {"text/plain", "ung\xfcltig", "ungültig"},
		"broken UTF-8":         {"text/plain", "A\xf0\x9f\x98B😀", "AðB😀"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			checkEqual(t, "error content", errorContent{nil, test.text}, reject(t, test.contentType, test.body))
		})
	}
}
