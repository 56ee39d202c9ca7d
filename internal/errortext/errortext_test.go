package errortext_test

import (
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/errortext"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// read returns what is shown of a body: each message about a field as
// "<field.index> message", and then the text.
func read(t *testing.T, contentType, body string) string {
	t.Helper()

	var hidden redact.Secrets
	hidden.Add(redact.Credential, "key-of-the-tests")

	fields := []string{"name", "theme_mode", "start_message", "recommendations", "custom_css_overrides"}
	fieldErrors, text := errortext.Read(t.Context(), hidden, contentType, []byte(body), fields)

	var lines []string
	for _, field := range fieldErrors {
		lines = append(lines, "<"+strings.Join(field.Path, ".")+"> "+field.Message)
	}

	return strings.TrimSpace(strings.Join(append(lines, text), " "))
}

func check(t *testing.T, name, want, got string) {
	t.Helper()

	if got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func TestErrorText_FindsMessages(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		// Django REST framework.
		"fields":                {`{"start_message":["Too long.","Too loud."],"name":["Taken."]}`, "<name> Taken. <start_message> Too long. <start_message> Too loud."},
		"an unknown field":      {`{"ssl_mode":["Required."],"type":["Unknown."],"code":["Odd."]}`, "code: Odd. ssl_mode: Required. type: Unknown."},
		"no field":              {`{"non_field_errors":["Not like this","Nor that"],"name":["Taken."]}`, "<name> Taken. Not like this; Nor that"},
		"an element":            {`{"recommendations":{"3":["Too long."]}}`, "<recommendations.3> Too long."},
		"a key for an element":  {`{"recommendations":{"text":["Too long."]}}`, "<recommendations> text: Too long."},
		"elements":              {`{"recommendations":[{},["Too long."],null]}`, "<recommendations.1> Too long."},
		"below an element":      {`{"recommendations":[{},{"text":["Too long."]}]}`, "<recommendations.1> text: Too long."},
		"below a field":         {`{"custom_css_overrides":{"--x":["Not a color."]}}`, "<custom_css_overrides> --x: Not a color."},
		"below an unknown key":  {`{"ssl":{"name":["Taken."]}}`, "ssl.name: Taken."},
		"a field and companion": {`{"name":["Taken."],"detail":null,"theme_mode":[],"code":7}`, "<name> Taken. (code: 7)"},

		// Problem details.
		"RFC 9457": {
			`{"type":"about:blank","title":"Invalid","status":400,"detail":"No.","instance":"/1","errors":[{"detail":"Taken.","pointer":"#/name"}]}`,
			"<name> Taken. No. (instance: /1, status: 400, title: Invalid, type: about:blank)",
		},
		"RFC 7807": {
			`{"title":"Invalid","status":400,"invalid-params":[{"name":"theme_mode","reason":"Unknown."},{"name":"x","reason":"No."}]}`,
			"<theme_mode> Unknown. Invalid (status: 400); No. (name: x)",
		},

		// Lists of messages with locations.
		"JSON:API": {
			`{"errors":[{"id":"9","status":"422","source":{"pointer":"/data/attributes/name"},"title":"Invalid","detail":"Taken."},
			{"source":{"parameter":"q"},"title":"Unknown"}]}`,
			`<name> Taken. (id: 9, status: 422, title: Invalid) Unknown (source: {"parameter":"q"})`,
		},
		"FastAPI": {
			`{"detail":[{"type":"too_long","loc":["body","recommendations",3],"msg":"Too long","input":["xyz"],"ctx":{"max":9},"url":"https://x.example"},
			{"loc":["query","q"],"msg":"Unknown","input":null},{"loc":["body"],"msg":"Missing","input":{"name":"x"}}]}`,
			`<recommendations.3> Too long (ctx: {"max":9}, input: ["xyz"], type: too_long, url: https://x.example) ` +
				`Unknown (loc: ["query","q"]); Missing (input: {"name":"x"}, loc: ["body"])`,
		},
		"drf-standardized-errors": {
			`{"type":"validation_error","errors":[{"code":"max","detail":"Long.","attr":"recommendations.3"},{"code":"x","detail":"No.","attr":null}]}`,
			"<recommendations.3> Long. (code: max) No. (code: x, type: validation_error)",
		},
		"field":                  {`{"errors":[{"field":"data.recommendations[3]","message":"Too long."}],"message":"Invalid."}`, "<recommendations.3> Too long. Invalid."},
		"by name under fields":   {`{"message":"Invalid.","fields":{"name":["Taken."]}}`, "<name> Taken. Invalid."},
		"under fields":           {`{"message":"Invalid.","fields":[{"field":"name","message":"Taken."}]}`, "<name> Taken. Invalid."},
		"an unknown location":    {`{"errors":[{"field":"data.nickname","message":"Taken."}]}`, "Taken. (field: data.nickname)"},
		"a location below":       {`{"errors":[{"field":"custom_css_overrides.a-b/c","message":"No."}]}`, "<custom_css_overrides> custom_css_overrides.a-b/c: No."},
		"an empty location":      {`{"errors":[{"pointer":"","detail":"A"},{"source":{"pointer":" "},"detail":"B"},{"field":"","message":"C"}],"":["D"]}`, `D; A; B (source: {"pointer":" "}); C`},
		"messages without order": {`{"errors":[{"detail":"A!","code":1},{"detail":"B"},{"msg":"C"}]}`, "A! (code: 1); B; C"},

		"an unusual location": {`{"errors":[{"loc":["name",null,{}],"message":"No."}]}`, `<name> ["name",null,{}]: No.`},
		"messages and texts":  {`[{"message":"A"},"B"]`, "A; B"},
		"objects of a field":  {`{"name":[{"message":"Taken.","code":"unique"}],"":["No."]}`, "<name> Taken. (code: unique) No."},

		// A message, an error, an error.message.
		"error":               {`{"error":"No.","detail":" "}`, "No."},
		"error and message":   {`{"error":"invalid_token","message":"It has expired."}`, "It has expired. (error: invalid_token)"},
		"error.message":       {`{"error":{"message":"Taken.","type":"x","code":"E1"},"status":400}`, "Taken. (code: E1, type: x, status: 400)"},
		"messages":            {`{"message":["name is bad","port is bad"],"error":"Bad Request"}`, "name is bad; port is bad (error: Bad Request)"},
		"errors of an error":  {`{"error":{"message":"Bad.","errors":[{"field":"name","message":"Taken."}]}}`, "<name> Taken. Bad."},
		"an error by a field": {`{"error":{"name":["Taken."]}}`, "<name> Taken."},

		// Frameworks.
		"Spring Boot":        {`{"timestamp":"T","status":400,"error":"Bad Request","message":"No.","path":"/name"}`, "<name> No. (error: Bad Request, status: 400, timestamp: T)"},
		"the request's path": {`{"message":"No.","path":"/name/api/v1/appearance/7/"}`, "No. (path: /name/api/v1/appearance/7/)"},
		"Spring's fields":    {`{"message":"Bad.","errors":[{"codes":["A.b"],"defaultMessage":"Long.","field":"name"}]}`, `<name> Long. (codes: ["A.b"]) Bad.`},
		"ASP.NET Core":       {`{"title":"Bad.","errors":{"$.name":["Long."]},"traceId":"9"}`, "<name> Long. Bad. (traceId: 9)"},
		"texts by field":     {`{"message":"Bad.","errors":{"name":"Long.","x":"No."}}`, "<name> Long. Bad. x: No."},
		"a path to a field":  {`{"violations":[{"field":"update.config.name","message":"Long."}]}`, "<name> update.config.name: Long."},
		"the name of errors": {`{"success":false,"error":{"name":"ZodError","issues":[{"path":["recommendations",3],"message":"Long."}]}}`, "<recommendations.3> Long. (name: ZodError, success: false)"},
		"another headline":   {`{"errorSummary":"Bad.","errors":[{"field":"name","errorMessage":"Long."}]}`, "<name> Long. errorSummary: Bad."},
		"no headline":        {`{"errors":{"name":"Long.","x_message":"No."}}`, "<name> Long. x_message: No."},
		"a message by field": {`{"message":{"name":"Long."}}`, "<name> Long."},
		"a text by rule":     {`{"errors":{"name":{"_empty":"Long."}}}`, "<name> _empty: Long."},
		"a code in a list":   {`{"name":[{"code":"length","message":null}]}`, "<name> 0.code: length"},
		"OAuth":              {`{"error":"invalid_token","error_description":"It expired."}`, "It expired. (error: invalid_token)"},

		// What is no message.
		"the request in a response": {`{"message":"Bad.","request":{"name":"N","recommendations":["A"]}}`, `Bad. (request: {"name":"N","recommendations":["A"]})`},
		"the object":                {`{"id":7,"name":"N","recommendations":["A"]}`, `{"id":7,"name":"N","recommendations":["A"]}`},
		"a name":                    {`{"error":{"name":"NotFound","status":404}}`, `{"error":{"name":"NotFound","status":404}}`},
	}

	for name, test := range tests {
		check(t, name, test.want, read(t, "application/json", test.body))
	}
}

func TestErrorText_ShowsAnythingElseAsItIs(t *testing.T) {
	nested := func(times int) string { return strings.Repeat(`{"a":`, times) + `["m"]` + strings.Repeat(`}`, times) }
	deep := strings.Repeat(`{"a":[`, 4_900) + `"m"` + strings.Repeat(`]}`, 4_900)

	tests := map[string]struct{ body, want string }{
		"an unknown key":           {`{"detail":"No.","trace_id":"9"}`, "No. (trace_id: 9)"},
		"codes alone":              {`{"code": 17, "type": "x"}`, `{"code":17,"type":"x"}`},
		"no message for a field":   {`{"name":[],"ssl_mode":null}`, `{"name":[],"ssl_mode":null}`},
		"a message of no text":     {`{"message":{"a":1},"error":false}`, `{"error":false,"message":{"a":1}}`},
		"indexes at a location":    {`{"errors":[{"field":"recommendations","message":"No.","1":{"message":"A"},"2":{"message":"B"}}]}`, "<recommendations> No. <recommendations.1> A <recommendations.2> B"},
		"two locations":            {`{"errors":[{"attr":"name","field":"x","message":"No."}]}`, "<name> No. (field: x)"},
		"a location of no path":    {`{"errors":[{"field":7,"message":"No."}]}`, "No. (field: 7)"},
		"an unusual source":        {`{"errors":[{"source":{"pointer":"/name","x":1},"message":"No."}]}`, `<name> {"pointer":"/name","x":1}: No.`},
		"a code for an element":    {`{"errors":[{"field":"name","message":"No."},{"field":"name","code":1}]}`, "<name> No. 1.field: name (code: 1)"},
		"a number among the texts": {`{"name":["<A>",1]}`, "<name> <A> (1)"},
		"terminal codes":           {`{"errors":["\u001b[31m","x"]}`, "x"},
		"an invisible message":     {`{"name":["\u200b"]}`, `{"name":[""]}`},
		"a number":                 {`17.50`, "17.50"},
		"null":                     {`null`, ""},
		"an empty object":          {" {} ", ""},
		"an empty list":            {`[]`, ""},
		"an empty string":          {`""`, ""},
		"no JSON":                  {`{"detail":"No."`, `{"detail":"No."`},
		"JSON twice":               {`{"detail":"A"}{"detail":"B"}`, `{"detail":"A"}{"detail":"B"}`},
		"nested eight times":       {nested(8), "a.a.a.a.a.a.a.a: m"},
		"nested nine times":        {nested(9), nested(9)},
		"nested deeply":            {deep, deep[:redact.MaxTextLength-1] + "…"},
	}

	for name, test := range tests {
		check(t, name, test.want, read(t, "application/json", test.body))
	}
}

func TestErrorText_WithholdsOnlyMessagesWithSecrets(t *testing.T) {
	const key, note = "key-of-the-tests", redact.Withheld

	tests := map[string]struct{ body, want string }{
		"a field":     {`{"name":["Not ` + key + `."],"start_message":["Too long."],"detail":"Invalid."}`, "<name> " + note + " <start_message> Too long. Invalid."},
		"a text":      {`{"name":["Taken."],"detail":"Not ` + key + `."}`, "<name> Taken. " + note},
		"one text":    {`["Not ` + key + `.","Too long."]`, note + "; Too long."},
		"a companion": {`{"detail":"No.","code":"` + key + `"}`, "No. " + note},
		"an input":    {`{"errors":[{"loc":["name"],"msg":"No.","input":"` + key + `"}]}`, "<name> No. " + note},
		"a key":       {`{"` + key + `":["Unknown."]}`, note},
		"pieces":      {`{"message":"No.","code":["key-of-",{"x":"the-tests"}]}`, note},
		"two and one": {`{"message":"No ` + key + `.","a":"key-of-","b":"the-tests","errors":["No."]}`, note + "; " + note},
		"a location":  {`{"errors":[{"field":"name/` + key + `","message":"No."}]}`, "<name> " + note},
		"as it is":    {`{"name":[],"` + key + `":{}}`, note},
		"neighbors":   {`{"message":"key-of-","detail":"the-tests"}`, note},
		"the others":  {`{"detail":"key-of-","message":"the-tests"}`, note},
		"of no field": {`{"x":"the-tests","y":"key-of-"}`, note},
		"in order":    {`{"x":"key-of-","y":"the-tests"}`, note},
		"in JSON":     {`{"detail":"No.","code":["key-of-",{"x":"the-tests"}],"errors":["Not ` + key + `."]}`, note + "; " + note},
		"encoded":     {`["key%2Dof\\u002dthe&#45;tests"]`, note},
	}

	for name, test := range tests {
		check(t, name, test.want, read(t, "application/json", test.body))
	}
}

// By chance, neighbors are a short secret.
func TestErrorText_ShowsNeighborsThatAreAShortSecret(t *testing.T) {
	var hidden redact.Secrets
	hidden.Add(redact.Credential, "d.b")

	_, text := errortext.Read(t.Context(), hidden, "", []byte(`{"x":["Refused."],"y":["bad"]}`), nil)
	check(t, "text", "x: Refused. y: bad", text)
}

func TestErrorText_ReadsTextAndHTML(t *testing.T) {
	tests := map[string]struct{ contentType, body, text string }{
		"space":                  {"text/plain", " \r\n\t", ""},
		"text":                   {"text/plain", "upstream connect error\nor disconnect", "upstream connect error or disconnect"},
		"a page":                 {"text/html; charset=utf-8", "<html><head><title>502 Bad Gateway</title></head>\n<body><h1>502</h1><p>nginx</body>", "502 Bad Gateway 502 nginx"},
		"a part of a page":       {"text/html", "Not <b>found</b>", "Not found"},
		"JSON in Latin-1":        {"application/json", "{\"detail\":\"ung\xfcltig\"}", "ungültig"},
		"a page of another type": {"text/plain", "\n<?xml version=\"1.0\"?><Error><Code>Denied</Code><Message>Not &lt;yours&gt;</Message></Error>", "Denied Not <yours>"},
		"scripts and styles":     {"text/html", "<style>p { color: red }</style>A<script>alert('<p>')</script>B<STYLE>x</STYLE>C", "A B C"},
		"XML":                    {"application/xml", "<E><![CDATA[A < B]]></E>", "A < B"},
		"a code without end":     {"text/plain", "A\x1b]0;B\x9dC", "A0;BC"},
		"8-bit terminal codes":   {"text/plain", "A\x9b31mB\u009b1;2HC\x9d0;owned\x9cD\x90q\x9cE\x1b(0F", "ABCDEF"},
		"terminal codes":         {"text/plain", "A\x1b[31mB\x1b]0;owned\x07C\x1b]8;;http://x\x1b\\D\x9bE\x1bcF\x07\b\x00G", "ABCDFG"},
		"directions of text":     {"text/plain", "A\u202eB\u2066C\u200bD\ufeffE", "ABCDE"},
		"kinds of space":         {"text/plain", "A\u00a0B\u2028C\u2029D\vE\fF\rG\u0085H", "A B C D E F G H"},
		"a lost character":       {"text/plain", "ung\ufffdltig", "ung\ufffdltig"},
		"broken UTF-8":           {"text/plain", "A\xf0\x9f\x98B😀", "AðB😀"},
	}

	for name, test := range tests {
		check(t, name, test.text, read(t, test.contentType, test.body))
	}
}

func TestChallenge_BecomesABody(t *testing.T) {
	tests := map[string]string{
		`Bearer realm="x", error="invalid_token", error_description="It \"expired\""`: `It \"expired\" (error: invalid_token)`,
		`Basic realm="x", Bearer error=insufficient_scope, Scope="a b"`:               "insufficient_scope (scope: a b)",
		`Bearer error="x", error_description="Not key-of-the-tests."`:                 redact.Withheld + " (error: x)",
		`Bearer realm="error"`: "",
		`Bearer scope="a"`:     "",
	}

	for header, want := range tests {
		check(t, header, want, read(t, "", string(errortext.Challenge(header))))
	}
}
