package provider

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The last attempt changed nothing, and an earlier one may have.
func TestErrors_NameTheAttemptThatMayHaveMadeTheChange(t *testing.T) {
	for name, test := range map[string]struct {
		earlier mockserver.Fault
		want    string
	}{
		"a status":                      {mockserver.Fault{Status: 500}, "returned status 500 (Internal Server Error), request id mock-000002"},
		"a status without a request id": {mockserver.Fault{Status: 503, Header: http.Header{"X-Request-Id": nil}}, "returned status 503 (Service Unavailable)"},
		"a lost connection":             {mockserver.Fault{Response: mockserver.NoResponse}, "got no complete response (unexpected EOF)"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				core, service := startCore(t, mockserver.Behavior{})
				core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil)
				service.QueueFaults(test.earlier, mockserver.Fault{Status: 400, Body: []byte(`{"name": ["Taken."]}`)})

				failed := core.apply("a", appearanceType, map[string]any{"id": "1", "name": "New"}, nil)

				wantText(t, failed.diagnostics, "returned status 400 (Bad Request) after 2 attempts, request id mock-000003.\n\n"+
					"The error message for name reads: Taken.\n\nAn earlier attempt "+test.want+", so the change may have been made. "+
					"The next apply sends everything.\n")
			})
		})
	}
}

// What an update did not send is the first thing to look at.
func TestErrors_OfAPartialUpdateSayWhatItLacks(t *testing.T) {
	const (
		correct, partial = "Correct or set the value, and apply again.", "The update sent only what changed: if the API requires several fields together,"
		ignored          = "No update sends %[1]s while ignore_changes covers it. Remove %[1]s from ignore_changes, and apply again."
		password         = `The update did not send password, because password_wo_version is unchanged. Change the version, correct the value if it ` +
			`is wrong, and remove both from ignore_changes. If every update needs it, set update_mode = "full".`
	)

	configure := func(changes map[string]any) map[string]any {
		config := map[string]any{"id": "7", "hostname": "h", "username": "u", "password_wo": testAPIKey, "password_wo_version": "1"}
		maps.Copy(config, changes)

		return config
	}
	changed := configure(map[string]any{"hostname": "new"})

	for name, test := range map[string]struct {
		config  map[string]any
		ignored []string
		status  int
		body    string
		want    string
	}{
		"UnsentWithheld": {changed, nil, 400, `{"password": ["Not ` + testAPIKey + `."]}`, password},
		"Sent":           {changed, nil, 400, `{"hostname": ["Unknown."]}`, correct},
		"NotConfigured":  {changed, nil, 400, `{"port": ["This field is required."]}`, correct},
		"IgnoredNeeded":  {configure(map[string]any{"username": "w", "port": 1}), []string{"username"}, 400, `{"username": ["Required."]}`, fmt.Sprintf(ignored, "username")},
		"IgnoredNull":    {configure(map[string]any{"hostname": "new", "port": 1}), []string{"port"}, 400, `{"port": ["Required."]}`, fmt.Sprintf(ignored, "port")},
		"IgnoredForm": {
			map[string]any{"id": "7", "hostname": "new", "username": "u", "password": "p"}, []string{"password", "password_wo_version"}, 400,
			`{"password": ["Required."]}`, "Remove password, password_wo and password_wo_version from ignore_changes, and apply again.",
		},
		"IgnoredVersion": {
			configure(map[string]any{"port": 1, "password_wo_version": "2"}), []string{"password_wo_version"}, 400, `{"password": ["Required."]}`,
			"while ignore_changes covers it. Remove password_wo and password_wo_version from ignore_changes, and apply once a plan changes password_wo_version.",
		},
		"IgnoredRemoved": {
			configure(map[string]any{"username": nil, "port": 1}), []string{"username"}, 400, `{"username": ["Required."]}`,
			"while ignore_changes covers it. Configure username, remove username from ignore_changes, and apply again.",
		},
		"IgnoredWriteOnlyRemoved": {
			configure(map[string]any{"password_wo": nil, "password_wo_version": nil, "port": 1}), []string{"password_wo", "password_wo_version"}, 400,
			`{"password": ["Required."]}`, "Configure password_wo and password_wo_version, remove password_wo and password_wo_version from ignore_changes, and",
		},
		"Text":          {changed, nil, 400, `{"hostname": ["Unknown."], "detail": "Quota."}`, "The error message reads: Quota."},
		"NewCredential": {configure(map[string]any{"port": 1, "token": "t"}), []string{"token"}, 400, `{"token": ["Required."]}`, fmt.Sprintf(ignored, "token")},
		"NoField":       {changed, nil, 422, `{"detail": "Incomplete."}`, "then try again. " + partial},
		"NoText":        {changed, nil, 400, ``, client.AskOperators + " " + partial},
		"WithheldTwice": {changed, nil, 400, `{"errors": ["Not ` + testAPIKey + `.", "` + testAPIKey + `!"]}`, client.AskOperators + " " + partial},
		"Full":          {configure(map[string]any{"port": 1, "update_mode": updateFull}), nil, 400, `{"username": ["Taken."]}`, correct},
		"FullNoField":   {configure(map[string]any{"username": "w", "port": 1, "update_mode": updateFull}), []string{"username"}, 422, `{"detail": "No."}`, "then try again."},
		"Conflict":      {changed, nil, 409, `{"detail": "Busy."}`, "Otherwise apply again"},
		"Triggers":      {configure(map[string]any{"triggers": map[string]any{"k": "1"}}), nil, 400, `{"detail": "No."}`, "then try again."},
		"Forbidden":     {changed, nil, 403, `{"username": ["Not yours."]}`, "A gateway may also block a request because of its text or rate."},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startApplied(t, resourceBlock{"s", sourceType, configure(nil)})
			c.ignored = test.ignored
			c.restart()
			service.QueueFaults(mockserver.Fault{Status: test.status, Body: []byte(test.body)})

			got := c.apply("s", sourceType, test.config, nil).diagnostics
			wantText(t, got, test.want)

			if isPartial := strings.Contains(describe(got), partial); isPartial != strings.Contains(test.want, partial) {
				t.Errorf("the error names a partial update: %t", isPartial)
			}
		})
	}
}

// A PUT has the values in state of what is ignored.
func TestErrors_OfAnIgnoredValueNameIgnoreChanges(t *testing.T) {
	for _, field := range []string{"name", "start_message"} {
		config := func(text string) map[string]any {
			return map[string]any{"id": "1", "name": text, "start_message": text}
		}
		c, service := startApplied(t, resourceBlock{"a", appearanceType, config("old")})
		c.ignored = []string{field}
		c.restart()
		service.QueueFaults(mockserver.Fault{Status: 400, Body: []byte(`{"` + field + `": ["No."]}`)})

		wantText(t, c.apply("a", appearanceType, config("new"), nil).diagnostics, "No update sends "+field+" while ignore_changes covers it.")
	}
}

func TestErrors_SayHowFarTheLastAttemptCame(t *testing.T) {
	for want, failure := range map[string]client.Error{
		"PUT /x made no connection after 2 attempts":                               {Kind: client.KindUnreachable, Attempts: 2, Outcome: client.OutcomeUnknown, Earlier: "returned status 503"},
		"PUT /x was not sent":                                                      {Kind: client.KindUnsendable},
		"PUT /x returned status 503 (Service Unavailable), and asks to wait 1m20s": {StatusCode: 503, RetryAfter: 80 * time.Second, Attempts: 1},
	} {
		failure.Method, failure.Path = "PUT", "/x"
		wantEqual(t, "the outcome", want, requestOutcome(&failure))
	}

	for _, kind := range []client.Kind{client.KindCertificateDates, client.KindTLSVersion, client.KindClientCert} {
		wantEqual(t, kind.Name, "PUT /x made no TLS connection", requestOutcome(&client.Error{Method: "PUT", Path: "/x", Kind: kind, Attempts: 1}))
	}
}

// An error repeats the value of an attribute exactly if the schema lets plans show it. No
// other test finds that it withholds one that is no secret.
func TestErrors_WithholdTheValuesOfSensitiveAttributes(t *testing.T) {
	const canary = "K1xy-canary"

	for field, documented := range requestSchemas(t)[sourceType] {
		value, text, shown := any(canary), strconv.Quote(canary), canary

		switch kind := documented.Value.Type; {
		case kind == nil: // JSON
			value = text
		case kind.Is("integer"):
			value, text, shown = 54321, "54321", "54321"
		case kind.Is("array"):
			value, text = []string{canary}, `["`+canary+`"]`
		case kind.Is("boolean"):
			value, text, shown = true, "true", "true"
		}

		c, service := startCore(t, mockserver.Behavior{})

		for _, attribute := range c.schema.ResourceSchemas[sourceType].Block.Attributes {
			if strings.TrimSuffix(attribute.Name, "_wo") != field {
				continue
			}

			c.restart()
			service.ClearRequests()
			service.QueueFaults(mockserver.Fault{Status: 400, Body: []byte("the value is " + shown)})

			got := describe(c.apply(attribute.Name, sourceType, with(sourceType, attribute.Name, value), nil).diagnostics)

			wantRequests(t, service, patchSource(7, fmt.Sprintf("{%q: %s}", field, text)))

			if t.Failed() { // what was not sent is shown for another reason
				return
			}

			if isShown := strings.Contains(got, shown); isShown == attribute.Sensitive {
				t.Errorf("%s is sensitive: %t, and its value is shown: %t: see publicSourceFields", attribute.Name, attribute.Sensitive, isShown)
			}
		}
	}
}
