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

// wantOutcome asserts whether the last request changed the name of appearance 1
// to "Changed", and that the journal says so.
func wantOutcome(t *testing.T, s *Server, status int, changed bool) {
	t.Helper()

	requests := s.Requests()
	if len(requests) == 0 {
		t.Fatal("the journal has no request")
	}

	last := requests[len(requests)-1]

	if last.Status != status || last.Changed != changed || (nameHeld(s) == "Changed") != changed {
		t.Errorf("the name is %v, the journal has status %d, changed %t; want status %d, changed %t",
			nameHeld(s), last.Status, last.Changed, status, changed)
	}
}

func TestFault_StatusChangesNothing(t *testing.T) {
	standard := `{"detail":"the mock server was told to fail"}`
	isJSON := http.Header{"Content-Type": {"application/json"}}

	for name, test := range map[string]struct {
		fault      Fault
		wantHeader http.Header
		wantBody   string
	}{
		"status": {Fault{Status: 400}, isJSON, standard},
		"status and header": {
			Fault{Status: 429, Header: http.Header{"Retry-After": {"3"}}},
			http.Header{"Content-Type": {"application/json"}, "Retry-After": {"3"}}, standard,
		},
		"redirect": {
			Fault{Status: 308, Header: http.Header{"Location": {"https://chat.example.com/"}}},
			http.Header{"Location": {"https://chat.example.com/"}}, "",
		},
		"success with an error": {Fault{Status: 200, Body: []byte(`{"status":"error"}`)}, isJSON, `{"status":"error"}`},
		"text body":             {Fault{Status: 502, Body: []byte("bad gateway")}, http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, "bad gateway"},
		"empty body":            {Fault{Status: 502, Body: []byte{}}, http.Header{}, ""},
		"header in another spelling": {
			Fault{Status: 200, Body: []byte("{}"), Header: http.Header{"content-type": {"text/html"}}},
			http.Header{"Content-Type": {"text/html"}}, "{}",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFaults(test.fault)

			result := put(t, s, `{"name": "Changed"}`)
			result.Header().Del("X-Request-Id")

			wantEqual(t, "header", test.wantHeader, result.Header())

			wantEqual(t, "body", test.wantBody, result.Body.String())

			wantStatus(t, result, test.fault.Status)
			wantOutcome(t, s, test.fault.Status, false)
		})
	}
}

func TestFault_OnePerRequestInOrder(t *testing.T) {
	s := newTestServer(t, Options{})
	s.QueueFaults(Fault{Status: 502}, Fault{})
	s.QueueFaults(Fault{Status: 503})

	for number, want := range []struct{ status, queued int }{{502, 2}, {200, 1}, {503, 0}, {200, 0}} {
		if got := put(t, s, `{"name": "Theme"}`).Code; got != want.status || s.QueuedFaults() != want.queued {
			t.Fatalf("request %d: status %d, and %d queued faults, want %+v", number+1, got, s.QueuedFaults(), want)
		}
	}

	s.QueueFaults(Fault{Status: 502})
	s.ClearFaults()
	wantStatus(t, put(t, s, `{"name": "Theme"}`), http.StatusOK)
}

func TestFault_DropsConnection(t *testing.T) {
	for changed, fault := range map[bool]Fault{false: {Drop: true}, true: {Response: NoResponse}} {
		s := newTestServer(t, Options{})
		s.QueueFaults(fault)

		if !dropsConnection(t, s, newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`)) {
			t.Errorf("%+v: the connection was not dropped", fault)
		}

		wantOutcome(t, s, 0, changed)
	}
}

// Only a client of a real server shows what a broken connection looks like.
func TestFault_AltersResponse(t *testing.T) {
	for response, isAltered := range map[ResponseFault]func(body []byte, length int64, err error) bool{
		HTMLResponse: func(body []byte, _ int64, err error) bool { return bytes.Contains(body, []byte("<h1>")) && err == nil },
		OversizedResponse: func(body []byte, _ int64, _ error) bool {
			return json.Valid(body) && !json.Valid(body[:8<<20])
		},
		TruncatedResponse: func(body []byte, length int64, err error) bool {
			return errors.Is(err, io.ErrUnexpectedEOF) && int64(len(body)) == length/2 && len(body) > 0
		},
	} {
		s := newTestServer(t, Options{})
		s.QueueFaults(Fault{Response: response, Header: http.Header{"X-Proxy": {"altered"}}})

		service := httptest.NewServer(s)
		t.Cleanup(service.Close)

		r := newRequest(t, http.MethodPut, service.URL+appearancePath, `{"name": "Changed"}`)
		r.RequestURI = ""

		result, err := service.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}

		defer result.Body.Close()

		body, err := io.ReadAll(result.Body)
		if !isAltered(body, result.ContentLength, err) || result.Header.Get("X-Proxy") != "altered" {
			t.Errorf("fault %d: %v, %d bytes of %d, %v: %.100s", response, result.Header, len(body), result.ContentLength, err, body)
		}

		wantOutcome(t, s, http.StatusOK, true)
	}
}

func TestFault_DelayEndsWithTheRequest(t *testing.T) {
	for timeout, want := range map[time.Duration]struct {
		took    time.Duration
		changed bool
	}{
		2 * time.Hour: {time.Hour, true},
		time.Second:   {time.Second, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.QueueFaults(Fault{Delay: time.Hour})

			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()

			start := time.Now()
			r := newRequest(t, http.MethodPut, appearancePath, `{"name": "Changed"}`).WithContext(ctx)

			if dropped := dropsConnection(t, s, r); dropped == want.changed || time.Since(start) != want.took {
				t.Errorf("dropped %t after %s, want %t after %s", dropped, time.Since(start), !want.changed, want.took)
			}

			if changed := nameHeld(s) == "Changed"; changed != want.changed {
				t.Errorf("changed %t, want %t", changed, want.changed)
			}
		})
	}
}
