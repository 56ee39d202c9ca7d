package client_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// notTheObject are bodies of a 2xx response that is not the object: what is quoted of
// each, and the kind of failure with status 200, and with 202, where it may be a job.
var notTheObject = map[string]struct {
	body, text string
	kind       client.Kind
	accepted   client.Kind // "" for a success
	// problem is what is wrong with one that cannot be read.
	problem string
}{
	"no fields":                 {body: `{}`, kind: noID},
	"a job":                     {body: `{"id":"job-17","status":"queued","url":"https://x.example/?code=c4","result":{"sas":"c4"}}`, text: `{"status":"queued"}`, kind: otherID},
	"an operation":              {body: `{"name":"operations/abc","done":false}`, kind: noID},
	"a job with times":          {body: `{"guid":"9f","created_at":"2026","last_modified":null,"type":"job"}`, kind: noID},
	"a message":                 {body: `{"message":"Update queued."}`, text: "Update queued.", kind: noID},
	"a failure":                 {body: `{"status":"error","message":"Host not allowed"}`, text: "Host not allowed (status: error)", kind: noID},
	"every text":                {body: `{"title":"T.","detail":"D","message":"M.","success":false,"id":null}`, text: "D (message: M., success: false, title: T.)", kind: noID},
	"another key of a message":  {body: `{"errmsg":"Bad host.","code":40001}`, text: "Bad host.", kind: noID},
	"a connection string":       {body: `{"connectionString":"Server=x;Password=unknown-1","result":"queued"}`, kind: noID},
	"a result":                  {body: `{"result":"FAILED","reason":"Bad host."}`, text: "Bad host. (result: FAILED)", kind: noID},
	"a nested status":           {body: `{"status":{"phase":"Failed"},"success":true}`, text: `{"status":{"phase":"Failed"},"success":true}`, kind: noID},
	"success false":             {body: `{"success":false}`, text: `{"success":false}`, kind: noID},
	"empty errors":              {body: `{"errors":{"a":[{},""]},"error":0,"non_field_errors":[],"message":" "}`, kind: noID},
	"a blank error":             {body: `{"error":"\u200b","errors":false,"status":""}`, kind: noID},
	"a secret":                  {body: `{"message":"Not key-of-the-tests.","status":"error"}`, text: client.Withheld + " (status: error)", kind: noID},
	"a secret in two texts":     {body: `{"message":"key-of-","detail":"the-tests"}`, text: client.Withheld, kind: noID},
	"a secret in two others":    {body: `{"detail":"key-of-","message":"the-tests"}`, text: client.Withheld, kind: noID},
	"a secret in two lists":     {body: `{"errors":[["key-of-"],["the-tests"]]}`, text: client.Withheld, kind: noID, accepted: noID},
	"a secret as a key":         {body: `{"message":"Queued.","key-of-the-tests":1}`, text: "Queued.", kind: noID},
	"a text that is not JSON":   {body: `Accepted`, problem: noJSON, kind: client.KindUnreadable},
	"a JSON text":               {body: `"queued"`, problem: noObject, kind: client.KindUnreadable},
	"a list":                    {body: `[]`, problem: noObject, kind: client.KindUnreadable},
	"null":                      {body: `null`, problem: noObject, kind: client.KindUnreadable},
	"a page":                    {body: "\n<html>", problem: noJSON, kind: client.KindUnreadable},
	"an object cut off":         {body: ` {"id":7,`, problem: noJSON + ": unexpected EOF", kind: client.KindUnreadable},
	"no number of JSON":         {body: `{"id":7,"name":NaN}`, problem: noJSON + ": invalid character looking for beginning of value", kind: client.KindUnreadable},
	"a quotation mark":          {body: `['key-of-the-tests']`, problem: noJSON + ": invalid character looking for beginning of value", kind: client.KindUnreadable},
	"a comment":                 {body: `{"id":7} // key-of-the-tests`, problem: noJSON + ": something follows the value", kind: client.KindUnreadable},
	"a deep nest":               {body: strings.Repeat("[", 100_000), problem: noJSON + ": invalid character exceeded max depth", kind: client.KindUnreadable},
	"a secret that is not JSON": {body: "key-of-the-tests", problem: noJSON, kind: client.KindUnreadable},
	"no UTF-8":                  {body: "\xff\xfe{", problem: noJSON, kind: client.KindUnreadable},
	"an error":                  {body: `{"error":17}`, text: `{"error":17}`, kind: noID, accepted: noID},
	"an error that is true":     {body: `{"error":true}`, text: `{"error":true}`, kind: noID, accepted: noID},
	"an error of an object":     {body: `{"error":{"code":5}}`, text: `{"error":{"code":5}}`, kind: noID, accepted: noID},
	"errors of codes":           {body: `{"errors":[{"code":5}]}`, text: `{"errors":[{"code":5}]}`, kind: noID, accepted: noID},
	"an error with a message":   {body: `{"error":{"message":"No.","code":5}}`, text: "No. (code: 5)", kind: noID, accepted: noID},
	"an error of a job":         {body: `{"id":"job-17","errors":["No."]}`, text: "No.", kind: otherID, accepted: otherID},
	"another object":            {body: `{"id":"x9","account_name":"W"}`, kind: otherID},
}

const noJSON, noObject = "the response is not JSON", "the response is JSON, but not an object"

var noID, otherID = client.KindNotConfirmed, client.KindWrongObject

// updates are the update of either resource.
var updates = map[string]func(context.Context, *client.Client, string) (client.Warnings, *client.Error){
	"appearance": func(ctx context.Context, c *client.Client, id string) (client.Warnings, *client.Error) {
		got, err := c.UpdateAppearance(ctx, id, client.Appearance{Name: "n"}, client.Appearance{})

		return got.Warnings, err
	},
	"source": func(ctx context.Context, c *client.Client, id string) (client.Warnings, *client.Error) {
		got, err := c.UpdateSource(ctx, id, client.SourceConfig{Port: ptr(int64(1))}, client.Source{})

		return got.Warnings, err
	},
}

// A service that always returns status 202 has to converge, whatever it returns of
// the change to come.
func TestResponse_MayBeAJobWithStatus202Only(t *testing.T) {
	for resource, update := range updates {
		for name, test := range notTheObject {
			for status, kind := range map[int]client.Kind{200: test.kind, 201: test.kind, 202: test.accepted} {
				t.Run(fmt.Sprintf("%s/%s/%d", resource, name, status), func(t *testing.T) {
					c, _ := scripted(t, client.Config{MaxRetries: 3}, respond(status, test.body))
					warnings, failed := update(t.Context(), c, "7")

					if kind == (client.Kind{}) {
						wantSuccess(t, failed)
						checkEqual(t, "warnings", client.Warnings{NoObject: true, OnlyAccepted: true, Text: test.text}, warnings)

						return
					}

					got := failure(t, failed)

					_, said, _ := strings.Cut(got.Text, ": ")
					if test.problem != "" {
						said = got.Text
					}

					if got.Kind != kind || said != test.problem+test.text || got.Outcome != client.OutcomeUnknown {
						t.Errorf("got %v, want %s: %s: %s", got, kind, test.problem, test.text)
					}
				})
			}
		}
	}
}

func TestResponse_NumberForANameMayBeAJobWithStatus202Only(t *testing.T) {
	for status, mayBeJob := range map[int]bool{200: false, 201: false, 202: true} {
		c, _ := scripted(t, client.Config{}, respond(status, `{"id":7,"created_at":"2026"}`))
		warnings, failed := updates["appearance"](t.Context(), c, "dark")

		wantSuccess(t, failed)
		checkEqual(t, fmt.Sprint("with status ", status, ", no object"), mayBeJob, warnings.NoObject)
	}
}

// A text there may be about anything, as in {"error": "none"}.
func TestResponse_TextAboutAnErrorIsReturned(t *testing.T) {
	for want, fields := range map[string][]string{
		"port: Not applied.":                     {`"errors":{"port":["Not applied."]}`},
		"Cannot connect.":                        {`"error":"Cannot connect."`},
		"Cannot connect. (code: 7)":              {`"error":{"code":7,"message":"Cannot connect."}`},
		"Two; Odd. (field: port)":                {`"errors":[{"field":"port","message":"Odd."}],"error":"Two"`},
		"1.a: Odd.":                              {`"errors":[[],{"a":[null,"Odd."]}]`},
		`{"errors":{"a":{"b":7,"c":"Odd."}}}`:    {`"errors":{"a":{"b":7,"c":"Odd."}}`},
		"red":                                    {`"error":"\u001b[31mred\n"`},
		client.Withheld:                          {`"error":"Not key-of-the-tests."`},
		client.Withheld + "; " + client.Withheld: {`"errors":["key-of-","the-tests"]`},
		client.Withheld + " (success: false)":    {`"success":false,"message":"Not key-of-the-tests."`},
		"": {
			`"error":null,"errors":[]`, `"error":false,"errors":{}`, `"error":true,"errors":[{}]`, `"error":0,"errors":{"a":[]}`,
			`"error":" ","errors":{"a":[7,""]}`, `"success":true,"message":"M"`, `"success":null,"message":"M"`, `"success":"true","message":"M"`,
			`"success":0,"message":"M"`, `"ok":true,"message":"M"`, `"ok":["false"]`, `"status":"failed_over","message":"M"`, `"status":"failsafe"`,
			`"status":"no error"`, `"result":{"status":"error"}`, `"result":["error"]`, `"status":500`, `"status":false`, `"ok":"error"`, `"state":"error"`, `"status":"erred"`, `"last_status":"error"`, `"is_ok":false`, `"status":"error: none"`,
		},
		"D (message: M, ok: false, status: error)": {`"ok":false,"message":"M","detail":"D","status":"error"`},
		"M (success: False)":                       {`"success":"False","message":"M"`},
		"M (status: FAILED)":                       {`"status":"FAILED","message":"M"`},
		"M (status: fail)":                         {`"status":"fail","message":"M"`},
		"M (result: err)":                          {`"result":"err","message":"M"`},
		"M (result: failure)":                      {`"result":"failure","message":"M","job":"/?code=c4"`},
		"C (ok: false)":                            {`"ok":"false","cause":"C"`},
		"M (Success: false)":                       {`"Success":false,"Message":"M"`},
		`{"status":"error"}`:                       {`"status":"error","message":" "`},
		"Host not allowed (success: false)":        {`"success":false,"message":"Host not allowed"`},
		"D (error: E, success: false, title: T)":   {`"success":false,"detail":"D","error":"E","title":"T"`},
		`{"success":false}`:                        {`"success":false`},
		"warnings: theme_mode was ignored":         {`"warnings":["theme_mode was ignored"]`},
		"E (warning: W)":                           {`"warning":"W","error":"E"`},
	} {
		for _, fields := range fields {
			for resource, update := range updates {
				for _, status := range []int{200, 201, 202} {
					c, _ := scripted(t, client.Config{}, respond(status, `{"id":7,`+fields+`}`))
					warnings, failed := update(t.Context(), c, "7")

					wantSuccess(t, failed)

					wanted := client.Warnings{OnlyAccepted: status == http.StatusAccepted, Created: status == http.StatusCreated, Text: want}
					if want != "" {
						wanted.StatusCode = status
					}

					checkEqual(t, fmt.Sprint(resource, ", ", status, ", ", fields), wanted, warnings)
				}
			}
		}
	}
}

// With 207, any part that the API documentation lacks may be about the update.
func TestResponse_PartsAreReturnedWithStatus207(t *testing.T) {
	for part, want := range map[string]string{
		`{"field":"theme_mode","status":422,"message":"not allowed"}`: "results: not allowed (field: theme_mode, status: 422)",
		`{"status":422}`: `{"results":[{"status":422}]}`, "null": "",
	} {
		for status, want := range map[int]string{200: "", 207: want} {
			c, _ := scripted(t, client.Config{}, respond(status, `{"id":7,"custom_css_vars":{"a":"b"},"url":"/?code=c4","recommendations":["Q"],"version":3,"results":[`+part+`]}`))
			warnings, failed := updates["appearance"](t.Context(), c, "7")

			wantSuccess(t, failed)
			checkEqual(t, "text", want, warnings.Text)
		}
	}
}

func TestWarnings_HeadlineIsCut(t *testing.T) {
	for text, want := range map[string]string{"": "", "No.": ": No.", strings.Repeat("é", 201): ": " + strings.Repeat("é", 199) + "…"} {
		checkEqual(t, "headline", want, client.Warnings{Text: text}.Headline())
	}
}

// AWS WAF holds a request back. A client that accepts JSON gets no body.
func TestResponse_ChallengeIsNoSuccess(t *testing.T) {
	for name, test := range map[string]struct {
		status       int
		action, body string
		kind         client.Kind
		attempts     int
	}{
		"a challenge":         {202, "challenge", "", client.KindChallenged, 1},
		"a captcha":           {405, "captcha", "", client.KindChallenged, 1},
		"any status":          {200, "captcha", `{"id":7}`, client.KindChallenged, 1},
		"one that is retried": {503, "challenge", "", client.KindChallenged, 1},
		"one that may be one": {303, "challenge", "", client.KindChallenged, 1},
		"another value":       {202, "allow", "", client.Kind{}, 1},
		"another status":      {503, "allow", "", client.KindServerFailure, 2},
	} {
		onFakeClock(t, name, func(t *testing.T) {
			for _, update := range updates {
				c, _ := scripted(t, client.Config{MaxRetries: 1}, times(test.attempts, respond(test.status, test.body, "X-Amzn-Waf-Action", test.action))...)

				_, failed := update(t.Context(), c, "7")
				if test.kind == (client.Kind{}) {
					wantSuccess(t, failed)

					continue
				}

				got := failure(t, failed)
				isChallenge := test.kind == client.KindChallenged
				isNamed := strings.Contains(got.Text, "x-amzn-waf-action: "+test.action)

				if got.Kind != test.kind || (got.Outcome == client.OutcomeUnknown) == isChallenge || isNamed != isChallenge {
					t.Errorf("got %v, outcome %d", got, got.Outcome)
				}
			}
		})
	}

	t.Run("a body that breaks off", func(t *testing.T) {
		broken := respondFrom(202, func() io.Reader { return iotest.ErrReader(io.ErrUnexpectedEOF) }, "X-Amzn-Waf-Action", "challenge")
		c, _ := scripted(t, client.Config{MaxRetries: 1}, broken)
		_, failed := updates["source"](t.Context(), c, "7")

		checkEqual(t, "kind", client.KindChallenged, failure(t, failed).Kind)
	})

	onFakeClock(t, "after an attempt that may have made the change", func(t *testing.T) {
		c, _ := scripted(t, client.Config{MaxRetries: 3}, respond(503, ""), respond(202, "", "X-Amzn-Waf-Action", "challenge"))
		_, failed := updates["source"](t.Context(), c, "7")

		if got := failure(t, failed); got.Outcome != client.OutcomeUnknown || got.Earlier == "" || got.Attempts != 2 {
			t.Errorf("got %v, outcome %d", got, got.Outcome)
		}
	})
}
