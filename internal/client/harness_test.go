package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Responses as documented, for the object with id 7.
const (
	appearanceResponse = `{"id":7,"name":"n","custom_css_vars":"--a: 1","created_at":"2026-01-01T00:00:00Z",` +
		`"last_modified":"2026-01-02T00:00:00Z","is_default":"false"}`
	sourceResponse = `{"id":7,"account_name":"Warehouse","type":"postgres"}`
)

// step is what a scripted service does with one request.
type step func(*http.Request) (*http.Response, error)

// script is a service in memory that handles one request after the other as it
// was told. It is the Transport of a client.Config, so nothing leaves the
// process and a fake clock rules.
type script struct {
	t     *testing.T
	mu    sync.Mutex
	steps []step
	// seen are the requests that arrived.
	seen []seen
}

// seen is a request that arrived.
type seen struct {
	Method, URL, Body string
	Header            http.Header
	At                time.Time
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte

	if req.Body != nil {
		defer req.Body.Close()

		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}

	s.mu.Lock()
	number := len(s.seen)
	s.seen = append(s.seen, seen{req.Method, req.URL.String(), string(body), req.Header.Clone(), time.Now()})
	s.mu.Unlock()

	if number >= len(s.steps) {
		s.t.Errorf("request %d arrived, %d were expected", number+1, len(s.steps))

		return nil, errors.New("the script has ended")
	}

	return s.steps[number](req)
}

// times repeats a step.
func times(count int, repeated step) []step {
	steps := make([]step, count)
	for index := range steps {
		steps[index] = repeated
	}

	return steps
}

// respond responds with a status, a body and headers, given as alternating names
// and values.
func respond(status int, body string, headers ...string) step {
	return respondFrom(status, func() io.Reader { return strings.NewReader(body) }, headers...)
}

// respondFrom is respond with a body that is created for each request.
func respondFrom(status int, body func() io.Reader, headers ...string) step {
	return func(req *http.Request) (*http.Response, error) {
		header := http.Header{"Content-Type": {"application/json"}}
		for index := 0; index < len(headers); index += 2 {
			header.Set(headers[index], headers[index+1])
		}

		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(body()), Request: req}, nil
	}
}

// fail breaks the connection.
func fail(err error) step {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// failUnconnected fails before there is a connection, as net/http traces it.
func failUnconnected(err error) step {
	return func(req *http.Request) (*http.Response, error) {
		httptrace.ContextClientTrace(req.Context()).GetConn("chat.example:443")

		return nil, err
	}
}

// hang never responds.
func hang(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()

	return nil, req.Context().Err()
}

// scripted returns a client of a service that does what the steps say, and
// fails the test if not all of them are asked for.
func scripted(t *testing.T, config client.Config, steps ...step) (*client.Client, *script) {
	t.Helper()

	service := &script{t: t, steps: steps}

	t.Cleanup(func() {
		if len(service.seen) != len(steps) {
			t.Errorf("%d requests arrived, %d were expected", len(service.seen), len(steps))
		}
	})

	config.Transport = service

	return newClient(t, "https://chat.example/", config), service
}

// newClient returns a client of the service at an address.
func newClient(t *testing.T, address string, config client.Config) *client.Client {
	t.Helper()

	config.BaseURL = parseBaseURL(t, address)
	if config.APIKey == "" {
		config.APIKey = "key-of-the-tests"
	}

	return client.New(config)
}

func parseBaseURL(t *testing.T, address string) *url.URL {
	t.Helper()

	base, err := client.ParseBaseURL(address, true)
	if err != nil {
		t.Fatalf("ParseBaseURL(%q): %v", address, err)
	}

	return base
}

// update sends a small source update for the object with id 7.
func update(ctx context.Context, c *client.Client) error {
	_, err := c.UpdateSource(ctx, "7", client.SourceConfig{AccountName: ptr("Warehouse")})

	return err
}

// failure returns the *client.Error that every failed operation returns.
func failure(t *testing.T, err error) *client.Error {
	t.Helper()

	var failed *client.Error
	if !errors.As(err, &failed) {
		t.Fatalf("the operation returned %#v, a *client.Error was expected", err)
	}

	return failed
}

// checkEqual reports a difference between what a test wants and what it got.
func checkEqual(t *testing.T, what string, want, got any) {
	t.Helper()

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func ptr[T any](value T) *T { return &value }

// serviceAccountKey is a key as files hold it. The private key is none.
const serviceAccountKey = `{
  "type": "service_account",
  "project_id": "canary-project",
  "private_key": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\nVJTUt9Us8cKjMzEfYyjiWA4R4+M2bS1GB4t7NXp98C3SC6dVMvDu\n-----END PRIVATE KEY-----\n",
  "pin": 9007199254740993
}`
