package client_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestRedirects_AreNotFollowed(t *testing.T) {
	const elsewhere = "https://elsewhere.example/login?next=%2F"

	tests := map[string]struct {
		status         int
		location, want string
	}{
		"301":                  {301, elsewhere, elsewhere},
		"302":                  {302, elsewhere, elsewhere},
		"303":                  {303, elsewhere, elsewhere},
		"307":                  {307, elsewhere, elsewhere},
		"308":                  {308, elsewhere, elsewhere},
		"to the same host":     {307, "/elsewhere/", "/elsewhere/"},
		"to no URL":            {307, "http://[::1/%zz", "http://[::1/%zz"},
		"to nowhere":           {307, "", ""},
		"with a password":      {307, "https://user:p@ss@chat.example/x", "https://chat.example/x"},
		"with the API key":     {307, "/login?key=key%2Dof-the-tests", client.Withheld},
		"with control codes":   {307, "/a\tb", "/a b"},
		"with a long location": {307, "/" + strings.Repeat("a", 2000), "/" + strings.Repeat("a", client.MaxTextLength-2) + "…"},
	}

	for name, test := range tests {
		bubble(t, name, func(t *testing.T) {
			// The body never arrives.
			redirect := func(req *http.Request) (*http.Response, error) {
				return respondFrom(test.status, func() io.Reader { return waiting{req.Context()} },
					"Location", test.location, "X-Request-Id", "r-1")(req)
			}

			c, _ := scripted(t, client.Config{MaxRetries: 3}, redirect)
			start := time.Now()

			updateFails(t, c, client.Error{
				Kind: client.KindRedirect, StatusCode: test.status, RequestID: "r-1", Attempts: 1, Location: test.want, OutcomeUnknown: test.status == http.StatusSeeOther,
			})

			if waited := time.Since(start); waited > 0 {
				t.Errorf("the operation waited %s for the body", waited)
			}
		})
	}
}
