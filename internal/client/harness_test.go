package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Documented responses for the object with id 7.
const (
	appearanceResponse = `{"id":7,"name":"n","custom_css_vars":"--a: 1","created_at":"2026-01-01T00:00:00Z",` +
		`"last_modified":"2026-01-02T00:00:00Z","is_default":"false"}`
	sourceResponse = `{"id":7,"account_name":"Warehouse","type":"postgres"}`
)

// step is what a scripted service does with one request.
type step func(*http.Request) (*http.Response, error)

// script is a service in memory that handles each request with the next step.
// As the Transport of a client.Config it needs no network, so tests can use a
// fake clock.
type script struct {
	t        *testing.T
	mu       sync.Mutex
	steps    []step
	requests []receivedRequest
}

// receivedRequest is a request that the script received.
type receivedRequest struct {
	Method, URL, Body string
	Header            http.Header
	At                time.Time
}

// first returns the first request, and ends the test if none arrived.
func (s *script) first() receivedRequest {
	s.t.Helper()

	if len(s.requests) == 0 {
		s.t.Fatal("no request arrived")
	}

	return s.requests[0]
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}

	defer req.Body.Close()

	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}

	s.mu.Lock()
	number := len(s.requests)
	s.requests = append(s.requests, receivedRequest{req.Method, req.URL.String(), string(body), req.Header.Clone(), time.Now()})
	s.mu.Unlock()

	if number >= len(s.steps) {
		s.t.Errorf("request %d arrived, %d were expected", number+1, len(s.steps))

		return nil, errors.New("the script has ended")
	}

	return s.steps[number](req)
}

// times repeats a step.
func times(count int, repeated step) []step {
	return slices.Repeat([]step{repeated}, count)
}

// respond returns a response with a status, a body, and headers as alternating
// names and values.
func respond(status int, body string, headers ...string) step {
	return respondFrom(status, func() io.Reader { return strings.NewReader(body) }, headers...)
}

// respondFrom is respond with a new body for each request.
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

// failUnconnected fails without a connection, according to the trace.
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

// scripted returns a client of a service that performs the steps. The test
// fails if any step remains.
func scripted(t *testing.T, config client.Config, steps ...step) (*client.Client, *script) {
	t.Helper()

	service := &script{t: t, steps: steps}

	t.Cleanup(func() {
		if len(service.requests) != len(steps) {
			t.Errorf("%d requests arrived, %d were expected", len(service.requests), len(steps))
		}
	})

	config.Transport = service

	return newClient(t, "https://chat.example/", config), service
}

// newClient returns a client of the service at an address.
func newClient(t *testing.T, address string, config client.Config) *client.Client {
	t.Helper()

	config.BaseURL = must(client.ParseBaseURL(address, true))
	if config.APIKey == "" {
		config.APIKey = "key-of-the-tests"
	}

	if config.RequestTimeout == 0 {
		config.RequestTimeout = time.Minute
	}

	return client.New(config)
}

// sourcePath is the path of the requests of update.
const sourcePath = "/api/v1/sources/7/update-config/"

// update sends a small source update for the object with id 7.
func update(ctx context.Context, c *client.Client) *client.Error {
	return patchSource(client.SourceConfig{AccountName: ptr("Warehouse")})(ctx, c)
}

// sender sends an update for the object with id 7.
type sender func(context.Context, *client.Client) *client.Error

func putAppearance(appearance client.Appearance) sender {
	return func(ctx context.Context, c *client.Client) *client.Error {
		_, err := c.UpdateAppearance(ctx, "7", appearance, client.Appearance{})

		return err
	}
}

func patchSource(config client.SourceConfig, former ...client.SourceConfig) sender {
	return func(ctx context.Context, c *client.Client) *client.Error {
		_, err := c.UpdateSource(ctx, "7", config, client.Source{}, former...)

		return err
	}
}

// updatedAppearance returns what an update makes of a response.
func updatedAppearance(t *testing.T, response step, sent, before client.Appearance) client.UpdatedAppearance {
	t.Helper()

	c, _ := scripted(t, client.Config{}, response)

	got, err := c.UpdateAppearance(t.Context(), "7", sent, before)
	wantSuccess(t, err)

	return got
}

// updatedSource returns what an update makes of a response.
func updatedSource(t *testing.T, response step, sent client.SourceConfig, before client.Source) client.UpdatedSource {
	t.Helper()

	c, _ := scripted(t, client.Config{}, response)

	got, err := c.UpdateSource(t.Context(), "7", sent, before)
	wantSuccess(t, err)

	return got
}

// updateSucceeds sends update.
func updateSucceeds(t *testing.T, c *client.Client) {
	t.Helper()
	wantSuccess(t, update(t.Context(), c))
}

func wantSuccess(t *testing.T, failed *client.Error) {
	t.Helper()

	if failed != nil {
		t.Error(failed)
	}
}

// updateFails sends update and compares its error, except for the request.
func updateFails(t *testing.T, c *client.Client, want client.Error) {
	t.Helper()

	want.Method, want.Path = "PATCH", sourcePath
	checkEqual(t, "error", &want, failure(t, update(t.Context(), c)))
}

// failure returns the error of an operation that must fail.
func failure(t *testing.T, failed *client.Error) *client.Error {
	t.Helper()

	if failed == nil {
		t.Fatal("the operation succeeded")
	}

	return failed
}

// onFakeClock runs a subtest with a clock of its own, which only waits move.
func onFakeClock(t *testing.T, name string, test func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// together calls send from a number of goroutines, and waits for all.
func together(count int, send func()) {
	var group sync.WaitGroup
	for range count {
		group.Go(send)
	}

	group.Wait()
}

// checkEqual reports a difference between two values.
func checkEqual(t *testing.T, what string, want, got any) {
	t.Helper()

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// must returns a value that a test needs before it begins.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}

	return value
}

func ptr[T any](value T) *T { return &value }
