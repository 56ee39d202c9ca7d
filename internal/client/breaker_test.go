package client_test

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestBreaker_StopsOperationsThatCannotSucceed(t *testing.T) {
	refused := failUnconnected(dialError(syscall.ECONNREFUSED))
	unknownHost := failUnconnected(&net.DNSError{IsNotFound: true})

	tests := map[string]struct {
		steps []step
		kind  client.Kind
		stops bool
	}{
		"a refused API key":                   {[]step{respond(401, "")}, client.KindUnauthorized, true},
		"a refused API key in half an error":  {[]step{respondFrom(401, cut)}, client.KindUnauthorized, true},
		"a refused API key after a retry":     {[]step{respond(503, ""), respond(401, "")}, client.KindUnauthorized, true},
		"no connection":                       {times(3, refused), client.KindUnreachable, true},
		"an unknown host":                     {[]step{unknownHost}, client.KindUnknownHost, true},
		"another failure after no connection": {[]step{refused, refused, hang}, client.KindTimeout, true},
		"a forbidden object":                  {[]step{respond(403, "")}, client.KindForbidden, false},
		"an unavailable service":              {times(3, respond(503, "")), client.KindServerFailure, false},
		"a redirect":                          {[]step{respond(302, "", "Location", "/x")}, client.KindRedirect, false},
		"an outage after a response":          {[]step{respond(503, ""), refused, refused}, client.KindUnreachable, false},
		"an outage after a half one":          {[]step{respondFrom(200, cut), refused, refused}, client.KindUnreachable, false},
		"a wrong object":                      {[]step{respond(200, `{"id":9}`)}, client.KindWrongObject, false},
		"an unknown host after a response":    {[]step{respond(503, ""), unknownHost}, client.KindUnknownHost, false},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			steps := test.steps
			if !test.stops {
				steps = append(steps, times(3, respond(200, sourceResponse))...)
			}

			c, _ := scripted(t, client.Config{MaxRetries: 2}, steps...)

			first := failure(t, update(t.Context(), c))
			if first.Kind != test.kind {
				t.Errorf("the first error is of kind %q, want %q", first.Kind, test.kind)
			}

			for range 3 {
				if test.stops {
					updateFails(t, c, client.Error{Kind: client.KindNotSent, Cause: first})
				} else {
					updateSucceeds(t, c)
				}
			}
		})
	}
}

// After a success, a failure for all may be about one object.
func TestBreaker_AllowsFailuresForAllAfterASuccess(t *testing.T) {
	for name, refused := range map[string]step{"a key": respond(401, ""), "a wait": respond(503, "", "Retry-After", "600")} {
		onFakeClock(t, name, func(t *testing.T) {
			succeeds, other := respond(200, sourceResponse), respond(404, "")
			c, _ := scripted(t, client.Config{}, slices.Concat([]step{succeeds}, times(9, refused), []step{succeeds, other}, times(10, refused))...)

			for failures := range slices.Values([]int{9, 11}) {
				updateSucceeds(t, c)

				for range failures {
					if kind := failure(t, update(t.Context(), c)).Kind; kind == client.KindNotSent {
						t.Error("the run ended")
					}
				}
			}

			notSent := failure(t, update(t.Context(), c))
			if notSent.Kind != client.KindNotSent || notSent.FailedInARow != 0 {
				t.Errorf("the error after ten failures is %#v", notSent)
			}
		})
	}
}

// The page of a proxy or a login has status 200, too.
func TestBreaker_PageIsNoSuccess(t *testing.T) {
	onFakeClock(t, "a page", func(t *testing.T) {
		c, _ := scripted(t, client.Config{}, respond(200, "<html>"), respond(401, ""))

		for _, want := range []client.Kind{client.KindUnreadable, client.KindUnauthorized, client.KindNotSent} {
			if got := failure(t, update(t.Context(), c)).Kind; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}

func TestBreaker_IgnoresCanceledAndInvalidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := scripted(t, client.Config{}, hang, respond(200, sourceResponse))

		canceled, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()

		_ = failure(t, update(canceled, c))

		_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{}, client.Appearance{})
		_ = failure(t, err)

		updateSucceeds(t, c)
	})
}

func TestBreaker_InterruptsNoRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(req *http.Request) (*http.Response, error) {
			select {
			case <-time.After(20 * time.Second):
				return respond(200, sourceResponse)(req)
			case <-req.Context().Done():
				return nil, req.Context().Err()
			}
		}
		c, _ := scripted(t, client.Config{}, slow, respond(401, ""))

		var first sync.WaitGroup

		first.Go(func() { updateSucceeds(t, c) })
		synctest.Wait()

		_ = failure(t, update(t.Context(), c))

		first.Wait()
	})
}
