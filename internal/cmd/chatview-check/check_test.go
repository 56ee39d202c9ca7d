package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const testKey = "test-key-4f7Qz9"

// exchange is a request and its response.
type exchange struct {
	number, status         int // number counts the requests
	method, body, response string
	header                 http.Header
	interrupt              context.CancelCauseFunc // the program
}

// quirk changes an exchange with the mock server. A nil one changes nothing.
type quirk func(x *exchange, forward func()) error

// service is the mock server in memory, with a quirk.
type service struct {
	mock     *mockserver.Server
	quirk    quirk
	requests int

	interrupt context.CancelCauseFunc
}

func newService(quirk quirk, behavior mockserver.Behavior, key string) *service {
	s := &service{mock: mockserver.New(mockserver.Options{APIKey: key, Behavior: behavior}), quirk: quirk}
	s.mock.AddAppearance(104, map[string]any{"name": "Sales", "theme_mode": "light"})
	s.mock.AddSource(11, "postgres", map[string]any{"account_name": "Orders"})

	return s
}

func (s *service) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}

	s.requests++

	body, err := io.ReadAll(request.Body)
	x := &exchange{number: s.requests, method: request.Method, body: string(body), header: http.Header{"Content-Type": {"application/json"}}, interrupt: s.interrupt}

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
func (s *service) check(ctx context.Context) (seen report, printed string) {
	var out strings.Builder

	ctx, s.interrupt = context.WithCancelCause(ctx)
	seen = run(ctx, options{
		Config: client.Config{
			BaseURL: &url.URL{Scheme: "https", Host: "chat.example.com"}, APIKey: testKey,
			RequestTimeout: client.DefaultRequestTimeout, RequestsPerSecond: 2, Transport: s,
		}, appearance: "104", source: "11", unknown: "999",
	}, &out)
	seen.print(&out)

	return seen, out.String()
}

// old is a quirk whose late responses are those to the request before, or if it is a
// cache, to the first one.
func old(isCache bool, isLate func(*exchange) bool) quirk {
	last := map[string]string{}

	return func(x *exchange, forward func()) error {
		forward()

		before := last[x.method]
		if before == "" || !isCache {
			last[x.method] = x.response
		}

		if before != "" && x.status == http.StatusOK && isLate(x) {
			x.response = before
		}

		return nil
	}
}

// returns is a quirk that replaces the responses to some requests.
func returns(text string, isMeant func(*exchange) bool) quirk {
	return func(x *exchange, forward func()) error {
		if forward(); x.status == http.StatusOK && isMeant(x) {
			x.response = text
		}

		return nil
	}
}

// interrupt is a quirk that interrupts the program during a request.
func interrupt(number int) quirk {
	return func(x *exchange, forward func()) error {
		if forward(); x.number == number {
			x.interrupt(errors.New("interrupted"))

			return context.Canceled
		}

		return nil
	}
}

func always(*exchange) bool { return true }

func every(count int) func(*exchange) bool {
	return func(x *exchange) bool { return x.number%count == 0 }
}

// respond is a quirk that responds with a status to some requests. A redirect points
// to the text.
func respond(status int, text string, isMeant func(*exchange) bool) quirk {
	return func(x *exchange, forward func()) error {
		if x.header.Set("Location", text); status == http.StatusTooManyRequests {
			x.header.Set("Retry-After", "50")
		}

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
}{
	"a PATCH resets":                     {quirk: returns(`{"id": 11, "account_name": "", "type": "postgres"}`, lacks(http.MethodPatch, "account_name"))},
	"a PUT resets":                       {behavior: mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}},
	"a firewall blocks texts":            {quirk: respond(403, "blocked", has("a <"))},
	"another theme is refused":           {quirk: respond(400, "mixed", has("Welcome"))},
	"another writer":                     {quirk: respond(409, "busy", every(4))},
	"any id and key":                     {behavior: mockserver.Behavior{AcceptAnyID: true}, anyKey: true},
	"emoji crash it":                     {quirk: respond(500, "charset", has("😀"))},
	"errors repeat the key":              {behavior: mockserver.Behavior{EchoRequests: true}},
	"everything redirects":               {quirk: respond(302, "https://login.example.com/", always)},
	"full is basic":                      {quirk: replace(`"full"`, `"basic"`)},
	"interrupted":                        {quirk: interrupt(3)},
	"interrupted at once":                {quirk: interrupt(1)},
	"it escapes":                         {quirk: replace(`\u003c`, `&lt;`, `\u0026`, `&amp;`)},
	"it limits the rate":                 {quirk: respond(429, "slow down", every(4))},
	"it takes ten minutes":               {quirk: respond(429, "slow down", every(2))},
	"it returns upper case":              {behavior: mockserver.Behavior{NormalizeValues: true}},
	"it trims, and false is 0":           {quirk: replace(`:false`, `:"0"`, `< b "`, `< b"`, `" a`, `"a`, `b "`, `b"`)},
	"long texts are refused":             {quirk: respond(400, "too long", has(emoji(200)))},
	"no partial update":                  {quirk: respond(400, "could not connect", lacks(http.MethodPatch, "PATCH"))},
	"no such theme":                      {quirk: respond(404, "not here", lacks(http.MethodPut, "PUT"))},
	"one request meets a limit":          {quirk: respond(429, "slow down", has("😀"))},
	"only names work":                    {quirk: respond(500, "boom", has("show_sidebar"))},
	"only the id is returned":            {behavior: mockserver.Behavior{ReturnedFields: mockserver.ReturnIDOnly}},
	"overrides are refused":              {quirk: respond(422, "no overrides", has("custom_css_overrides"))},
	"recommendations are objects":        {behavior: mockserver.Behavior{UndocumentedTypes: true}},
	"responses are empty":                {quirk: returns("", always)},
	"responses are from a cache":         {quirk: old(true, always)},
	"responses are late for good":        {quirk: old(false, always)},
	"responses are late once":            {quirk: old(false, every(3))},
	"the database is not there":          {quirk: respond(400, "could not connect", has("hostname"))},
	"false is 0, and a PUT resets":       {quirk: replace(":false", `:"0"`), behavior: mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}},
	"recommendations are sorted":         {quirk: replace(`"Two?","One?","Three?"`, `"One?","Three?","Two?"`, `"c?"," a \u003c\nb? "`, `" a \u003c\nb? ","c?"`)},
	"names get a suffix":                 {quirk: replace(`."`, `. v2"`, `\u003c b "`, `\u003c b v2"`, ` v2"`, ` v2 v2"`)},
	"a quota is used up":                 {quirk: respond(402, "quota", func(x *exchange) bool { return x.number > 8 })},
	"both modes are refused":             {quirk: respond(422, "light or dark", has(`"both"`)), behavior: mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}},
	"unchanged settings are refused":     {quirk: respond(400, "nothing to change", has(`{"hostname":"check.example.com"}`))},
	"a firewall blocks everything later": {quirk: respond(403, "blocked", func(x *exchange) bool { return x.number > 5 })},
	"every field is required": {quirk: respond(400, "field required", func(x *exchange) bool {
		return lacks(http.MethodPut, "dm_button_outline_color")(x) || lacks(http.MethodPatch, "password")(x)
	})},
	"empty values and short colors are refused": {quirk: respond(400, "invalid", func(x *exchange) bool {
		return has(`""`)(x) || has("[]")(x) || has("#abc")(x)
	})},
	"it is slow to refuse": {quirk: func(x *exchange, forward func()) error {
		return respond([]int{400, 503, 503}[x.number%3], "invalid", func(x *exchange) bool {
			return x.number%3 != 0 || has("<")(x) || has("😀")(x) || has("#abc")(x)
		})(x, forward)
	}},
	"it refuses each theme for a reason of its own": {quirk: func(x *exchange, forward func()) error {
		x.status, x.response = 400, fmt.Sprintf(`{"name": ["reserved %d"]}`, x.number)
		x.header.Set("X-Request-Id", "abc")

		return nil
	}},
	"connections break": {quirk: func(x *exchange, forward func()) error {
		if forward(); x.number%5 == 1 {
			return io.ErrUnexpectedEOF
		}

		return nil
	}},
}

// TestReports_MatchGoldenFile compares what is printed about each service. The file has
// all of the first, and the lines of the others that differ. Random waits are at most 30s.
func TestReports_MatchGoldenFile(t *testing.T) {
	var got strings.Builder

	expected := checkWith(t, nil, mockserver.Behavior{}, testKey)
	got.WriteString("# as expected\n" + expected)

	for _, name := range slices.Sorted(maps.Keys(checks)) {
		test := checks[name]

		key := testKey
		if test.anyKey {
			key = ""
		}

		got.WriteString("\n# " + name + "\n")

		for line := range strings.Lines(checkWith(t, test.quirk, test.behavior, key)) {
			isRandom := strings.Contains(line, ": waiting ") && !strings.Contains(line, "50s")
			if line != "\n" && !isRandom && !strings.Contains("\n"+expected, "\n"+line) {
				got.WriteString(line)
			}
		}
	}

	golden.Compare(t, "reports.txt", got.String())
}

// checkWith runs the program with a service, and returns what it prints.
func checkWith(t *testing.T, quirk quirk, behavior mockserver.Behavior, key string) (printed string) {
	t.Helper()

	synctest.Test(t, func(t *testing.T) {
		s := newService(quirk, behavior, key)

		seen, text := s.check(t.Context())
		if s.requests > maxRequests || seen.Requests != s.requests {
			t.Errorf("%d requests, reported %d", s.requests, seen.Requests)
		}

		printed = fmt.Sprintf("works: %t\n%s", seen.Works, text)
	})

	return printed
}
