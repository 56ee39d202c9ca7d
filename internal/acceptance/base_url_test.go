package acceptance

import (
	"strings"
	"testing"
)

// twoServices are two services, and a configuration for either.
type twoServices struct {
	workspace
	first, other service
}

const ofTwoServices = `variable "message" {
  type    = string
  default = "Ask Brand."
}

resource "chatview_appearance" "brand" {
  id            = "42"
  name          = "Brand"
  start_message = var.message
}

resource "chatview_source" "orders" {
  id       = "7"
  hostname = "orders.example.com"
}
`

func startTwoServices(t *testing.T) *twoServices {
	t.Helper()

	return &twoServices{newConfiguration(t, ofTwoServices), startServiceOfAnyID(t), startServiceOfAnyID(t)}
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
