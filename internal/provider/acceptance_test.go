package provider

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// An acceptance test runs the real CLI against the mock server. Those of a resource
// are in NAME_resource_test.go. Each asserts the requests that arrived, because
// state does not show write-only attributes. plugin-testing plans after every
// applied step, and fails if that plan is not empty. Most other tests simulate the
// CLI's core (see core), which is much cheaper. Package acceptance runs the built
// provider.

const testAPIKey = "test-api-key"

// service is a mock server on loopback with the objects in resourceTests.
type service struct {
	*mockserver.Server
	url string
}

func startService(t *testing.T) *service {
	t.Helper()

	service := newService(t, mockserver.Behavior{})
	listening := httptest.NewServer(service)
	t.Cleanup(listening.Close)

	service.url = listening.URL

	return service
}

// page is the response of a proxy or a login with status 200.
var page = mockserver.Fault{Status: 200, Body: []byte("<!doctype html>\n<html><body><h1>Welcome</h1></body></html>\n")}

// newService returns a mock server that does not listen.
func newService(tb testing.TB, behavior mockserver.Behavior) *service {
	tb.Helper()

	mock := mockserver.New(mockserver.Options{APIKey: testAPIKey, Behavior: behavior})

	for _, test := range resourceTests {
		for _, text := range test.ids {
			id, _ := strconv.ParseInt(text, 10, 64)
			mock.Add(test.kind, id, test.object)
		}
	}

	tb.Cleanup(func() {
		if left := mock.QueuedFaults(); left > 0 {
			tb.Errorf("%d queued faults were not used", left)
		}
	})

	return &service{Server: mock}
}

// config returns a complete configuration: the provider, and the given blocks.
func (s *service) config(blocks ...string) string {
	provider := fmt.Sprintf("provider \"chatview\" {\n  base_url = %q\n  api_key = %q\n}", s.url, testAPIKey)

	return strings.Join(append([]string{provider}, blocks...), "\n\n")
}

// appearance returns a chatview_appearance block named "test".
func appearance(arguments ...string) string { return block("chatview_appearance", arguments) }

// source returns a chatview_source block named "test".
func source(arguments ...string) string { return block("chatview_source", arguments) }

func block(resourceType string, arguments []string) string {
	return fmt.Sprintf("resource %q \"test\" {\n  %s\n}", resourceType, strings.Join(arguments, "\n  "))
}

// runSteps runs the steps through the CLI with the provider in this process. OpenTofu
// is compared by its own version.
func runSteps(t *testing.T, steps ...resource.TestStep) {
	t.Helper()

	resource.ParallelTest(t, resource.TestCase{
		IsUnitTest:               true, // needs only a CLI and loopback
		ProtoV6ProviderFactories: providerFactories(),
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.RequireAbove(tfversion.Version1_11_0)},
		Steps:                    steps,
	})
}

func providerFactories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"chatview": func() (tfprotov6.ProviderServer, error) { return newServer(&chatviewProvider{version: "test"}), nil },
		"rotating": providerserver.NewProtocol6WithError(rotatingProvider{&chatviewProvider{}}),
	}
}

// planned returns checks of the plan that a step applies.
func planned(checks ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: checks}
}

// received asserts that exactly these requests, as "METHOD path {body}", arrived since
// the last call, in any order, with the word "rotated" for each value of rotatingSecret.
// It is a state check because those run before the next apply.
func (s *service) received(t *testing.T, want ...string) statecheck.StateCheck {
	t.Helper()

	return checkFunc(func() error {
		want, got := normalized(t, want), s.takeRequests(t)
		for i := range got {
			got[i] = rotatedValue.ReplaceAllString(got[i], "rotated")
		}

		slices.Sort(want) // the CLI applies resources concurrently
		slices.Sort(got)

		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("requests differ (-want +got):\n%s", diff)
		}

		return nil
	})
}

// takeRequests returns the recorded requests and clears them.
func (s *service) takeRequests(t *testing.T) []string {
	t.Helper()

	requests := []string{}
	for _, request := range s.Requests() {
		requests = append(requests, fmt.Sprintf("%s %s %s", request.Method, request.Path, request.Body))
	}

	s.ClearRequests()

	return normalized(t, requests)
}

// normalized sorts the keys in the bodies.
func normalized(t *testing.T, requests []string) []string {
	t.Helper()

	result := []string{}

	for _, request := range requests {
		parts := strings.SplitN(request, " ", 3)

		body := decoded([]byte(parts[2]))
		if body == nil {
			t.Fatalf("%s has a body that is no object", request)
		}

		result = append(result, parts[0]+" "+parts[1]+" "+jsonOf(body))
	}

	return result
}

// checkFunc is a state check that ignores the state.
type checkFunc func() error

func (f checkFunc) CheckState(_ context.Context, _ statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	resp.Error = f()
}

// putAppearance and patchSource return requests in the form that received
// expects.
func putAppearance(id int, body string) string {
	return fmt.Sprintf(resourceTests[appearanceType].request, id, body)
}

func patchSource(id int, body string) string {
	return fmt.Sprintf(resourceTests[sourceType].request, id, body)
}

func wantRequests(t *testing.T, service *service, want ...string) {
	t.Helper()

	wantEqual(t, "requests", normalized(t, want), service.takeRequests(t))
}

// inState checks an attribute in state.
func inState(address, attribute string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), value)
}

// exactly returns a check for a value. Nil means null.
func exactly(value any) knownvalue.Check {
	switch value := value.(type) {
	case nil:
		return knownvalue.Null()
	case int:
		return knownvalue.Int64Exact(int64(value))
	case map[string]any:
		elements := map[string]knownvalue.Check{}
		for key, element := range value {
			elements[key] = exactly(element)
		}

		return knownvalue.MapExact(elements)
	}

	return knownvalue.StringExact(value.(string))
}
