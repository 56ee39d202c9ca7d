package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
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

func TestSecrets_OfEveryFieldAreWithheld(t *testing.T) {
	const canary = "K1xy-canary"

	document := json.RawMessage(`{"private_key":"` + canary + `"}`)
	username := client.SourceConfig{Username: ptr(canary)}

	tests := map[string]struct {
		key  string
		send sender
		// visible tells whether the canary is not a secret.
		visible bool
	}{
		"the API key of a source":     {canary, patchSource(client.SourceConfig{}), false},
		"the API key of a theme":      {canary, putAppearance(client.Appearance{Name: "n"}), false},
		"password":                    {"", patchSource(client.SourceConfig{Password: ptr(canary)}), false},
		"token":                       {"", patchSource(client.SourceConfig{Token: ptr(canary)}), false},
		"connection_string":           {"", patchSource(client.SourceConfig{ConnectionString: ptr(canary)}), false},
		"service_account_key":         {"", patchSource(client.SourceConfig{ServiceAccountKey: document}), false},
		"username":                    {"", patchSource(username), true},
		"public_key":                  {"", patchSource(client.SourceConfig{PublicKey: ptr(canary)}), true},
		"name":                        {"", putAppearance(client.Appearance{Name: canary}), true},
		"an earlier password":         {"", patchSource(username, client.SourceConfig{Password: ptr(canary)}), false},
		"one of two earlier requests": {"", patchSource(username, client.SourceConfig{}, client.SourceConfig{ServiceAccountKey: document}), false},
		"an earlier connection's password": {
			"", patchSource(username, client.SourceConfig{ConnectionString: ptr("postgres://user:" + canary + "@host/db")}), false,
		},
	}

	for name, test := range tests {
		for _, status := range []int{200, 302, 400, 503} {
			t.Run(fmt.Sprintf("%s with %d", name, status), func(t *testing.T) {
				var shown strings.Builder

				c, _ := scripted(t, client.Config{
					APIKey:  test.key,
					Observe: func(_ context.Context, attempt client.Attempt) { fmt.Fprintf(&shown, "%+v\n", attempt) },
				}, echoing(status))

				failed := failure(t, test.send(t.Context(), c))
				fmt.Fprintf(&shown, "%+v\n%s", *failed, failed.Error())

				if visible := strings.Contains(shown.String(), canary); visible != test.visible {
					t.Errorf("the value is shown: %t, want %t, in\n%s", visible, test.visible, shown.String())
				}
			})
		}
	}
}
