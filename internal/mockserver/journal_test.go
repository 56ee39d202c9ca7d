package mockserver

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRequests_HasEveryRequest(t *testing.T) {
	s := newTestServer(t, Options{})
	put(t, s, `{"name": "Theme"}`)
	patch(t, s, `{"port": "x"}`)
	send(t, s, http.MethodGet, "/a%2Fb?page=2", ``)

	header := http.Header{"Authorization": {"Bearer key"}, "Content-Type": {"application/json"}}
	want := []Request{
		{http.MethodPut, appearancePath, header, []byte(`{"name": "Theme"}`), "192.0.2.1:1234", http.StatusOK, true},
		{http.MethodPatch, sourcePath, header, []byte(`{"port": "x"}`), "192.0.2.1:1234", http.StatusBadRequest, false},
		{http.MethodGet, "/a%2Fb", header, []byte{}, "192.0.2.1:1234", http.StatusNotFound, false},
	}
	if diff := cmp.Diff(want, s.Requests()); diff != "" {
		t.Errorf("journal (-want +got):\n%s", diff)
	}

	s.ClearRequests()
	if got := s.Requests(); len(got) != 0 {
		t.Errorf("after clearing: %v", got)
	}
	put(t, s, `{"name": "Theme"}`)
	if got := len(s.Requests()); got != 1 {
		t.Errorf("%d requests after clearing and one more", got)
	}
}

func TestOnRequest_RunsBeforeTheResponse(t *testing.T) {
	var result *httptest.ResponseRecorder
	var s *Server
	var seen []Request
	s = newTestServer(t, Options{OnRequest: func(r Request) {
		if result.Body.Len() > 0 {
			t.Error("the result was written already")
		}
		if fields, _ := s.Appearance(1); fields["name"] != "Theme" {
			t.Errorf("the name is %v still", fields["name"])
		}
		seen = append(seen, r)
	}})
	result = httptest.NewRecorder()
	s.ServeHTTP(result, newRequest(t, http.MethodPut, appearancePath, `{"name": "Theme"}`))

	if diff := cmp.Diff(s.Requests(), seen); diff != "" {
		t.Errorf("requests (-journal +callback):\n%s", diff)
	}
}

func TestState_HoldsEveryField(t *testing.T) {
	s := newTestServer(t, Options{})
	wantStatus(t, patch(t, s, `{"password": "secret", "selected_schemas": ["public"]}`), http.StatusOK)

	want := State{
		Appearances: map[int64]map[string]any{1: {"name": "Start"}},
		Sources: map[int64]map[string]any{7: {
			"type": "postgres", "account_name": "Start", "password": "secret", "selected_schemas": []any{"public"},
		}},
	}
	if diff := cmp.Diff(want, s.State()); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

func TestAppearance_IsACopy(t *testing.T) {
	s := newTestServer(t, Options{})
	given := map[string]any{"name": "Given", "recommendations": []string{"What?"}}
	s.AddAppearance(2, given)
	given["recommendations"].([]string)[0] = "altered"
	held, _ := s.Appearance(2)
	held["recommendations"].([]any)[0] = "altered"
	s.Appearances()[1].Fields["name"] = "altered"

	held, _ = s.Appearance(2)
	wantFields(t, held, `{"name": "Given", "recommendations": ["What?"]}`)
}

func TestServer_ConcurrentRequests(t *testing.T) {
	const clients, each = 10, 20
	s := newTestServer(t, Options{})
	service := httptest.NewServer(s)
	t.Cleanup(service.Close)
	for id := range int64(clients) {
		s.AddAppearance(100+id, map[string]any{"name": "Start"})
	}
	s.QueueFaults(make([]Fault, clients*each/2)...)

	var wait sync.WaitGroup
	for id := range clients {
		wait.Go(func() {
			for i := range each {
				renameOverHTTP(t, service, 100+id, fmt.Sprintf("Theme %d of %d", i, id))
				s.SetBehavior(Behavior{NormalizeValues: i%2 == 0})
				s.State()
			}
		})
	}
	wait.Wait()

	for id := range int64(clients) {
		fields, _ := s.Appearance(100 + id)
		wantFields(t, fields, fmt.Sprintf(`{"name": "Theme %d of %d"}`, each-1, id))
	}
	changed := 0
	for _, entry := range s.Requests() {
		if entry.Changed && entry.Status == http.StatusOK {
			changed++
		}
	}
	if changed != clients*each || s.QueuedFaults() != 0 {
		t.Errorf("%d changes, %d faults left", changed, s.QueuedFaults())
	}
}

func renameOverHTTP(t *testing.T, service *httptest.Server, id int, name string) {
	t.Helper()
	r := newRequest(t, http.MethodPut, fmt.Sprintf("%s/api/v1/appearance/%d/", service.URL, id), `{"name": "`+name+`"}`)
	r.RequestURI = ""
	result, err := service.Client().Do(r)
	if err != nil {
		t.Errorf("appearance %d, name %q: %v", id, name, err)
		return
	}
	_ = result.Body.Close()
}
