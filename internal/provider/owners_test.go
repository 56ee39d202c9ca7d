package provider

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// declaredTwice returns blocks "test" and "other" of one type.
func declaredTwice(first, second string) string {
	return first + "\n\n" + strings.Replace(second, `"test"`, `"other"`, 1)
}

// TestAccOneOwner_SecondBlockIsRefused: one of the two is written, and never
// both.
func TestAccOneOwner_SecondBlockIsRefused(t *testing.T) {
	service := startService(t, mockserver.Behaviour{})

	runSteps(t,
		resource.TestStep{
			Config:      service.config(declaredTwice(appearance(`id = "1"`, `name = "A"`), appearance(`id = "1"`, `name = "B"`))),
			ExpectError: regexp.MustCompile(`(?s)Object Declared Twice.*with the id\s+"1"`),
		},
		resource.TestStep{
			Config:      service.config(declaredTwice(source(`id = "7"`, `port = 1`), source(`id = "7"`, `port = 2`))),
			ExpectError: regexp.MustCompile(`(?s)Object Declared Twice.*with the id\s+"7"`),
		},
	)

	if got := len(service.takeRequests(t)); got != 2 {
		t.Errorf("%d requests, want one for each object", got)
	}
}

// TestAccOneOwner_SwappedIDsAreNotRefused: two replaced instances, each of which
// writes what the other wrote before.
func TestAccOneOwner_SwappedIDsAreNotRefused(t *testing.T) {
	service := startService(t, mockserver.Behaviour{})
	count := func(want int) []statecheck.StateCheck {
		return []statecheck.StateCheck{checkFunc(func() error {
			if got := len(service.takeRequests(t)); got != want {
				t.Errorf("%d requests, want %d", got, want)
			}

			return nil
		})}
	}

	runSteps(t,
		resource.TestStep{
			Config:            service.config(declaredTwice(source(`id = "7"`, `port = 1`), source(`id = "8"`, `port = 2`))),
			ConfigStateChecks: count(2),
		},
		resource.TestStep{
			Config:            service.config(declaredTwice(source(`id = "8"`, `port = 1`), source(`id = "7"`, `port = 2`))),
			ConfigStateChecks: count(2),
		},
		// An update alone, and one beside it.
		resource.TestStep{
			Config:            service.config(declaredTwice(source(`id = "8"`, `port = 3`), source(`id = "7"`, `port = 4`))),
			ConfigStateChecks: count(2),
		},
	)
}

// TestOneOwner_SameIDOfAnotherTypeIsAnotherObject, and a refused write does not
// hold the object's other writer back in the next run.
func TestOneOwner_SameIDOfAnotherTypeIsAnotherObject(t *testing.T) {
	core, service := startCore(t, mockserver.Behaviour{})
	service.AddSource(1, "postgres", nil)

	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics)
	wantHeadlines(t, core.apply("s", sourceType, map[string]any{"id": "1"}, nil).diagnostics)
	core.restart()
	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "M"}, nil).diagnostics)
}

func TestOneOwner_AnotherSpellingOfANumberIsTheSameObject(t *testing.T) {
	core, _ := startCore(t, mockserver.Behaviour{})

	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics)

	second := core.apply("b", appearanceType, map[string]any{"id": "01", "name": "M"}, nil)
	if got := summaryOfError(second.diagnostics); got != "Object Declared Twice" {
		t.Errorf("the error is %q", got)
	}
}

// The second attempt of a request is no second writer.
func TestOneOwner_RetriedRequestIsOneWrite(t *testing.T) {
	core, service := startCore(t, mockserver.Behaviour{})
	service.QueueFault(mockserver.Fault{Status: 503, Header: map[string][]string{"Retry-After": {"0"}}})

	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics)
	wantRequests(t, service, putAppearance(1, `{"name": "N"}`), putAppearance(1, `{"name": "N"}`))
}
