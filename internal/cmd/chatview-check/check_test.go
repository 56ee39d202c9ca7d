package main

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const testKey = "test-key-4f7Qz9"

// exchange is a request and its response.
type exchange struct {
	number, status         int // number counts the requests
	method, body, response string
	header                 http.Header
}

// quirk changes an exchange with the mock server. A nil one changes nothing.
type quirk func(x *exchange, forward func()) error

// service is the mock server in memory, with a quirk.
type service struct {
	mock     *mockserver.Server
	quirk    quirk
	requests []string
}

func newService(quirk quirk, behavior mockserver.Behavior, key string) *service {
	s := &service{mockserver.New(mockserver.Options{APIKey: key, Behavior: behavior}), quirk, nil}
	s.mock.AddAppearance(104, map[string]any{"name": "Sales", "theme_mode": "light"})
	s.mock.AddSource(11, "postgres", map[string]any{"account_name": "Orders"})

	return s
}

func (s *service) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}

	body, err := io.ReadAll(request.Body)
	s.requests = append(s.requests, request.Method+" "+request.URL.Path+" "+string(body))
	x := &exchange{number: len(s.requests), method: request.Method, body: string(body), header: http.Header{"Content-Type": {"application/json"}}}

	sent := request.Clone(request.Context())
	forward := func() {
		sent.Body = io.NopCloser(strings.NewReader(x.body))
		recorder := httptest.NewRecorder()
		s.mock.ServeHTTP(recorder, sent)
		x.status, x.response = recorder.Code, recorder.Body.String()
	}

	if s.quirk == nil {
		forward()
	} else if err == nil {
		err = s.quirk(x, forward)
	}

	return &http.Response{StatusCode: x.status, Header: x.header, Body: io.NopCloser(strings.NewReader(x.response))}, err
}

// check runs the program in a bubble, with a clock of its own.
func (s *service) check(ctx context.Context, t *testing.T) (seen report, printed string) {
	t.Helper()

	base, err := client.ParseBaseURL("https://chat.example.com", false)
	if err != nil {
		t.Fatal(err)
	}

	var out strings.Builder

	seen = run(ctx, options{
		Config: client.Config{
			BaseURL: base, APIKey: testKey, RequestTimeout: client.DefaultRequestTimeout, RequestsPerSecond: 2, Transport: s,
		}, appearance: "104", source: "11", unknown: "999",
	}, &out)
	seen.print(&out)

	return seen, out.String()
}

const (
	anyKey    = "Tell the operators of the service that it accepts any API key."
	anyID     = "Check ids twice: one that does not exist is accepted."
	lateAgain = "Expect warnings of other values after a change, and look at the object in the service."
	itWorks   = "An apply works"
)

// old is a quirk whose responses are those to the request before.
func old(isLate func(number int) bool) quirk {
	last := map[string]string{}

	return func(x *exchange, forward func()) error {
		forward()

		before := last[x.method]
		last[x.method] = x.response

		if before != "" && x.status == http.StatusOK && isLate(x.number) {
			x.response = before
		}

		return nil
	}
}

// cached returns a quirk whose responses are the first ones to their method.
func cached() quirk {
	first := map[string]string{}

	return func(x *exchange, forward func()) error {
		if forward(); x.status == http.StatusOK {
			first[x.method] = cmp.Or(first[x.method], x.response)
			x.response = first[x.method]
		}

		return nil
	}
}

// respond is a quirk that responds with a status to some requests.
func respond(status int, text string, isMeant func(*exchange) bool) quirk {
	return func(x *exchange, forward func()) error {
		if x.status, x.response = status, `{"detail": "`+text+`"}`; !isMeant(x) {
			forward()
		}

		return nil
	}
}

func has(text string) func(*exchange) bool {
	return func(x *exchange) bool { return strings.Contains(x.body, text) }
}

func lacks(method, text string) func(*exchange) bool {
	return func(x *exchange) bool { return x.method == method && !strings.Contains(x.body, text) }
}

// replace is a quirk that replaces texts in responses about themes.
func replace(texts ...string) quirk {
	return func(x *exchange, forward func()) error {
		if forward(); x.method == http.MethodPut {
			x.response = strings.NewReplacer(texts...).Replace(x.response)
		}

		return nil
	}
}

var checks = map[string]struct {
	quirk    quirk
	behavior mockserver.Behavior
	anyKey   bool
	verdict  string
	advice   []string
	rows     []string
	requests int // 0 if it does not matter
}{
	"as expected": {verdict: itWorks + ", and nothing needs your attention.", requests: 15, rows: []string{
		"only a name: taken; kept: recommendations, response_mode, show_dashboards, show_sidebar, start_message, theme_mode; values not seen: custom_css_overrides, the colors",
		"an id that does not exist: refused (not found, status 404)", "a wrong API key: refused (unauthorized, status 401)",
		"only hostname: taken; kept: account_name; values not seen: database_name, password, port, username",
	}},
	"a PUT resets": {behavior: mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}, advice: []string{setAll}, rows: []string{
		"only a name: taken; another value or none: recommendations, response_mode, show_dashboards, show_sidebar, start_message, theme_mode; values not seen: ",
	}},
	"a PATCH resets": {quirk: func(x *exchange, forward func()) error {
		if forward(); lacks(http.MethodPatch, "account_name")(x) {
			x.response = `{"id": 11, "account_name": "", "type": "postgres"}`
		}

		return nil
	}, advice: []string{sendAll}, rows: []string{"only hostname: taken; another value or none: account_name"}},
	"any id and key": {behavior: mockserver.Behavior{AcceptAnyID: true}, anyKey: true, advice: []string{anyID, anyKey}},
	"every field is required": {
		quirk: func(x *exchange, forward func()) error {
			if lacks(http.MethodPut, "dm_button_outline_color")(x) || lacks(http.MethodPatch, "password")(x) {
				return respond(http.StatusBadRequest, "field required", has(""))(x, forward)
			}

			forward()

			return nil
		}, advice: []string{setAll, sendAll}, rows: []string{"only a name: refused (refused, status 400)\n      field required", "selected_schemas = []: taken"},
	},
	"overrides are refused": {quirk: respond(422, "no overrides", has("custom_css_overrides")), advice: []string{"Leave out custom_css_overrides."}, rows: []string{
		"a complete theme: refused (refused, status 422)\n      no overrides", "a theme without custom_css_overrides: taken",
	}},
	"only names work": {quirk: respond(500, "boom", has("theme_mode")), advice: []string{"Configure fewer settings."}, rows: []string{
		"a theme without settings: taken", "only a name: taken\n",
	}},
	"another theme is refused": {quirk: respond(400, "mixed", has("Welcome")), advice: []string{
		"Resolve the problem that the message describes, then apply again.",
	}, rows: []string{
		"another theme: refused (refused, status 400)\n      mixed", "only a name: taken; values not seen: custom_css_overrides, the colors, recommendations, ",
	}},
	"long texts are refused": {quirk: respond(400, "too long", has(emoji(200))), advice: []string{"Keep recommendations shorter, or without emoji: a plan accepts more than the API."}, rows: []string{
		"the longest texts, name: taken", "the longest texts, recommendations: refused (refused, status 400)\n      too long",
	}},
	"emoji crash it": {quirk: respond(500, "charset", has("😀")), rows: []string{"the longest texts, name: refused (server failure, status 500)"}, advice: []string{
		strings.ReplaceAll(shorter, "%s", "name"), strings.ReplaceAll(shorter, "%s", "recommendations"), strings.ReplaceAll(shorter, "%s", "start_message"),
	}},
	"empty values and short colors are refused": {quirk: respond(400, "invalid", func(x *exchange) bool {
		return has(`""`)(x) || has("[]")(x) || has("#abc")(x)
	}), advice: []string{
		"Leave out recommendations where it is empty.", "Leave out selected_schemas where it is empty.", "Leave out start_message where it is empty.",
		"Write colors as #rrggbb.",
	}, rows: []string{"the colors #abc and white, lm_primary_background_color: taken"}},
	"it trims, and false is 0": {quirk: replace(`:false`, `:"0"`, `< b "`, `< b"`, `" a`, `"a`, `b "`, `b"`), advice: []string{
		"Write name, recommendations, start_message as returned, or every apply warns.",
	}, rows: []string{`start_message: expected " a <\nb ", returned "a <\nb"`}},
	"it escapes": {quirk: replace(`\u003c`, `&lt;`, `\u0026`, `&amp;`), advice: []string{strings.ReplaceAll(avoid, "%s", "name, start_message, recommendations")}},
	"it returns upper case": {behavior: mockserver.Behavior{NormalizeValues: true}, advice: []string{
		"Write name, recommendations, start_message as returned, or every apply warns.",
	}, rows: []string{"a complete theme: taken; every apply warns of name, start_message, recommendations", "start_message = \"\": taken; values not seen: start_message"}},
	"full is basic": {quirk: replace(`"full"`, `"basic"`), rows: []string{
		"another theme: taken; every apply warns of response_mode", "recommendations, show_dashboards, show_sidebar, start_message, theme_mode; values not seen: custom_css_overrides, the colors, response_mode",
	}},
	"false is 0": {quirk: replace(":false", `:"0"`), behavior: mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}, advice: []string{setAll}, rows: []string{
		"taken; every apply warns of show_sidebar, show_dashboards", "another value or none: recommendations, response_mode, start_message, theme_mode; values not seen: ",
	}},
	"only the id is returned": {behavior: mockserver.Behavior{ReturnedFields: mockserver.ReturnIDOnly}, rows: []string{"only a name: taken; values not seen: "}},
	"recommendations are objects": {behavior: mockserver.Behavior{UndocumentedTypes: true}, rows: []string{
		"only a name: taken; kept: response_mode, show_dashboards, show_sidebar, start_message, theme_mode; values not seen: custom_css_overrides, the colors, recommendations",
	}},
	"responses are empty": {verdict: "An apply works.", quirk: func(x *exchange, forward func()) error {
		if forward(); x.status == http.StatusOK {
			x.response = ""
		}

		return nil
	}, rows: []string{"a complete theme: taken; every apply warns of an empty response", "line ends and <: taken; values not seen: name, recommendations, start_message"}},
	"responses are from a cache": {quirk: cached(), advice: []string{lateAgain}, rows: []string{
		"only a name: taken; values not seen: ", "recommendations = []: taken; values not seen: recommendations",
	}},
	"one request meets a limit": {quirk: respond(429, "slow down", has("😀")), rows: []string{"the longest texts: not seen: rate limited, status 429"}},
	"responses are late once":   {quirk: old(func(number int) bool { return number%3 == 0 }), advice: []string{lateAgain}},
	"responses are late for good": {quirk: old(func(int) bool { return true }), advice: []string{lateAgain}, rows: []string{
		"only a name: taken; kept: recommendations",
	}},
	"it is slow to refuse": {quirk: func(x *exchange, forward func()) error {
		return respond([]int{400, 503, 503}[x.number%3], "invalid", func(x *exchange) bool {
			return x.number%3 != 0 || has("<")(x) || has("😀")(x) || has("#abc")(x)
		})(x, forward)
	}, verdict: "An apply works. The rest was not seen: 60 requests were sent.", requests: maxRequests, advice: []string{
		strings.ReplaceAll(avoid, "%s", "name"), strings.ReplaceAll(avoid, "%s", "recommendations"), strings.ReplaceAll(avoid, "%s", "start_message"),
		strings.ReplaceAll(shorter, "%s", "name"), strings.ReplaceAll(shorter, "%s", "recommendations"), strings.ReplaceAll(shorter, "%s", "start_message"),
		"Write colors as #rrggbb.",
	}},
	"the database is not there": {quirk: respond(400, "could not connect", has("hostname")), advice: []string{tryReal}, rows: []string{
		"a complete data source: refused", "only selected_schemas = []: taken; kept: account_name",
	}},
	"no database, no partial update": {quirk: respond(400, "could not connect", func(x *exchange) bool { return x.method == http.MethodPatch }),
		verdict: "An apply of a theme works. Nobody knows whether an apply of a data source works.",
		advice:  []string{"Resolve the problem that the message describes, then apply again."}},
	"no such theme": {quirk: respond(404, "not here", func(x *exchange) bool { return x.method == http.MethodPut }), verdict: "An apply of a theme fails. An apply of a data source works.", advice: []string{
		"The API has no create: the object has to exist before Terraform can manage it. Check the id, and that base_url is the address of the service.",
	}, rows: []string{
		"a complete theme: refused (not found, status 404)\n      not here",
	}},
	"errors repeat the key": {behavior: mockserver.Behavior{EchoRequests: true}, rows: []string{
		"a wrong API key: refused (unauthorized, status 401); the message repeats a credential",
	}},
	"a firewall blocks texts": {quirk: respond(403, "blocked", has("a <")), advice: []string{
		strings.ReplaceAll(avoid, "%s", "name"), strings.ReplaceAll(avoid, "%s", "recommendations"), strings.ReplaceAll(avoid, "%s", "start_message"),
	}},
	"a firewall blocks everything later": {quirk: respond(403, "blocked", func(x *exchange) bool { return x.number > 5 }),
		verdict: "An apply of a theme works. Nobody knows whether an apply of a data source works. The rest was not seen: two steps in a row got no answer.", rows: []string{`start_message = "": not seen: forbidden, status 403`}},
	"it limits the rate": {quirk: func(x *exchange, forward func()) error {
		x.header.Set("Retry-After", "20")

		return respond(429, "slow down", func(x *exchange) bool { return x.number%4 == 0 })(x, forward)
	}, rows: []string{"  rate limited, status 429: waiting 20s\n"}},
	"connections break": {quirk: func(x *exchange, forward func()) error {
		if forward(); x.number%5 == 1 {
			return io.ErrUnexpectedEOF
		}

		return nil
	}},
}

func TestCheck_SaysWhatFollows(t *testing.T) {
	for name, test := range checks {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				key := testKey
				if test.anyKey {
					key = ""
				}

				s := newService(test.quirk, test.behavior, key)
				seen, printed := s.check(t.Context(), t)
				verdict, isWorking := seen.verdict()

				want := cmp.Or(test.verdict, itWorks)
				if verdict != want && (test.verdict != "" || !strings.HasPrefix(verdict, itWorks)) || isWorking != strings.HasPrefix(want, itWorks) {
					t.Errorf("verdict %q, want %q", verdict, want)
				}

				if diff := gocmp.Diff(test.advice, seen.advice()); diff != "" {
					t.Errorf("advice (-want +got):\n%s", diff)
				}

				for _, row := range test.rows {
					if !strings.Contains(printed, row) {
						t.Errorf("there is no %q", row)
					}
				}

				if len(s.requests) > maxRequests || seen.Requests != len(s.requests) || test.requests != 0 && test.requests != len(s.requests) {
					t.Errorf("%d requests, reported %d", len(s.requests), seen.Requests)
				}

				if t.Failed() {
					t.Log(printed)
				}
			})
		})
	}
}

func TestJudge_SeesNoValueInALateResponse(t *testing.T) {
	late := answer{isLate: true, differences: []client.Difference{{Field: "start_message", Expected: `""`, Returned: `"Hello"`}}}

	got := judge(probe{step: "empty", change: fields{"start_message": ""}, otherwise: omit}, late, nil)
	if got.Seen != "taken; values not seen: start_message" || got.Advice != nil || got.details != nil {
		t.Errorf("%+v", got)
	}
}
