package mockserver

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// dropsConnection reports whether the server drops the connection over r.
func dropsConnection(t *testing.T, s *Server, r *http.Request) (dropped bool) {
	t.Helper()
	defer func() {
		switch reason := recover(); reason {
		case nil:
		case http.ErrAbortHandler:
			dropped = true
		default:
			panic(reason)
		}
	}()
	s.ServeHTTP(httptest.NewRecorder(), r)
	return false
}

// nameHeld is the name that appearance 1 has, which says whether a change was made.
func nameHeld(t *testing.T, s *Server) string {
	t.Helper()
	fields, _ := s.Appearance(1)
	name, _ := fields["name"].(string)
	return name
}

// insteadOfActing are faults with a status, and what they answer.
var insteadOfActing = map[string]struct {
	fault      Fault
	wantHeader http.Header
	wantBody   string
}{
	"status": {
		Fault{Status: http.StatusServiceUnavailable},
		http.Header{"Content-Type": {"application/json"}}, `{"detail":"this fault was queued"}`,
	},
	"status and header": {
		Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"3"}}},
		http.Header{"Content-Type": {"application/json"}, "Retry-After": {"3"}}, `{"detail":"this fault was queued"}`,
	},
	"redirect": {
		Fault{Status: http.StatusPermanentRedirect, Header: http.Header{"Location": {"https://chat.example.com/"}}},
		http.Header{"Location": {"https://chat.example.com/"}}, "",
	},
	"success that is none": {Fault{Status: http.StatusNoContent}, http.Header{}, ""},
	"JSON body": {
		Fault{Status: http.StatusOK, Body: []byte(`{"id":2}`)},
		http.Header{"Content-Type": {"application/json"}}, `{"id":2}`,
	},
	"text body": {
		Fault{Status: http.StatusBadGateway, Body: []byte("bad gateway")},
		http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, "bad gateway",
	},
	"empty body": {Fault{Status: http.StatusBadGateway, Body: []byte{}}, http.Header{}, ""},
	"header in another spelling over the server's own": {
		Fault{Status: http.StatusOK, Body: []byte("{}"), Header: http.Header{"content-type": {"text/html"}}},
		http.Header{"Content-Type": {"text/html"}}, "{}",
	},
}

func TestFaultAnswersInsteadOfActing(t *testing.T) {
	for name, test := range insteadOfActing {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFault(test.fault)

			answer := put(t, s, `{"name": "Changed"}`)

			wantStatus(t, answer, test.fault.Status)
			answer.Header().Del("X-Request-Id")
			if diff := cmp.Diff(test.wantHeader, answer.Header()); diff != "" {
				t.Errorf("header (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.wantBody, answer.Body.String()); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if got := nameHeld(t, s); got != "Start" {
				t.Errorf("the name became %q", got)
			}
			if entry := s.Requests()[0]; entry.Status != test.fault.Status || entry.Changed {
				t.Errorf("journal: status %d, changed %t", entry.Status, entry.Changed)
			}
		})
	}
}

func TestFaultsAreTakenInOrderOneForEachRequest(t *testing.T) {
	s := newTestServer(t, Options{})
	s.QueueFault(Fault{Status: http.StatusBadGateway}, Fault{})
	s.QueueFault(Fault{Status: http.StatusServiceUnavailable})

	var got []int
	for range 4 {
		got = append(got, put(t, s, `{"name": "Theme"}`).Code, s.QueuedFaults())
	}

	want := []int{http.StatusBadGateway, 2, http.StatusOK, 1, http.StatusServiceUnavailable, 0, http.StatusOK, 0}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses and queued faults (-want +got):\n%s", diff)
	}
}

func TestDroppedConnection(t *testing.T) {
	tests := map[string]struct {
		drop    Drop
		changed bool
	}{
		"before the change": {DropBeforeChange, false},
		"after the change":  {DropAfterChange, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFault(Fault{Drop: test.drop})

			if !dropsConnection(t, s, newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`)) {
				t.Error("the connection was not dropped")
			}

			if changed := nameHeld(t, s) == "Changed"; changed != test.changed {
				t.Errorf("changed: %t", changed)
			}
			if entry := s.Requests()[0]; entry.Status != 0 || entry.Changed != test.changed {
				t.Errorf("journal: status %d, changed %t", entry.Status, entry.Changed)
			}
		})
	}
}

func TestSpoiltAnswers(t *testing.T) {
	tests := map[string]struct {
		answer Answer
		check  func(t *testing.T, body []byte)
	}{
		"not JSON": {NotJSONAnswer, func(t *testing.T, body []byte) {
			t.Helper()
			if json.Valid(body) || len(body) == 0 {
				t.Errorf("the body is %q", body)
			}
		}},
		"oversized": {OversizedAnswer, func(t *testing.T, body []byte) {
			t.Helper()
			if len(body) <= 8<<20 || !json.Valid(body) || json.Valid(body[:8<<20]) {
				t.Errorf("the body has %d bytes", len(body))
			}
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFault(Fault{Answer: test.answer, Header: http.Header{"X-Proxy": {"spoilt"}}})

			answer := put(t, s, `{"name": "Changed"}`)

			wantStatus(t, answer, http.StatusOK)
			test.check(t, answer.Body.Bytes())
			if got := answer.Header().Get("X-Proxy"); got != "spoilt" {
				t.Errorf("X-Proxy %q", got)
			}
			if got := nameHeld(t, s); got != "Changed" {
				t.Errorf("the name is %q", got)
			}
		})
	}
}

func TestErrorCanBeOversized(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{ErrorShape: Empty}})
	s.QueueFault(Fault{Status: http.StatusBadGateway, Answer: OversizedAnswer})

	answer := put(t, s, `{"name": "Changed"}`)

	wantStatus(t, answer, http.StatusBadGateway)
	if got := answer.Body.Len(); got <= 8<<20 {
		t.Errorf("the body has %d bytes", got)
	}
}

// A client of a real server is the judge of what a broken connection looks like.
func TestBrokenConnectionsAsAClientSeesThem(t *testing.T) {
	s := newTestServer(t, Options{})
	service := httptest.NewServer(s)
	t.Cleanup(service.Close)
	do := func() (*http.Response, error) {
		r := newRequest(t, http.MethodPut, service.URL+appearancePath, `{"name": "Changed"}`)
		r.RequestURI = ""
		return service.Client().Do(r)
	}

	s.QueueFault(Fault{Drop: DropAfterChange})
	if answer, err := do(); !errors.Is(err, io.EOF) { //nolint:bodyclose // there is no answer
		t.Errorf("dropped connection: %v, %v", answer, err)
	}

	s.QueueFault(Fault{Answer: TruncatedAnswer})
	answer, err := do()
	if err != nil {
		t.Fatalf("truncated answer: %v", err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if !errors.Is(err, io.ErrUnexpectedEOF) || int64(len(body)) != answer.ContentLength/2 || len(body) == 0 {
		t.Errorf("truncated answer: %d bytes of %d, %v", len(body), answer.ContentLength, err)
	}
	if got := s.Requests()[1]; got.Status != http.StatusOK || !got.Changed {
		t.Errorf("journal of the truncated answer: %+v", got)
	}
}

func TestDelayPassesBeforeTheChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestServer(t, Options{})
		s.QueueFault(Fault{Delay: time.Hour})
		answered := make(chan int)
		request := newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`)
		go func() { answered <- serve(s, request).Code }()

		synctest.Wait()
		if got := nameHeld(t, s); got != "Start" {
			t.Errorf("the name became %q during the delay", got)
		}
		wantStatus(t, put(t, s, `{"name": "Meanwhile"}`), http.StatusOK)

		start := time.Now()
		if status := <-answered; status != http.StatusOK {
			t.Errorf("status %d", status)
		}
		if waited := time.Since(start); waited != time.Hour {
			t.Errorf("answered after %s", waited)
		}
		if got := nameHeld(t, s); got != "Changed" {
			t.Errorf("the name is %q", got)
		}
	})
}

func TestDelayEndsWithTheRequest(t *testing.T) {
	s := newTestServer(t, Options{})
	s.QueueFault(Fault{Delay: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`).WithContext(ctx)

	if !dropsConnection(t, s, r) {
		t.Error("the connection was not dropped")
	}
	if got := nameHeld(t, s); got != "Start" {
		t.Errorf("the name became %q", got)
	}
}

// A server of net/http notices that a client has gone only after the request's body was read.
func TestDelayEndsWithTheClient(t *testing.T) {
	finished := make(chan Request, 1)
	s := newTestServer(t, Options{OnRequest: func(r Request) { finished <- r }})
	s.QueueFault(Fault{Delay: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = callAtEnd{r.Body, cancel}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(service.Close)
	r := newRequest(t, http.MethodPut, service.URL+appearancePath, `{"name": "Changed"}`).WithContext(ctx)
	r.RequestURI = ""

	if answer, err := service.Client().Do(r); !errors.Is(err, context.Canceled) { //nolint:bodyclose // there is no answer
		t.Errorf("answer %v, error %v", answer, err)
	}
	if entry := <-finished; entry.Status != 0 || entry.Changed {
		t.Errorf("journal: %+v", entry)
	}
}

// callAtEnd is a body that calls a function once it is read.
type callAtEnd struct {
	io.ReadCloser
	call func()
}

func (b callAtEnd) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.call()
	}
	return n, err
}
