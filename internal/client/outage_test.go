package client_test

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// service responds to the requests for each object, on a fake clock.
type service func(id int, req *http.Request) (*http.Response, error)

func (s service) RoundTrip(req *http.Request) (*http.Response, error) {
	id, err := strconv.Atoi(strings.Split(req.URL.Path, "/")[4])
	if err != nil {
		return nil, err
	}

	time.Sleep(50 * time.Millisecond) // the latency

	return s(id, req)
}

// A run updates a thousand objects, ten at a time as Terraform does.
func TestOutage_EndsTheRun(t *testing.T) {
	failing := func(_ int, req *http.Request) (*http.Response, error) { return respond(503, "")(req) }
	limiting := func(_ int, req *http.Request) (*http.Response, error) { return respond(429, "")(req) }
	slow := func(_ int, req *http.Request) (*http.Response, error) {
		time.Sleep(20 * time.Second)

		return respond(504, "")(req)
	}
	unreachable := func(id int, req *http.Request) (*http.Response, error) {
		if id == 0 {
			return respond(200, `{"id":0}`)(req)
		}

		return failUnconnected(dialError(syscall.ECONNREFUSED))(req)
	}

	for name, test := range map[string]struct {
		retries int
		fail    service
		kind    client.Kind
		status  int
		most    time.Duration // all retries of one object, and three minutes
	}{
		"503":                            {client.DefaultMaxRetries, failing, client.KindServerFailure, 503, 5 * time.Minute},
		"429":                            {client.DefaultMaxRetries, limiting, client.KindRateLimited, 429, 5 * time.Minute},
		"slow without retries":           {0, slow, client.KindServerFailure, 504, 4 * time.Minute},
		"no connection after a response": {client.DefaultMaxRetries, unreachable, client.KindUnreachable, 0, 5 * time.Minute},
	} {
		onFakeClock(t, name, func(t *testing.T) {
			var (
				mutex    sync.Mutex
				ids      = make(chan string, 1000)
				failures = map[client.Kind][]*client.Error{}
				started  = time.Now()
			)

			for id := range cap(ids) {
				ids <- strconv.Itoa(id)
			}

			close(ids)

			c := newClient(t, "https://chat.example", client.Config{MaxRetries: test.retries, Transport: test.fail})

			together(10, func() {
				for id := range ids {
					if _, failed := c.UpdateSource(t.Context(), id, client.SourceConfig{}, client.Source{}); failed != nil {
						mutex.Lock()

						failures[failed.Kind] = append(failures[failed.Kind], failed)

						mutex.Unlock()
					}
				}
			})

			failed, notSent := len(failures[test.kind]), failures[client.KindNotSent]
			if failed < 10 || len(notSent) == 0 || failed+len(notSent) < 999 {
				t.Fatalf("%d failures have the kind %q, and %d requests were not sent: want all of 1000, or all but the first", failed, test.kind, len(notSent))
			}

			if took := time.Since(started); took < 3*time.Minute || took > test.most {
				t.Errorf("the run took %s, want 3 minutes to %s", took, test.most)
			}

			if cause := notSent[0].Cause; cause.Kind != test.kind || cause.StatusCode != test.status {
				t.Errorf("the cause is %v, want kind %q and status %d", cause, test.kind, test.status)
			}

			// Operations between two attempts end with their own error.
			if inARow := notSent[0].FailedInARow; inARow < 10 || inARow > failed {
				t.Errorf("%d operations failed in a row, want 10 to %d", inARow, failed)
			}
		})
	}
}

func TestOutage_CountsFailuresInARow(t *testing.T) {
	for name, test := range map[string]struct {
		ends  []string // each two minutes after the one before
		trips bool
	}{
		"nine":                     {strings.Fields(strings.Repeat("failed ", 9)), false},
		"ten":                      {strings.Fields(strings.Repeat("failed ", 10)), true},
		"with a success":           {strings.Fields(strings.Repeat("failed ", 9) + "succeeded " + strings.Repeat("failed ", 9)), false},
		"with an unknown host":     {strings.Fields(strings.Repeat("failed ", 9) + "unknown " + strings.Repeat("failed ", 9)), false},
		"with a canceled one":      {strings.Fields(strings.Repeat("failed ", 9) + "canceled failed"), true},
		"with a canceled wait":     {strings.Fields(strings.Repeat("failed ", 9) + "interrupted failed"), true},
		"with an invalid response": {strings.Fields(strings.Repeat("failed ", 9) + "invalid failed"), false},
	} {
		onFakeClock(t, name, func(t *testing.T) {
			var steps []step

			for _, end := range test.ends {
				steps = append(steps, map[string][]step{
					"failed": {respond(503, ""), respond(503, "")}, "succeeded": {respond(200, sourceResponse)},
					"unknown":  {failUnconnected(&net.DNSError{IsNotFound: true})},
					"canceled": {hang}, "interrupted": {respond(503, "", "Retry-After", "60")}, "invalid": {respond(200, "{")},
				}[end]...)
			}

			if !test.trips {
				steps = append(steps, respond(200, sourceResponse))
			}

			c, _ := scripted(t, client.Config{MaxRetries: 1}, steps...)

			for range test.ends {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				_ = update(ctx, c)

				cancel()
				time.Sleep(2 * time.Minute)
			}

			if err := update(t.Context(), c); test.trips != (err != nil) {
				t.Errorf("the next operation returned %v", err)
			}
		})
	}
}
