package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// twoServices are two services, and one configuration that names either.
type twoServices struct {
	workspace
	first, other       *mockserver.Server
	firstURL, otherURL string
	key                string
}

const ofTwoServices = `variable "expected" {
  type    = string
  default = null
}

variable "message" {
  type    = string
  default = "Ask Brand."
}

provider "chatview" {
  alias    = "other"
  base_url = "OTHER"
}

resource "chatview_appearance" "brand" {
  id            = "42"
  name          = "Brand"
  start_message = var.message

  lifecycle {
    postcondition {
      condition     = var.expected == null || self.base_url == var.expected
      error_message = "The base URL is ${self.base_url}."
    }
  }
}

resource "chatview_source" "orders" {
  id       = "7"
  hostname = "orders.example.com"
}
`

func startTwoServices(t *testing.T) *twoServices {
	t.Helper()

	first, environment := startService(t)
	other, otherEnvironment := startService(t)
	s := &twoServices{
		first: first, firstURL: strings.TrimPrefix(environment[0], "CHATVIEW_BASE_URL="),
		other: other, otherURL: strings.TrimPrefix(otherEnvironment[0], "CHATVIEW_BASE_URL="),
		key: environment[1],
	}

	for _, mock := range []*mockserver.Server{first, other} {
		mock.SetBehavior(mockserver.Behavior{AcceptAnyID: true})
	}

	s.workspace = newConfiguration(t, strings.ReplaceAll(ofTwoServices, "OTHER", s.otherURL))

	return s
}

// at returns the workspace with an address in the environment.
func (s *twoServices) at(address string) workspace {
	return workspace{dir: s.dir, environment: []string{"CHATVIEW_BASE_URL=" + address, s.key}}
}

// wantSent asserts which requests arrived at a service since the last call.
func wantSent(t *testing.T, mock *mockserver.Server, want ...string) {
	t.Helper()

	got := []string{}
	for _, request := range mock.Requests() {
		got = append(got, fmt.Sprintf("%s %s %s", request.Method, request.Path, request.Body))
	}

	mock.ClearRequests()
	slices.Sort(got)

	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

const (
	patchOrders = `PATCH /api/v1/sources/7/update-config/ {"hostname":"orders.example.com"}`
	putBrand    = `PUT /api/v1/appearance/42/ {"name":"Brand","start_message":"Ask Brand."}`
)

// What people approve is the text of a plan, and what pipelines compare is its
// checksum. The page "Troubleshooting" has core's text.
func TestBaseURL_SavedPlanHasItAndIsRefusedAtAnotherAddress(t *testing.T) {
	t.Parallel()

	s := startTwoServices(t)
	plan := func(address string) string {
		w := s.at(address)
		succeeds(t, w, "plan", "-out=saved.tfplan")

		return succeeds(t, w, "show", "saved.tfplan")
	}

	other, first := plan(s.otherURL), plan(s.firstURL)
	expectOutput(t, first, `+ base_url = "`+s.firstURL+`"`)
	expectOutput(t, other, `+ base_url = "`+s.otherURL+`"`)

	if strings.ReplaceAll(first, s.firstURL, s.otherURL) != other || first == other {
		t.Errorf("the plans differ in more than the address, or not at all:\n%s\n%s", first, other)
	}

	refused := func() {
		t.Helper()

		output, exitCode := run(t, s.at(s.otherURL), "apply", "saved.tfplan")
		if exitCode != 1 {
			t.Errorf("the apply exited with %d:\n%s", exitCode, output)
		}

		expectOutput(t, output, "Error: Provider produced inconsistent final plan",
			`produced an invalid new value for .base_url: was cty.StringVal("`+s.firstURL+`"), but now cty.StringVal("`+s.otherURL+`").`)
		wantSent(t, s.first)
		wantSent(t, s.other)
	}

	refused()

	succeeds(t, s.at(s.firstURL), "apply", "-auto-approve")
	wantSent(t, s.first, patchOrders, putBrand)

	// A plan without an address has that of the last apply.
	succeeds(t, s.at(""), "plan", "-out=saved.tfplan", "-var=message=Ask.")
	refused()

	succeeds(t, s.at(s.firstURL), "apply", "-auto-approve", "-var=message=Ask.")
	wantSent(t, s.first, `PUT /api/v1/appearance/42/ {"name":"Brand","start_message":"Ask."}`)
	succeeds(t, s.at(s.firstURL), "plan", "-detailed-exitcode", "-var=message=Ask.")
}

// A switch to another provider alias changes nothing else. The page "chatview
// provider" has the postcondition.
func TestBaseURL_ChangedAliasIsVisible(t *testing.T) {
	t.Parallel()

	s := startTwoServices(t)
	expected := "-var=expected=" + s.firstURL

	output, exitCode := run(t, s.at(s.otherURL), "apply", "-auto-approve", expected)
	if exitCode != 1 {
		t.Errorf("the apply exited with %d", exitCode)
	}

	expectOutput(t, output, "The base URL is "+s.otherURL+".")
	wantSent(t, s.first)
	wantSent(t, s.other)

	w := s.at(s.firstURL)
	succeeds(t, w, "apply", "-auto-approve", expected)
	wantSent(t, s.first, patchOrders, putBrand)
	succeeds(t, w, "plan", "-detailed-exitcode", expected)

	configuration := strings.ReplaceAll(requiredProviders+ofTwoServices, "OTHER", s.otherURL)
	write(t, w, "main.tf", strings.ReplaceAll(configuration, `  id `, "  provider = chatview.other\n  id "))

	plan := succeeds(t, w, "plan", "-out=saved.tfplan")
	expectOutput(t, plan, `~ base_url = "`+s.firstURL+`" -> "`+s.otherURL+`"`, "Plan: 0 to add, 2 to change, 0 to destroy.",
		"Warning: Base URL Changed: "+s.firstURL+" to "+s.otherURL)

	succeeds(t, w, "apply", "saved.tfplan")
	wantSent(t, s.first)
	wantSent(t, s.other, patchOrders, putBrand)
	succeeds(t, w, "plan", "-detailed-exitcode")
}
