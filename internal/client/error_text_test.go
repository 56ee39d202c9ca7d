package client_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// said is what an error repeats of the service.
type said struct {
	Fields []client.FieldError
	Text   string
}

// sayTo lets a service refuse an appearance update with a body, and returns
// what the error repeats of it.
func sayTo(t *testing.T, contentType, body string) said {
	t.Helper()

	c, _ := scripted(t, client.Config{}, answer(400, body, "Content-Type", contentType))

	_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{Name: "n"})
	failed := failure(t, err)

	return said{failed.Fields, failed.Text}
}

// of returns a message on a request field.
func of(message string, path ...string) client.FieldError {
	return client.FieldError{Path: path, Message: message}
}

func TestJSONErrorsOfFields(t *testing.T) {
	tests := map[string]struct {
		body   string
		fields []client.FieldError
		text   string
	}{
		"messages by field": {
			`{"start_message":["Too long.","Too loud."],"name":["Taken."]}`,
			[]client.FieldError{of("Taken.", "name"), of("Too long.", "start_message"), of("Too loud.", "start_message")}, "",
		},
		"a message by field":       {`{"name":"Taken."}`, []client.FieldError{of("Taken.", "name")}, ""},
		"a message object":         {`{"name":{"code":"x1","message":"Taken."}}`, []client.FieldError{of("Taken.", "name")}, ""},
		"a list of objects":        {`{"name":[{"code":"x1","message":"Taken."}]}`, []client.FieldError{of("Taken.", "name", "0")}, ""},
		"messages by index":        {`{"recommendations":{"3":["Too long."]}}`, []client.FieldError{of("Too long.", "recommendations", "3")}, ""},
		"messages at an index":     {`{"recommendations":[{},["Too long."],{}]}`, []client.FieldError{of("Too long.", "recommendations", "1")}, ""},
		"messages for a list":      {`{"recommendations":["Too long."]}`, []client.FieldError{of("Too long.", "recommendations")}, ""},
		"messages below a field":   {`{"custom_css_overrides":{"--x":["Not a color."]}}`, []client.FieldError{of("Not a color.", "custom_css_overrides")}, ""},
		"field names in a message": {`{"name":["name"]}`, []client.FieldError{of("name", "name")}, ""},
		"below errors": {
			`{"message":"Invalid.","errors":{"name":["Taken."]}}`, []client.FieldError{of("Taken.", "name")}, "Invalid.",
		},
		"below errors and data": {
			`{"status":"error","data":{"errors":{"name":["Taken."]}}}`, []client.FieldError{of("Taken.", "name")}, "",
		},
		"a list of field and message": {
			`{"errors":[{"field":"name","message":"Taken."},{"field":"data.recommendations[3]","message":"Too long."}]}`,
			[]client.FieldError{of("Taken.", "name"), of("Too long.", "recommendations", "3")}, "",
		},
		"a list with a field that is none": {`{"errors":[{"field":"nickname","message":"Taken."}]}`, nil, "Taken."},
		"RFC 9457": {
			`{"type":"about:blank","title":"Invalid","status":400,"detail":"Some values are invalid.",
			"errors":[{"detail":"Taken.","pointer":"#/name"},{"detail":"Too long.","pointer":"#/recommendations/3"}]}`,
			[]client.FieldError{of("Taken.", "name"), of("Too long.", "recommendations", "3")}, "Some values are invalid.",
		},
		"RFC 7807": {
			`{"title":"Invalid","invalid-params":[{"name":"start_message","reason":"Too long."}]}`,
			[]client.FieldError{of("Too long.", "start_message")}, "Invalid",
		},
		"FastAPI": {
			`{"detail":[{"type":"string_too_long","loc":["body","recommendations",3],"msg":"Too long.","input":"…","ctx":{"max_length":280}},
			{"loc":["query","nickname"],"msg":"Unknown."}]}`,
			[]client.FieldError{of("Too long.", "recommendations", "3")}, "Unknown.",
		},
		"JSON:API": {
			`{"errors":[{"status":"422","source":{"pointer":"/data/attributes/name"},"title":"Invalid","detail":"Taken."}]}`,
			[]client.FieldError{of("Taken.", "name")}, "",
		},
		"JSONPath": {`{"errors":[{"path":"$.recommendations[12]","message":"Too long."}]}`,
			[]client.FieldError{of("Too long.", "recommendations", "12")}, ""},
		"a list at the top": {
			`[{"property":"name","message":"Taken."},{"name":["Too short."]},"Try again."]`,
			[]client.FieldError{of("Taken.", "name"), of("Too short.", "name")}, "Try again.",
		},
		"a path with keys": {`{"errors":[{"field":"custom_css_overrides.a-b.0","message":"No."}]}`,
			[]client.FieldError{of("No.", "custom_css_overrides")}, ""},
		"GraphQL":    {`{"errors":[{"message":"Taken.","path":["update","name"],"extensions":{"code":"X"}}]}`, nil, "Taken."},
		"no message": {`{"name":[],"theme_mode":null,"start_message":""}`, nil, ``},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(said{test.fields, test.text}, sayTo(t, "application/json", test.body)); diff != "" {
				t.Errorf("what the error repeats (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONErrorsOfEverything(t *testing.T) {
	tests := map[string]struct{ body, text string }{
		"detail":                       {`{"detail":"Not allowed."}`, "Not allowed."},
		"message":                      {`{"code":17,"message":"Not allowed."}`, "Not allowed."},
		"error":                        {`{"error":"Not allowed."}`, "Not allowed."},
		"error in an object":           {`{"error":{"code":"E17","message":"Not allowed."}}`, "Not allowed."},
		"OAuth":                        {`{"error":"invalid_token","error_description":"The token has expired."}`, "The token has expired."},
		"more than one":                {`{"title":"Invalid","detail":"Not allowed.","message":"Invalid"}`, "Not allowed."},
		"not about one field":          {`{"non_field_errors":["Not like this.","Nor like that."]}`, "Not like this. Nor like that."},
		"a telling key without text":   {`{"detail":"","message":"Not allowed."}`, "Not allowed."},
		"a telling key with a code":    {`{"detail":{"code":17},"message":"Not allowed."}`, "Not allowed."},
		"a telling key with nothing":   {`{"detail":[{}],"message":null,"title":"Not allowed."}`, "Not allowed."},
		"a string":                     {`"Not allowed."`, "Not allowed."},
		"strings":                      {`["Not allowed.","Go away."]`, "Not allowed. Go away."},
		"the same twice":               {`["Not allowed.","Not allowed."]`, "Not allowed."},
		"the same twice, after others": {`{"errors":[{"detail":"A","title":"T"},{"detail":"A","title":"T"}]}`, "A"},
		"deep":                         {`{"a":{"b":[{"c":{"message":"Not allowed."}}]}}`, "Not allowed."},
		"in no usual place":            {`{"fault_text": "Not allowed.", "n": 1}`, `{"fault_text": "Not allowed.", "n": 1}`},
		"a number":                     {`17`, `17`},
		"false":                        {`false`, `false`},
		"an empty object":              {` {} `, ""},
		"an empty list":                {`[]`, ""},
		"null":                         {`null`, ""},
		"an empty string":              {`""`, ""},
		"a string of spaces":           {`" \n"`, ""},
		"empty in empty":               {`{"errors":[],"detail":null,"data":{"a":[{}],"b":""}}`, ""},
		"something that is no JSON":    {`{"detail":"Not allowed."`, `{"detail":"Not allowed."`},
		"JSON twice":                   {`{"detail":"A"}{"detail":"B"}`, `{"detail":"A"}{"detail":"B"}`},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(said{nil, test.text}, sayTo(t, "application/json", test.body)); diff != "" {
				t.Errorf("what the error repeats (-want +got):\n%s", diff)
			}
		})
	}
}

func TestErrorsThatAreNotJSON(t *testing.T) {
	tests := map[string]struct{ contentType, body, text string }{
		"nothing":               {"", "", ""},
		"space":                 {"text/plain", " \r\n\t", ""},
		"text":                  {"text/plain", "upstream connect error\nor disconnect", "upstream connect error or disconnect"},
		"a page":                {"text/html; charset=utf-8", "<html><head><title>502 Bad Gateway</title></head>\n<body><h1>502</h1><p>nginx</body>", "502 Bad Gateway 502 nginx"},
		"a page without a type": {"", "<!doctype html><title>Sign in</title>", "Sign in"},
		"a page of another type": {
			"text/plain", "\n<?xml version=\"1.0\"?><Error><Code>Denied</Code><Message>Not &lt;yours&gt;</Message></Error>", "Denied Not <yours>",
		},
		"scripts and styles":          {"text/html", "<style>p { color: red }</style>A<script>alert('<p>')</script>B<STYLE>x</STYLE>C", "A B C"},
		"a script that is not a pair": {"text/html", "A<script src=\"x\"/>hidden</script>B", "A B"},
		"a script without end":        {"text/html", "A<script>hidden", "A"},
		"comments":                    {"text/html", "A<!-- hidden -->B", "AB"},
		"line breaks":                 {"text/html", "A<br>B<br/>C<hr />D", "A B C D"},
		"characters by name":          {"text/html", "A &amp; B&nbsp;&#67;&#x44;", "A & B CD"},
		"text with a bracket":         {"text/plain", "a < b", "a < b"},
		"a type that is none":         {";;;", "Not allowed.", "Not allowed."},
		"terminal codes":              {"text/plain", "A\x1b[31mB\x1b]0;owned\x07C\x1b]8;;http://x\x1b\\D\x9bE\x1bcF\x07\b\x00G", "ABCDEFG"},
		"directions of text":          {"text/plain", "A\u202eB\u2066C\u200bD\ufeffE", "ABCDE"},
		"kinds of space":              {"text/plain", "A\u00a0B\u2028C\u2029D\vE\fF\rG\u0085H", "A B C D E F G H"},
		"Latin-1":                     {"text/plain", "ung\xfcltig", "ungültig"},
		"broken UTF-8":                {"text/plain", "A\xf0\x9f\x98B😀", "AðB😀"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(said{nil, test.text}, sayTo(t, test.contentType, test.body)); diff != "" {
				t.Errorf("what the error repeats (-want +got):\n%s", diff)
			}
		})
	}
}
