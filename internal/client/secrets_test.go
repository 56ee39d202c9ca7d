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

		inLine := strings.ReplaceAll(string(sent), "\n", " ")

		return respond(status, req.Header.Get("Authorization")+"\n"+string(sent),
			"Content-Type", "text/plain", "X-Request-Id", inLine, "Location", "/"+inLine)(req)
	}
}

// everythingShown sends an update to a service that echoes it, and returns
// everything that the client shows: the error, and the arguments of Observe.
func everythingShown(t *testing.T, key string, status int, send func(*client.Client) error) string {
	t.Helper()

	var shown strings.Builder

	c, _ := scripted(t, client.Config{
		APIKey:  key,
		Observe: func(_ context.Context, attempt client.Attempt) { fmt.Fprintf(&shown, "%+v\n", attempt) },
	}, echoing(status))

	failed := failure(t, send(c))
	fmt.Fprintf(&shown, "%+v\n%s", *failed, failed.Error())

	return shown.String()
}

func TestSecrets_OfEveryFieldAreWithheld(t *testing.T) {
	const canary = "K1xy-canary"

	document := json.RawMessage(`{"private_key": "` + canary + `"}`)

	tests := map[string]struct {
		key    string
		source client.SourceConfig
		secret bool
	}{
		"the API key":           {canary, client.SourceConfig{Port: ptr(int64(1))}, true},
		"password":              {"another-api-key", client.SourceConfig{Password: ptr(canary)}, true},
		"token":                 {"another-api-key", client.SourceConfig{Token: ptr(canary)}, true},
		"connection_string":     {"another-api-key", client.SourceConfig{ConnectionString: ptr(canary)}, true},
		"service_account_key":   {"another-api-key", client.SourceConfig{ServiceAccountKey: document}, true},
		"username":              {"another-api-key", client.SourceConfig{Username: ptr(canary)}, false},
		"public_key":            {"another-api-key", client.SourceConfig{PublicKey: ptr(canary)}, false},
		"username and password": {"another-api-key", client.SourceConfig{Username: ptr(canary), Password: ptr(canary)}, true},
	}

	for name, test := range tests {
		for _, status := range []int{200, 302, 400, 503} {
			t.Run(fmt.Sprintf("%s with %d", name, status), func(t *testing.T) {
				shown := everythingShown(t, test.key, status, func(c *client.Client) error {
					_, err := c.UpdateSource(t.Context(), "7", test.source)

					return err
				})

				if visible := strings.Contains(shown, "K1xy"); visible == test.secret {
					t.Errorf("the value is shown: %t, want %t, in\n%s", visible, !test.secret, shown)
				}
			})
		}
	}
}

func TestSecrets_OfEarlierRequestsAreWithheld(t *testing.T) {
	const canary = "K1xy-canary"

	for name, known := range map[string][]client.SourceConfig{
		"none":  nil,
		"one":   {{Password: ptr(canary)}},
		"two":   {{Token: ptr("another")}, {ConnectionString: ptr("postgres://user:" + canary + "@host/db")}},
		"a key": {{ServiceAccountKey: json.RawMessage(`["` + canary + `"]`)}},
	} {
		t.Run(name, func(t *testing.T) {
			shown := everythingShown(t, "another-api-key", 400, func(c *client.Client) error {
				_, err := c.UpdateSource(t.Context(), "7", client.SourceConfig{Username: ptr(canary)}, known...)

				return err
			})

			if visible := strings.Contains(shown, "K1xy"); visible != (known == nil) {
				t.Errorf("the value is shown: %t, want %t, in\n%s", visible, known == nil, shown)
			}
		})
	}
}

func TestUpdateAppearance_WithholdsOnlyAPIKey(t *testing.T) {
	for _, status := range []int{200, 302, 400, 503} {
		for name, secret := range map[string]bool{"K1xy-canary": true, "K2xy-canary": false} {
			shown := everythingShown(t, "K1xy-canary", status, func(c *client.Client) error {
				_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{Name: name})

				return err
			})

			if strings.Contains(shown, "K1xy") {
				t.Errorf("with status %d, the API key is shown in\n%s", status, shown)
			}

			// Every response echoes the key in its body. A 302 echoes the name
			// in its headers.
			if visible := strings.Contains(shown, "K2xy"); visible == secret {
				t.Errorf("with status %d, the name is shown: %t, want %t, in\n%s", status, visible, !secret, shown)
			}
		}
	}
}
