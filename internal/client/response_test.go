package client_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

func TestResponse_Any2xxIsSuccess(t *testing.T) {
	for body, want := range map[string]client.UpdatedSource{
		sourceResponse:                  {Source: client.Source{AccountName: ptr("Warehouse"), Type: ptr("postgres")}},
		"\ufeff" + sourceResponse:       {Source: client.Source{AccountName: ptr("Warehouse"), Type: ptr("postgres")}},
		"\r\n " + sourceResponse + "\n": {Source: client.Source{AccountName: ptr("Warehouse"), Type: ptr("postgres")}},
		"":                              {Warnings: client.Warnings{NoObject: true}},
		" \r\n\t":                       {Warnings: client.Warnings{NoObject: true}},
		"\ufeff\n":                      {Warnings: client.Warnings{NoObject: true}},
	} {
		for _, status := range []int{200, 201, 202, 204, 226, 299} {
			for _, contentType := range []string{"application/json", "text/plain", ""} {
				want.OnlyAccepted, want.Created = status == http.StatusAccepted, status == http.StatusCreated
				response := respond(status, body, "Content-Type", contentType)
				checkEqual(t, "source", want, updatedSource(t, response, client.SourceConfig{AccountName: ptr("Warehouse")}, client.Source{}))
			}
		}
	}

	got := updatedAppearance(t, respond(204, ""), client.Appearance{Name: "n"}, client.Appearance{})
	checkEqual(t, "appearance", client.UpdatedAppearance{Warnings: client.Warnings{NoObject: true}}, got)
}

// endless is a body that never ends. It fails once too much of it is read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 2*client.MaxResponseBytes {
		return 0, errors.New("the body is read on and on")
	}

	return copy(p, filler), nil
}

var filler = strings.Repeat("x", 1<<20)

func TestResponse_EndlessBodyIsNotRead(t *testing.T) {
	blank := func(size int) step { return respond(200, strings.Repeat(" ", size)) }
	never := func(status int) step { return respondFrom(status, func() io.Reader { return &endless{} }) }

	for name, test := range map[string]struct {
		step step
		want client.Error
	}{
		"one byte too much":  {blank(client.MaxResponseBytes + 1), client.Error{Kind: client.KindResponseTooLarge, StatusCode: 200, Outcome: client.OutcomeUnknown}},
		"an endless success": {never(200), client.Error{Kind: client.KindResponseTooLarge, StatusCode: 200, Outcome: client.OutcomeUnknown}},
		"an endless refusal": {never(400), client.Error{Kind: client.KindRefused, StatusCode: 400, Outcome: client.OutcomeDisputed, Text: filler[:redact.MaxTextLength-1] + "…"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{MaxRetries: 3}, test.step)

			test.want.Attempts = 1
			updateFails(t, c, test.want)
		})
	}

	c, _ := scripted(t, client.Config{}, blank(client.MaxResponseBytes))
	updateSucceeds(t, c)
}

func TestResponse_MustHaveRequestedID(t *testing.T) {
	const id9 = `the id in the response is "9"`

	tests := map[string]struct{ requested, response, text string }{
		"a number":                     {"7", `{"id":7}`, ""},
		"a string":                     {"7", `{"id":"7"}`, ""},
		"a fraction of zero":           {"170", `{"id":170.0}`, ""},
		"a quoted fraction of zero":    {"170", `{"id":"170.00"}`, ""},
		"a fraction":                   {"170", `{"id":170.5}`, `the id in the response is "170.5"`},
		"leading zeros returned":       {"7", `{"id":"007"}`, ""},
		"zero":                         {"0", `{"id":0}`, ""},
		"a large number":               {"9007199254740993", `{"id":9007199254740993}`, ""},
		"a name":                       {"dark-theme", `{"id":"dark-theme"}`, ""},
		"a number for a name":          {"dark-theme", `{"id":7}`, ""},
		"another number":               {"7", `{"id":9}`, id9},
		"an id next to a large number": {"9007199254740993", `{"id":9007199254740992}`, `the id in the response is "9007199254740992"`},
		"another name":                 {"dark-theme", `{"id":"light-theme"}`, `the id in the response is "light-theme"`},
		"a name for a number":          {"7", `{"id":"dark-theme"}`, `the id in the response is "dark-theme"`},
		"the number and more":          {"7", `{"id":"7 "}`, `the id in the response is "7"`},
		"an empty string":              {"7", `{"id":""}`, `the id in the response is ""`},
		"null":                         {"7", `{"id":null}`, "the response has no id"},
		"missing":                      {"7", `{"pk":7}`, "the response has no id"},
		"with control characters":      {"7", `{"id":"\u001b[2J9"}`, id9},
		"with the API key":             {"7", `{"id":"key-of-the-tests"}`, `the id in the response is "` + client.Withheld + `"`},
		"long":                         {"7", `{"id":"` + strings.Repeat("9", 2000) + `"}`, `the id in the response is "` + strings.Repeat("9", redact.MaxTextLength-28) + "…"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{MaxRetries: 3}, respond(200, test.response))

			_, err := c.UpdateAppearance(t.Context(), test.requested, client.Appearance{Name: "n"}, client.Appearance{})
			if test.text == "" {
				wantSuccess(t, err)

				return
			}

			kind := client.KindWrongObject
			if strings.Contains(test.text, "no id") {
				kind = client.KindNotConfirmed
			}

			want := &client.Error{
				Kind: kind, Method: "PUT", Path: "/api/v1/appearance/" + test.requested + "/", StatusCode: 200,
				Attempts: 1, Outcome: client.OutcomeUnknown, Text: test.text,
			}
			checkEqual(t, "error", want, failure(t, err))
		})
	}
}

func TestRedirects_AreNotFollowed(t *testing.T) {
	const elsewhere = "https://elsewhere.example/login?next=%2F"

	tests := map[string]struct{ location, want string }{
		"to another host":  {elsewhere, elsewhere},
		"to no URL":        {"http://[::1/%zz", "http://[::1/%zz"},
		"with a password":  {"https://user:p@ss@chat.example/x", "https://chat.example/x"},
		"with the API key": {"/login?key=key%2Dof-the-tests", client.Withheld},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			// The body never arrives.
			redirect := func(req *http.Request) (*http.Response, error) {
				return respondFrom(307, func() io.Reader { return waiting{req.Context()} },
					"Location", test.location, "X-Request-Id", "r-1")(req)
			}

			c, _ := scripted(t, client.Config{MaxRetries: 3}, redirect)
			start := time.Now()

			updateFails(t, c, client.Error{
				Kind: client.KindRedirect, StatusCode: 307, RequestID: "r-1", Attempts: 1, Text: test.want,
			})

			if waited := time.Since(start); waited > 0 {
				t.Errorf("the operation waited %s for the body", waited)
			}
		})
	}
}
