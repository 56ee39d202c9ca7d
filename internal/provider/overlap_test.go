package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const (
	overlapError  = `ERROR: Duplicate Object ID at AttributeName("id")`
	replaceNotice = `WARNING: Resource Replacement Considerations at AttributeName("id")`
	destroyNotice = `WARNING: Resource Destruction Considerations`
)

// theme and database return a resource block, destroyed one that destroys "a".
func theme(address, id, name string) resourceBlock {
	return resourceBlock{address, appearanceType, map[string]any{"id": id, "name": name}}
}

func database(address, hostname string) resourceBlock {
	return resourceBlock{address, sourceType, map[string]any{"id": "7", "hostname": hostname}}
}

func connected(address, password string) resourceBlock {
	return resourceBlock{address, sourceType, map[string]any{"id": "7", "password_wo": password, "password_wo_version": 1}}
}

func destroyed(address string) resourceBlock { return resourceBlock{address, appearanceType, nil} }

// startApplied starts a run in which the blocks are applied.
func startApplied(t *testing.T, blocks ...resourceBlock) (*core, *service) {
	t.Helper()

	c, service := startCore(t, mockserver.Behavior{})
	c.run(blocks...)
	service.ClearRequests()

	return c, service
}

// inEitherOrder returns the blocks in their order and in reverse, by the name of the
// order.
func inEitherOrder(blocks ...resourceBlock) map[string][]resourceBlock {
	reversed := slices.Clone(blocks)
	slices.Reverse(reversed)

	return map[string][]resourceBlock{"InOrder": blocks, "Reversed": reversed}
}

// Two creates are a warning at plan, because "terraform test" may plan one
// block twice with different variables. They may differ only in a write-only value,
// which one may lack. Nor does anything tell two resources from one that two runs
// import. The second apply fails.
func TestOverlap_TwoCreatesWarnThenFail(t *testing.T) {
	colored := func(address string, color any) resourceBlock {
		return resourceBlock{address, appearanceType, map[string]any{"id": "1", "name": "N", "write_only_version": 1, "lm_dark_background_color": color}}
	}

	for name, test := range map[string]struct {
		one, other      resourceBlock
		labels, request string
	}{
		"Names":     {theme("a", "1", "A"), theme("b", "1", "B"), `appearance 1, one with name "B" and one with name "A"`, putAppearance(1, `{"name": "A"}`)},
		"Imports":   {theme("a", "1", "A"), theme("b", "1", "B"), `appearance 1, one with name "B" and one with name "A"`, putAppearance(1, `{"name": "A"}`)},
		"Passwords": {connected("a", "one"), connected("b", "two"), "source 7, both with no account_name", patchSource(7, `{"password": "one"}`)},
		"ColorAndNull": {
			colored("a", "red"), colored("b", nil), `appearance 1, both with name "N"`,
			putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"}`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startCore(t, mockserver.Behavior{})

			if name == "Imports" {
				c.importByID("a", appearanceType, "1")
				c.importByID("b", appearanceType, "1")
			}

			got := c.run(test.one, test.other)
			wantHeadlines(t, first(got), "WARNING: Duplicate Object ID: "+test.labels+` at AttributeName("id")`)
			wantHeadlines(t, last(got), overlapError)

			_, both, _ := strings.Cut(test.labels, ", ")
			wantText(t, last(got), both)
			wantRequests(t, service, test.request)
		})
	}
}

// A value that is not known yet may be the same. Two labels differ in any case.
func TestOverlap_UnknownValuesDoNotDiffer(t *testing.T) {
	for name, warns := range map[any]bool{nil: false, "B": true} {
		unknown := resourceBlock{"b", sourceType, map[string]any{"id": "7", "account_name": name, "hostname": unknownValue{}}}

		for _, blocks := range inEitherOrder(database("a", "A"), unknown) {
			c, _ := startCore(t, mockserver.Behavior{})
			c.planBlock(blocks[0])

			if got := c.planBlock(blocks[1]); strings.Contains(describe(got), overlapSummary) != warns {
				t.Errorf("account_name %v: %s", name, describe(got))
			}
		}
	}

	c, _ := startCore(t, mockserver.Behavior{})
	for _, name := range []string{"a", "b"} { // ids that are not known may differ
		wantNoOverlap(t, c.planBlock(resourceBlock{name, appearanceType, map[string]any{"id": unknownValue{}, "name": name}}))
	}
}

func TestOverlap_ErrorNamesBothSides(t *testing.T) {
	c, _ := startCore(t, mockserver.Behavior{})
	c.run(database("a", "a.example.com"))
	c.restart()

	got := c.run(database("a", "b.example.com"), resourceBlock{"b", sourceType, map[string]any{"id": "7", "account_name": "B"}})
	wantHeadlines(t, got, overlapError)
	wantText(t, got, `the id "7": one with account_name "B" and one with account_name "Before"`) // the API's name
}

func wantNoOverlap(t *testing.T, got []*tfprotov6.Diagnostic) {
	t.Helper()

	for _, diagnostic := range got {
		if strings.Contains(diagnostic.Summary, overlapSummary) {
			t.Errorf("there is an overlap: %s", describe([]*tfprotov6.Diagnostic{diagnostic}))
		}
	}
}
