package mockserver

import (
	"bytes"
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

// nameHeld returns the name of appearance 1, which shows whether a request was carried out.
func nameHeld(t *testing.T, s *Server) string {
	t.Helper()
	fields, _ := s.Appearance(1)
	name, _ := fields["name"].(string)
	return name
}

// statusFaults are faults with a status, and their responses.
var statusFaults = map[string]struct {
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
	"no content": {Fault{Status: http.StatusNoContent}, http.Header{}, ""},
	"success with an error": {
		Fault{Status: http.StatusOK, Body: []byte(`{"status":"error"}`)},
		http.Header{"Content-Type": {"application/json"}}, `{"status":"error"}`,
	},
	"text body": {
		Fault{Status: http.StatusBadGateway, Body: []byte("bad gateway")},
		http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, "bad gateway",
	},
	"empty body": {Fault{Status: http.StatusBadGateway, Body: []byte{}}, http.Header{}, ""},
	"header in another spelling": {
		Fault{Status: http.StatusOK, Body: []byte("{}"), Header: http.Header{"content-type": {"text/html"}}},
		http.Header{"Content-Type": {"text/html"}}, "{}",
	},
}

func TestFault_StatusChangesNothing(t *testing.T) {
	for name, test := range statusFaults {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFaults(test.fault)

			result := put(t, s, `{"name": "Changed"}`)

			wantStatus(t, result, test.fault.Status)
			result.Header().Del("X-Request-Id")
			if diff := cmp.Diff(test.wantHeader, result.Header()); diff != "" {
				t.Errorf("header (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.wantBody, result.Body.String()); diff != "" {
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

func TestFault_OnePerRequestInOrder(t *testing.T) {
	s := newTestServer(t, Options{})
	s.QueueFaults(Fault{Status: http.StatusBadGateway}, Fault{})
	s.QueueFaults(Fault{Status: http.StatusServiceUnavailable})

	var got []int
	for range 4 {
		got = append(got, put(t, s, `{"name": "Theme"}`).Code, s.QueuedFaults())
	}

	want := []int{http.StatusBadGateway, 2, http.StatusOK, 1, http.StatusServiceUnavailable, 0, http.StatusOK, 0}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses and queued faults (-want +got):\n%s", diff)
	}
}

func TestFault_DropsConnection(t *testing.T) {
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
			s.QueueFaults(Fault{Drop: test.drop})

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

func TestFault_AltersResponse(t *testing.T) {
	tests := map[string]struct {
		response ResponseFault
		check    func(body []byte) bool
	}{
		"not JSON":  {HTMLResponse, func(body []byte) bool { return bytes.Contains(body, []byte("<h1>")) }},
		"oversized": {OversizedResponse, func(body []byte) bool { return json.Valid(body) && !json.Valid(body[:8<<20]) }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFaults(Fault{Response: test.response, Header: http.Header{"X-Proxy": {"altered"}}})

			result := put(t, s, `{"name": "Changed"}`)

			wantStatus(t, result, http.StatusOK)
			if body := result.Body.Bytes(); !test.check(body) {
				t.Errorf("%d bytes: %.100s", len(body), body)
			}
			if got := result.Header().Get("X-Proxy"); got != "altered" {
				t.Errorf("X-Proxy %q", got)
			}
			if got := nameHeld(t, s); got != "Changed" {
				t.Errorf("the name is %q", got)
			}
		})
	}
}

// Only a client of a real server shows what a broken connection looks like.
func TestFault_BreaksConnectionOfRealClient(t *testing.T) {
	s := newTestServer(t, Options{})
	service := httptest.NewServer(s)
	t.Cleanup(service.Close)
	do := func() (*http.Response, error) {
		r := newRequest(t, http.MethodPut, service.URL+appearancePath, `{"name": "Changed"}`)
		r.RequestURI = ""
		return service.Client().Do(r)
	}

	s.QueueFaults(Fault{Drop: DropAfterChange})
	if result, err := do(); !errors.Is(err, io.EOF) {
		t.Errorf("dropped connection: %v, %v", result, err)
	}

	s.QueueFaults(Fault{Response: TruncatedResponse})
	result, err := do()
	if err != nil {
		t.Fatalf("truncated response: %v", err)
	}
	defer func() { _ = result.Body.Close() }()
	body, err := io.ReadAll(result.Body)
	if !errors.Is(err, io.ErrUnexpectedEOF) || int64(len(body)) != result.ContentLength/2 || len(body) == 0 {
		t.Errorf("truncated response: %d bytes of %d, %v", len(body), result.ContentLength, err)
	}
	if got := s.Requests()[1]; got.Status != http.StatusOK || !got.Changed {
		t.Errorf("journal of the truncated response: %+v", got)
	}
}

func TestFault_DelaysTheChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestServer(t, Options{})
		s.QueueFaults(Fault{Delay: time.Hour})
		responded := make(chan int)
		request := newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`)
		go func() { responded <- serve(s, request).Code }()

		synctest.Wait()
		if got := nameHeld(t, s); got != "Start" {
			t.Errorf("the name became %q during the delay", got)
		}
		wantStatus(t, put(t, s, `{"name": "Meanwhile"}`), http.StatusOK)

		start := time.Now()
		if status := <-responded; status != http.StatusOK {
			t.Errorf("status %d", status)
		}
		if waited := time.Since(start); waited != time.Hour {
			t.Errorf("responded after %s", waited)
		}
		if got := nameHeld(t, s); got != "Changed" {
			t.Errorf("the name is %q", got)
		}
	})
}

func TestFault_DelayEndsWithTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestServer(t, Options{})
		s.QueueFaults(Fault{Delay: time.Hour})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()

		if !dropsConnection(t, s, newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`).WithContext(ctx)) {
			t.Error("the connection was not dropped")
		}

		if entry := s.Requests()[0]; entry.Status != 0 || entry.Changed {
			t.Errorf("journal: %+v", entry)
		}
	})
}
