package acceptance

import (
	"strings"
	"testing"
)

// twoServices are two services, and one configuration that names either.
type twoServices struct {
	workspace
	first, other service
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

	first, other := startServiceOfAnyID(t), startServiceOfAnyID(t)

	return &twoServices{newConfiguration(t, strings.ReplaceAll(ofTwoServices, "OTHER", other.url)), first, other}
}

// at returns the workspace with an address in the environment.
func (s *twoServices) at(address string) workspace {
	return workspace{dir: s.dir, environment: []string{"CHATVIEW_BASE_URL=" + address, apiKey}}
}

const (
	patchOrders = "PATCH /api/v1/sources/7/update-config/ 200 map[hostname:orders.example.com]"
	putBrand    = "PUT /api/v1/appearance/42/ 200 map[name:Brand start_message:Ask Brand.]"
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

	other, first := plan(s.other.url), plan(s.first.url)
	expectOutput(t, first, `+ base_url = "`+s.first.url+`"`)
	expectOutput(t, other, `+ base_url = "`+s.other.url+`"`)

	if strings.ReplaceAll(first, s.first.url, s.other.url) != other || first == other {
		t.Errorf("the plans differ in more than the address, or not at all:\n%s\n%s", first, other)
	}

	refused := func() {
		t.Helper()

		expectOutput(t, fails(t, s.at(s.other.url), "apply", "saved.tfplan"), "Error: Provider produced inconsistent final plan",
			`produced an invalid new value for .base_url: was cty.StringVal("`+s.first.url+`"), but now cty.StringVal("`+s.other.url+`").`)
		s.first.expectSent(t)
		s.other.expectSent(t)
	}

	refused()

	succeeds(t, s.at(s.first.url), "apply", "-auto-approve")
	s.first.expectSent(t, patchOrders, putBrand)

	// A plan without an address has that of the last apply.
	succeeds(t, s.at(""), "plan", "-out=saved.tfplan", "-var=message=Ask.")
	refused()

	succeeds(t, s.at(s.first.url), "apply", "-auto-approve", "-var=message=Ask.")
	s.first.expectSent(t, "PUT /api/v1/appearance/42/ 200 map[name:Brand start_message:Ask.]")
	succeeds(t, s.at(s.first.url), "plan", "-detailed-exitcode", "-var=message=Ask.")
}

// A switch to another provider alias changes nothing else. The page "chatview
// provider" has the postcondition.
func TestBaseURL_ChangedAliasIsVisible(t *testing.T) {
	t.Parallel()

	s := startTwoServices(t)
	expected := "-var=expected=" + s.first.url

	expectOutput(t, fails(t, s.at(s.other.url), "apply", "-auto-approve", expected), "The base URL is "+s.other.url+".")
	s.first.expectSent(t)
	s.other.expectSent(t)

	w := s.at(s.first.url)
	succeeds(t, w, "apply", "-auto-approve", expected)
	s.first.expectSent(t, patchOrders, putBrand)
	succeeds(t, w, "plan", "-detailed-exitcode", expected)

	configuration := strings.ReplaceAll(requiredProviders+ofTwoServices, "OTHER", s.other.url)
	write(t, w, "main.tf", strings.ReplaceAll(configuration, `  id `, "  provider = chatview.other\n  id "))

	plan := succeeds(t, w, "plan", "-out=saved.tfplan")
	expectOutput(t, plan, `~ base_url = "`+s.first.url+`" -> "`+s.other.url+`"`, "Plan: 0 to add, 2 to change, 0 to destroy.",
		"Warning: Base URL Changed: "+s.first.url+" to "+s.other.url)

	succeeds(t, w, "apply", "saved.tfplan")
	s.first.expectSent(t)
	s.other.expectSent(t, patchOrders, putBrand)
	succeeds(t, w, "plan", "-detailed-exitcode")
}
