package provider

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// fifthTransport fails a fifth of all requests, each in one of the ways that a
// service or a network does.
type fifthTransport struct {
	service *service
	mutex   sync.Mutex
	random  *rand.Rand
}

func (f *fifthTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()

	if f.random.IntN(5) == 0 {
		f.service.QueueFault(passingFaults[f.random.IntN(len(passingFaults))])
	}

	return memoryTransport{f.service}.RoundTrip(req)
}

// TestFaults_TwoHundredObjectsComeThrough applies 100 of each resource, ten at
// a time, through a service that fails a fifth of all requests.
func TestFaults_TwoHundredObjectsComeThrough(t *testing.T) {
	service := newService(t, mockserver.Behaviour{})
	for id := range int64(100) {
		service.AddAppearance(id, nil)
		service.AddSource(id, "postgres", nil)
	}

	config := func(typeName string, id int) map[string]any {
		if typeName == sourceType {
			return map[string]any{"id": fmt.Sprint(id), "hostname": fmt.Sprint("h", id), "password_wo": "p", "password_wo_version": 1}
		}

		return map[string]any{"id": fmt.Sprint(id), "name": fmt.Sprint("n", id), "lm_dark_background_color": "red"}
	}

	synctest.Test(t, func(t *testing.T) {
		// A fixed seed: ten retries in a row that fail would be a flaw of the
		// test.
		transport := &fifthTransport{service: service, random: rand.New(rand.NewPCG(1, 2))} //nolint:gosec // repeatable on purpose
		shared := newCore(t, &chatviewProvider{version: "test", transport: transport}, map[string]any{
			"base_url": "https://chat.example.com", "api_key": testAPIKey,
		})

		var group sync.WaitGroup

		for worker := range 10 {
			group.Go(func() {
				own := *shared
				own.instances = map[string]*instance{}

				for i := worker; i < 200; i += 10 {
					typeName := []string{appearanceType, sourceType}[i%2]
					at := fmt.Sprint(typeName, i/2)
					own.apply(at, typeName, config(typeName, i/2), nil)

					if again, _ := own.plan(at, typeName, config(typeName, i/2)); !again.planned.Equal(again.prior) {
						t.Errorf("%s: the next plan is not empty", at)
					}
				}
			})
		}

		group.Wait()
	})

	for id := range int64(100) {
		appearance, _ := service.Appearance(id)
		source, _ := service.Source(id)

		if appearance["name"] != fmt.Sprint("n", id) || source["hostname"] != fmt.Sprint("h", id) || source["password"] != "p" {
			t.Errorf("object %d is %v and %v", id, appearance, source)
		}
	}

	if requests := len(service.Requests()); requests < 230 {
		t.Errorf("%d requests for 200 objects: nothing failed", requests)
	}
}

// TestAccFaults_AreSurvived goes through the CLI: what passes is retried, what
// does not is an error that loses nothing.
func TestAccFaults_AreSurvived(t *testing.T) {
	service := startService(t, mockserver.Behaviour{})
	now := http.Header{"Retry-After": {"0"}}
	body := func(port int) string { return patchSource(7, fmt.Sprintf(`{"port": %d}`, port)) }
	declared := func(port int) string { return service.config(source(`id = "7"`, fmt.Sprint("port = ", port))) }

	runSteps(t,
		resource.TestStep{
			PreConfig: func() {
				service.QueueFault(mockserver.Fault{Status: 503, Header: now}, mockserver.Fault{Status: 429, Header: now},
					mockserver.Fault{Drop: mockserver.DropAfterChange})
			},
			Config:            declared(1),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, body(1), body(1), body(1), body(1))},
		},
		resource.TestStep{
			PreConfig:   func() { service.QueueFault(mockserver.Fault{Status: 501}) },
			Config:      declared(2),
			ExpectError: regexp.MustCompile(`Service Failure`),
		},
		resource.TestStep{
			PreConfig:         service.ForgetRequests,
			Config:            declared(2),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, body(2))},
		},
		resource.TestStep{
			PreConfig: func() {
				service.ForgetRequests()
				service.QueueFault(mockserver.Fault{Status: 308, Header: http.Header{"Location": {"https://elsewhere.example.com/"}}})
			},
			Config:      declared(3),
			ExpectError: regexp.MustCompile(`(?s)Unexpected Redirect.*https://elsewhere\.example\.com/`),
		},
		resource.TestStep{
			PreConfig:         service.ForgetRequests,
			Config:            declared(3),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, body(3))},
		},
	)
}
