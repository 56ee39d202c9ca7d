package mockserver

import (
	"net/http"
	"net/http/httptest"
	"testing"
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
