package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// lines writes messages as "field: text (details)".
func lines(messages []message) []string {
	var lines []string

	for _, m := range messages {
		line := m.text
		if len(m.details) > 0 {
			line += " (" + strings.Join(m.details, ", ") + ")"
		}

		if len(m.field) > 0 {
			line = "<" + strings.Join(m.field, ".") + "> " + line
		}

		lines = append(lines, line)
	}

	return lines
}

func TestReadMessages_ReadsEveryShape(t *testing.T) {
	tests := map[string]struct {
		body string
		want []string
	}{
		// Messages by field.
		"lists by field":         {`{"start_message":["Too long.","Too loud."],"name":["Taken."]}`, []string{"<name> Taken.", "<start_message> Too long.", "<start_message> Too loud."}},
		"strings by field":       {`{"name":"Taken."}`, []string{"<name> Taken."}},
		"an unknown field":       {`{"ssl_mode":["This field is required."]}`, []string{"ssl_mode: This field is required."}},
		"a field and another":    {`{"name":["Taken."],"ssl_mode":["Required."]}`, []string{"<name> Taken.", "ssl_mode: Required."}},
		"not about a field":      {`{"non_field_errors":["Not like this.","Nor that."]}`, []string{"Not like this.", "Nor that."}},
		"Django forms":           {`{"__all__":["No."],"name":[{"message":"Taken.","code":"unique"}]}`, []string{"No.", "<name> Taken. (code: unique)"}},
		"an object by field":     {`{"name":{"code":"x1","message":"Taken."}}`, []string{"<name> Taken. (code: x1)"}},
		"objects by field":       {`{"name":[{"code":"x1","message":"Taken."}]}`, []string{"<name> Taken. (code: x1)"}},
		"keys that are no field": {`{"name":{"min":"Too short."}}`, []string{"<name> min: Too short."}},
		"below a field":          {`{"custom_css_overrides":{"--x":["Not a color."]}}`, []string{"<custom_css_overrides> --x: Not a color."}},
		"a field in a message":   {`{"name":["name"]}`, []string{"<name> name"}},
		"no text":                {`{"name":[],"theme_mode":null,"start_message":" "}`, nil},

		"a field that is called path": {`{"path":["Required."],"name":["Taken."]}`, []string{"<name> Taken.", "path: Required."}},

		// Elements of lists.
		"by index":                   {`{"recommendations":{"3":["Too long."]}}`, []string{"<recommendations.3> Too long."}},
		"by position":                {`{"recommendations":[{},["Too long."],{}]}`, []string{"<recommendations.1> Too long."}},
		"by position, below":         {`{"recommendations":[{},{"text":["Too long."]}]}`, []string{"<recommendations.1> text: Too long."}},
		"a list's own message":       {`{"recommendations":["Too many."]}`, []string{"<recommendations> Too many."}},
		"by position, unknown field": {`{"items":[{},{"price":["Bad."]}]}`, []string{"items.1.price: Bad."}},

		// Envelopes.
		"errors":               {`{"errors":{"ssl_mode":["Required."],"region":"must be set"}}`, []string{"region: must be set", "ssl_mode: Required."}},
		"Laravel":              {`{"message":"Invalid.","errors":{"name":["Taken."]}}`, []string{"Invalid.", "<name> Taken."}},
		"JSend":                {`{"status":"error","data":{"errors":{"name":["Taken."]}}}`, []string{"<name> Taken.", "status: error"}},
		"marshmallow, webargs": {`{"errors":{"json":{"name":["Missing."],"_schema":["Bad."]}}}`, []string{"Bad.", "<name> Missing."}},
		"below an unknown key": {`{"message":"Invalid.","ssl":{"name":["Taken."]}}`, []string{"Invalid.", "ssl.name: Taken."}},
		"unknown values":       {`{"message":"Invalid.","limits":{"max":3,"min":[1]}}`, []string{"Invalid.", "limits.max: 3", "limits.min: 1"}},
		"a field in a list":    {`[{"name":["Too short."]},"Try again."]`, []string{"<name> Too short.", "Try again."}},

		// Lists of locations and messages.
		"field":             {`{"errors":[{"field":"name","message":"Taken."}]}`, []string{"<name> Taken."}},
		"field with index":  {`{"errors":[{"field":"data.recommendations[3]","message":"Too long."}]}`, []string{"<recommendations.3> Too long."}},
		"unknown location":  {`{"errors":[{"field":"nickname","message":"Taken."}]}`, []string{"nickname: Taken."}},
		"attr":              {`{"type":"validation_error","errors":[{"code":"required","detail":"Missing.","attr":"name"}]}`, []string{"<name> Missing. (code: required)", "type: validation_error"}},
		"path":              {`{"errors":[{"path":"$.recommendations[12]","message":"Too long."}]}`, []string{"<recommendations.12> Too long."}},
		"param":             {`{"error":{"param":"name","message":"Taken.","code":"E1","doc_url":"https://x.example/e1"}}`, []string{"<name> Taken. (code: E1, doc_url: https://x.example/e1)"}},
		"source as a word":  {`[{"source":"body","message":"No."}]`, []string{"No. (source: body)"}},
		"two locations":     {`[{"field":"name","path":"a.b","message":"No."}]`, []string{"<name> No. (path: a.b)"}},
		"keys in a path":    {`[{"field":"custom_css_overrides.a-b.0","message":"No."}]`, []string{"<custom_css_overrides> a-b.0: No."}},
		"a path with text":  {`[{"loc":["body","recommendations",3,"text"],"msg":"No."}]`, []string{"<recommendations.3> text: No."}},
		"no message":        {`[{"field":"name"}]`, []string{"field: name"}},
		"a code alone":      {`[{"field":"name","code":"E1"}]`, []string{"<name> code: E1"}},
		"below a field too": {`{"name":[{"field":"x","message":"No."}]}`, []string{"<name> No. (field: x)"}},
		"JSON:API": {`{"errors":[{"status":"422","source":{"pointer":"/data/attributes/name"},"title":"Invalid","detail":"Taken."}]}`,
			[]string{"<name> Taken. (status: 422, title: Invalid)"}},
		"RFC 9457": {`{"type":"about:blank","title":"Invalid","status":400,"detail":"No.","errors":[{"detail":"Taken.","pointer":"#/name"}]}`,
			[]string{"No. (status: 400, title: Invalid, type: about:blank)", "<name> Taken."}},
		"RFC 7807": {`{"title":"Invalid","invalid-params":[{"name":"start_message","reason":"Too long."}]}`,
			[]string{"Invalid", "<start_message> Too long."}},
		"FastAPI": {`{"detail":[{"type":"too_long","loc":["body","name"],"msg":"Too long.","input":"xyz","ctx":{"max":9}},{"loc":["query","q"],"msg":"Unknown."}]}`,
			[]string{`<name> Too long. (ctx: {"max":9}, input: xyz, type: too_long)`, "query.q: Unknown."}},
		"FastAPI, whole body": {`{"detail":[{"loc":["body"],"msg":"Missing.","input":{"name":"x"}}]}`, []string{"Missing.", "input.name: x", "loc: body"}},
		"GraphQL": {`{"errors":[{"message":"Taken.","locations":[{"line":1}],"path":["update","name"],"extensions":{"code":"X"}}],"data":null}`,
			[]string{`update.name: Taken. (extensions: {"code":"X"}, locations: [{"line":1}])`}},
		"Google": {`{"error":{"code":400,"message":"Bad.","status":"INVALID","details":[{"@type":"T","fieldViolations":[{"field":"name","description":"Taken."}]}]}}`,
			[]string{"Bad. (code: 400, status: INVALID)", "@type: T", "<name> Taken."}},
		"Spring": {`{"status":400,"error":"Bad Request","path":"/api/v1/x/","errors":[{"field":"name","defaultMessage":"Taken.","rejectedValue":"n"}]}`,
			[]string{"Bad Request (path: /api/v1/x/, status: 400)", "<name> Taken. (rejectedValue: n)"}},
		"NestJS":  {`{"statusCode":400,"message":["name is bad","port is bad"],"error":"Bad Request"}`, []string{"Bad Request (statusCode: 400)", "name is bad", "port is bad"}},
		"Joi":     {`{"details":[{"message":"No.","path":["name"],"context":{"label":"name"}}]}`, []string{`<name> No. (context: {"label":"name"})`}},
		"ajv":     {`[{"instancePath":"/name","schemaPath":"#/n","keyword":"min","params":{"limit":1},"message":"Too short"}]`, []string{`<name> Too short (keyword: min, params: {"limit":1}, schemaPath: #/n)`}},
		"Node.js": {`{"name":"ValidationError","message":"No."}`, []string{"No. (name: ValidationError)"}},

		// Messages about no field.
		"detail":              {`{"detail":"Not allowed."}`, []string{"Not allowed."}},
		"a code":              {`{"code":17,"message":"Not allowed."}`, []string{"Not allowed. (code: 17)"}},
		"OAuth":               {`{"error":"invalid_token","error_description":"It has expired."}`, []string{"It has expired. (error: invalid_token)"}},
		"two messages":        {`{"detail":"","message":"No.","title":"Invalid"}`, []string{"No. (title: Invalid)"}},
		"a success flag":      {`{"success":false,"error":"No."}`, []string{"No. (success: false)"}},
		"a code in an object": {`{"detail":{"code":17},"message":"No."}`, []string{"No.", "code: 17"}},
		"deep":                {`{"a":{"b":[{"c":{"message":"No."}}]}}`, []string{"a.b.0.c: No."}},
		"no usual key":        {`{"fault_text":"No.","n":1}`, []string{"fault_text: No.", "n: 1"}},
		"codes alone":         {`{"codes":["E1","E2"]}`, []string{"codes: E1", "codes: E2"}},
		"a string":            {`"No."`, []string{"No."}},
		"strings":             {`["No.","Go away."]`, []string{"No.", "Go away."}},
		"a number":            {`17`, []string{"17"}},
		"false":               {`false`, []string{"false"}},
		"null":                {`null`, nil},
		"empty":               {`{"errors":[],"detail":null,"data":{"a":[{}],"b":""}}`, nil},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			value, err := decodeJSON([]byte(test.body))
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, lines(readMessages(value, appearanceFields))); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
		})
	}
}

// response generates a JSON value, and records the strings and keys that have
// to be shown.
type response struct {
	t    *rapid.T
	want []string
}

func (r *response) value(depth int) any {
	kinds := []string{"string", "sentence", "number", "field"}
	if depth < 4 {
		kinds = append(kinds, "object", "object", "object", "list", "list")
	}

	switch kind := rapid.SampledFrom(kinds).Draw(r.t, "kind"); kind {
	case "string", "sentence":
		text := fmt.Sprintf("v%d.", len(r.want))
		if kind == "sentence" {
			text = fmt.Sprintf("v%d, a value", len(r.want))
		}

		r.want = append(r.want, strings.TrimRight(text, "."))

		return text
	case "number":
		return json.Number("7")
	case "field":
		return rapid.SampledFrom([]string{"name", "#/data/attributes/name", "body.recommendations[3].x"}).Draw(r.t, "field")
	case "list":
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(r.t, "length") {
			list = append(list, r.value(depth+1))
		}

		return list
	}

	object := map[string]any{}
	for range rapid.IntRange(0, 4).Draw(r.t, "length") {
		r.member(object, depth)
	}

	return object
}

// member adds a new key to an object.
func (r *response) member(object map[string]any, depth int) {
	keys := slices.Concat(headlineKeys, locationKeys, structuralKeys, []string{"input", "name", "recommendations", "3", "code", "type"})
	key := rapid.SampledFrom(keys).Draw(r.t, "key")
	isNamed := rapid.Bool().Draw(r.t, "named")

	if isNamed {
		key = fmt.Sprintf("k%d", len(r.want))
	}

	if _, ok := object[key]; ok {
		return
	}

	said := len(r.want)
	object[key] = r.value(depth + 1)

	if isNamed && len(r.want) > said {
		r.want = append(r.want, key)
	}
}

func TestErrorText_DropsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := response{t: t}
		value := drawn.value(0)

		body, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}

		o := &operation{fields: appearanceFields, secrets: noSecrets}
		fields, text := o.errorText("application/json", body)

		shown := text
		for _, field := range fields {
			shown += " " + strings.Join(field.Path, " ") + " " + field.Message
		}

		if strings.Contains(shown, "…") {
			return // cut
		}

		for _, want := range drawn.want {
			if !strings.Contains(shown, want) {
				t.Fatalf("%q of %s is not in %q", want, body, shown)
			}
		}
	})
}
