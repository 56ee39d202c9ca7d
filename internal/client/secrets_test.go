package client_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// echoing responds with the request, in the body and in headers.
func echoing(status int) step {
	return func(req *http.Request) (*http.Response, error) {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}

		sent, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}

		return respond(status, req.Header.Get("Authorization")+"\n"+string(sent),
			"Content-Type", "text/plain", "X-Request-Id", string(sent), "Location", "/"+string(sent))(req)
	}
}

func TestSecrets_InEchoesAreWithheld(t *testing.T) {
	const canary = "K1xy-canary"

	document := json.RawMessage(`{"private_key":"` + canary + `"}`)
	username := client.SourceConfig{Username: ptr(canary)}

	header := func(value string) client.Config { return client.Config{Headers: map[string]string{"X-Gateway": value}} }

	tests := map[string]struct {
		config client.Config
		send   sender
		// visible tells whether the canary is not a secret.
		visible bool
	}{
		"the API key of a source":  {client.Config{APIKey: canary}, patchSource(client.SourceConfig{}), false},
		"the API key of a theme":   {client.Config{APIKey: canary}, putAppearance(client.Appearance{Name: "n"}), false},
		"the client's key":         {client.Config{ClientKey: canary}, patchSource(username), false},
		"a header of a theme":      {header(canary), putAppearance(client.Appearance{Name: canary}), false},
		"a header of a source":     {header(canary), patchSource(username), false},
		"a header of 8 characters": {header("xy-canar"), patchSource(username), false},
		"a header of 7 characters": {header("-canary"), patchSource(username), true},
		"a part of a header":       {header(canary + "-rest"), patchSource(username), true},
		"a part of a secret one":   {client.Config{Headers: map[string]string{"X-Api-Token": canary + "-rest"}}, patchSource(username), false},
		"password":                 {client.Config{}, patchSource(client.SourceConfig{Password: ptr(canary)}), false},
		"service_account_key":      {client.Config{}, patchSource(client.SourceConfig{ServiceAccountKey: document}), false},
		"name":                     {client.Config{}, putAppearance(client.Appearance{Name: canary}), true},
		"a former password":        {client.Config{}, patchSource(username, client.SourceConfig{Password: ptr(canary)}), false},
		"one of two former ones":   {client.Config{}, patchSource(username, client.SourceConfig{}, client.SourceConfig{ServiceAccountKey: document}), false},
		"a former connection's password": {
			client.Config{}, patchSource(username, client.SourceConfig{ConnectionString: ptr("postgres://user:" + canary + "@host/db")}), false,
		},
	}

	for name, test := range tests {
		for _, status := range []int{200, 302, 400, 503} {
			t.Run(fmt.Sprintf("%s with %d", name, status), func(t *testing.T) {
				var shown strings.Builder

				test.config.Observe = func(_ context.Context, attempt client.Attempt) { fmt.Fprintf(&shown, "%+v\n", attempt) }
				c, _ := scripted(t, test.config, echoing(status))

				failed := failure(t, test.send(t.Context(), c))
				fmt.Fprintf(&shown, "%+v\n%s", *failed, failed.Error())

				if visible := strings.Contains(shown.String(), canary); visible != test.visible {
					t.Errorf("the value is shown: %t, want %t, in\n%s", visible, test.visible, shown.String())
				}
			})
		}
	}
}

// A short secret occurs in ordinary words.
func TestSecrets_ShortOnesDoNotHideMessagesOfGo(t *testing.T) {
	dns := &net.DNSError{Err: "no such host", Name: "chat.example", IsNotFound: true}

	tests := map[string]struct {
		step step
		want string
	}{
		"unknown host":                    {failUnconnected(dialError(dns)), "dial tcp: lookup chat.example: no such host"},
		"no connection":                   {failUnconnected(dialError(syscall.ECONNREFUSED)), "dial tcp: connection refused"},
		"TLS":                             {failUnconnected(&tls.CertificateVerificationError{Err: errors.New("no root")}), "tls: failed to verify certificate: no root"},
		"no response in time":             {hang, "timed out after 1m0s: no response"},
		"a text that may quote":           {fail(errors.New(`malformed HTTP response "o"`)), client.Withheld},
		"a text of the API":               {respond(400, "no such host"), client.Withheld},
		"a long one in a text of Go":      {failUnconnected(dialError(errors.New("connect hunter2"))), client.Withheld},
		"a part of one in a text of Go":   {failUnconnected(dialError(errors.New("connect canary-tok"))), client.Withheld},
		"an escaped one in a text of Go ": {failUnconnected(dialError(errors.New("connect hunter%32"))), client.Withheld},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{APIKey: "o"}, test.step)
			config := client.SourceConfig{Password: ptr("hunter2"), Token: ptr("canary-token-of-the-test")}

			checkEqual(t, "text", test.want, failure(t, patchSource(config)(t.Context(), c)).Text)
		})
	}
}
