package acceptance

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// apiKey is the variable with a key that every service accepts.
const apiKey = "CHATVIEW_API_KEY=example-key"

// service is a mock server at an address.
type service struct {
	*mockserver.Server
	url string
}

// startService starts a mock server with the objects that chatview-mock starts
// with, which the examples manage.
func startService(t *testing.T) service {
	t.Helper()

	mock := mockserver.New(mockserver.Options{})
	mock.AddState(decode[mockserver.State](t, readFile(t, repository, "internal/cmd/chatview-mock/state.json")))

	listening := httptest.NewServer(mock)
	t.Cleanup(listening.Close)

	return service{mock, listening.URL}
}

// startServiceOfAnyID starts one that accepts any id.
func startServiceOfAnyID(t *testing.T) service {
	t.Helper()

	s := startService(t)
	s.SetBehavior(mockserver.Behavior{AcceptAnyID: true})

	return s
}

// settings are the variables to use the service.
func (s service) settings() []string { return []string{"CHATVIEW_BASE_URL=" + s.url, apiKey} }

// sent returns the bodies of the requests since the last call by method, path and
// status. Two requests for one object are an error.
func (s service) sent(t *testing.T) map[string]map[string]any {
	t.Helper()

	bodies := map[string]map[string]any{}

	for _, request := range s.Requests() {
		name := fmt.Sprintf("%s %s %d", request.Method, request.Path, request.Status)
		if bodies[name] != nil {
			t.Errorf("more than one %s", name)
		}

		bodies[name] = decode[map[string]any](t, string(request.Body))
	}

	s.ClearRequests()

	return bodies
}

// expectSent expects these requests since the last call, and no others.
func (s service) expectSent(t *testing.T, want ...string) {
	t.Helper()

	var got []string
	for request, body := range s.sent(t) {
		got = append(got, fmt.Sprint(request, " ", body))
	}

	slices.Sort(got)

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}
