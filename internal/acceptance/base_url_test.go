package acceptance

import (
	"strings"
	"testing"
)

// What people approve is the text of a plan, and what pipelines compare is its
// checksum. The page "Troubleshooting" has core's text.
func TestBaseURL_SavedPlanHasItAndIsRefusedAtAnotherAddress(t *testing.T) {
	t.Parallel()

	w := newConfiguration(t, theme("brand", "42")+source("orders", "7", `hostname = "orders.example.com"`))
	first, other := startServiceOfAnyID(t), startServiceOfAnyID(t)
	plan := func(service service) string {
		w.environment = service.settings()
		succeeds(t, w, "plan", "-out=saved.tfplan")

		return succeeds(t, w, "show", "saved.tfplan")
	}

	atFirst, atOther := plan(first), plan(other)
	expectOutput(t, atFirst, `+ base_url = "`+first.url+`"`)
	expectOutput(t, atOther, `+ base_url = "`+other.url+`"`)

	if strings.ReplaceAll(atFirst, first.url, other.url) != atOther || atFirst == atOther {
		t.Errorf("the plans differ in more than the address, or not at all:\n%s\n%s", atFirst, atOther)
	}

	w.environment = first.settings()
	expectOutput(t, fails(t, w, "apply", "saved.tfplan"), "Error: Provider produced inconsistent final plan",
		`produced an invalid new value for .base_url: was cty.StringVal("`+other.url+`"), but now cty.StringVal("`+first.url+`").`)
	first.expectSent(t)
	other.expectSent(t)
}
