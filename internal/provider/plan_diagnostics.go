package provider

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// The CLI folds warnings with the same summary into one, so a summary holds what
// differs from resource to resource.

// destructionSummary is the summary that other providers use for it, too.
const destructionSummary = "Resource Destruction Considerations"

// overlapSummary is the summary of two resources with one id.
const overlapSummary = "Object Managed Twice"

// warnDestroy says that a destroy sends nothing.
func (b *resourceBase) warnDestroy(id types.String, diags *diag.Diagnostics) {
	diags.AddWarning(destructionSummary, fmt.Sprintf(
		"Destroying this resource only removes it from state: the API has no delete, so nothing is sent and the %s %q keeps its settings. "+
			"To change them, apply the values you want before you destroy the resource.", b.object, id.ValueString()))
}

// warnUpdate says what an update does that its plan does not show.
func (b *resourceBase) warnUpdate(c change, diags *diag.Diagnostics) {
	if !c.stateID.Equal(c.id) {
		b.warnReplace(c, diags)

		return
	}

	b.warnUnknownOutcome(c, diags)
	b.warnOtherBaseURL(c, diags)
	b.warnRemoved(c, diags)
}

// warnReplace says what happens to the object with the former id.
func (b *resourceBase) warnReplace(c change, diags *diag.Diagnostics) {
	unless := ""
	if c.id.IsUnknown() {
		unless = "The new id is not known yet and may turn out to be the same. "
	}

	diags.AddAttributeWarning(path.Root("id"), destructionSummary, fmt.Sprintf(
		"%[3]sChanging the id makes this resource manage another %[1]s. The one with the id %[2]q is only removed from state: nothing is sent to it "+
			"and it keeps its settings.", b.object, c.stateID.ValueString(), unless))
}

// warnRemoved says that a removed attribute is not unset.
func (b *resourceBase) warnRemoved(c change, diags *diag.Diagnostics) {
	if len(c.removed) == 0 {
		return
	}

	names := strings.Join(c.removed, ", ")
	ignored := ""

	if slices.ContainsFunc(c.removed, c.private.wasNull) {
		ignored = " If the configuration has a write-only one of them, ignore_changes covers it, and Terraform has no earlier value to plan with."
	}

	diags.AddWarning("Removed Attributes Not Unset: "+names, fmt.Sprintf(
		"The configuration of the %[1]s %[2]q no longer has %[3]s, so the attributes are not sent and not managed. The API documents no way to unset a "+
			"field: it may keep its last value or be reset. To be sure of a value, configure it.%[4]s", b.object, c.id.ValueString(), names, ignored))
}

// warnUnknownOutcome says why everything is sent although little or nothing
// changed. After an import that needs no explanation.
func (b *resourceBase) warnUnknownOutcome(c change, diags *diag.Diagnostics) {
	if c.private.Resync != afterUnknownOutcome {
		return
	}

	diags.AddWarning(fmt.Sprintf("Last Update Unconfirmed: %s", c.id.ValueString()), fmt.Sprintf(
		"The last update of the %s %q failed without a response that says whether the change was made, and the API has no read. This apply sends "+
			"the complete configuration again, write-only values included. A field that only the failed update set may keep its value.",
		b.object, c.id.ValueString()))
}

// warnOtherBaseURL says that the resource was last applied elsewhere.
func (b *resourceBase) warnOtherBaseURL(c change, diags *diag.Diagnostics) {
	if !b.otherBaseURL(c.private) {
		return
	}

	diags.AddWarning("Base URL Changed", fmt.Sprintf(
		"The %s %q was last applied to %s, and the provider is now configured for %s. This apply sends the complete configuration to the new address, "+
			"to the object that has this id there. Nothing is sent to the old address.",
		b.object, c.id.ValueString(), c.private.BaseURL, b.data.baseURL()))
}

// addOverlapError refuses a second resource with the same id.
func (b *resourceBase) addOverlapError(id types.String, planned, other plannedObject, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("id"), overlapSummary, fmt.Sprintf(
		"Two chatview_%[1]s resources have the id %[2]q: one with %[3]s and one with %[4]s. They would overwrite each other, so nothing is sent for "+
			"this one. Remove one of them, or correct its id. To rename a resource, add a moved block.",
		b.typeName, id.ValueString(), planned.label, other.label))
}

// warnOverlap warns of two creates with the same id.
func (b *resourceBase) warnOverlap(id types.String, planned, other plannedObject, diags *diag.Diagnostics) {
	diags.AddAttributeWarning(path.Root("id"), overlapSummary+": "+id.ValueString(), fmt.Sprintf(
		"Two plans create a chatview_%[1]s with the id %[2]q: one with %[3]s and one with %[4]s. If they are two resources, they overwrite each other, "+
			"and the apply of the second one fails: remove one of them, or correct its id.",
		b.typeName, id.ValueString(), planned.label, other.label))
}

// refuseNullName refuses to plan an appearance without a name, and reports
// whether it did. The schema requires one, so ignore_changes has replaced it by
// the null of an imported state.
func (r *appearanceResource) refuseNullName(plan appearanceModel, diags *diag.Diagnostics) bool {
	if !plan.Name.IsNull() {
		return false
	}

	diags.AddAttributeError(path.Root("name"), "Required Value Ignored", fmt.Sprintf(
		"The appearance configuration %q cannot be updated: every update sends its name, but ignore_changes covers name, and no value is known after an "+
			"import. Remove name from ignore_changes for the first apply.", plan.ID.ValueString()))

	return true
}

// refuseIgnoredColors refuses to apply an update that would drop colors, and
// reports whether it did.
func (r *appearanceResource) refuseIgnoredColors(ignored []string, hasVersion bool, diags *diag.Diagnostics) bool {
	advice := ", or set write_only_version: then write-only values are not compared, and ignore_changes = all plans no change."
	if hasVersion {
		advice = "."
	}

	for _, attribute := range ignored {
		diags.AddAttributeError(path.Root(attribute), "Write-Only Value Ignored", fmt.Sprintf(
			"This update was not sent: ignore_changes covers %[1]s, so it was planned without a value, and a PUT without it may reset the field. Terraform "+
				"has no earlier value to send instead. Remove %[1]s from ignore_changes%[2]s", attribute, advice))
	}

	return len(ignored) > 0
}

// warnResponse lists what the response returned differently, and says what a
// response without a body leaves unknown.
func (b *resourceBase) warnResponse(id types.String, differences []client.Difference, noBody bool, diags *diag.Diagnostics) {
	if noBody {
		diags.AddWarning("Empty Response", fmt.Sprintf(
			"The update of the %s %q succeeded, but the response has no body. Attributes that come from the response keep their last known value, or are null.",
			b.object, id.ValueString()))
	}

	if len(differences) == 0 {
		return
	}

	var fields, lines []string

	for _, d := range differences {
		fields = append(fields, d.Field)
		lines = append(lines, fmt.Sprintf("  %s: expected %s, returned %s", d.Field, d.Sent, d.Returned))
	}

	diags.AddWarning(fmt.Sprintf("API Returned Other Values: %s of %s", strings.Join(fields, ", "), id.ValueString()), fmt.Sprintf(
		"The update of the %s %q succeeded, but the response has other values than expected:\n\n%s\n\nThe API may have normalized a value, or the id may "+
			"mean another object now. State keeps configured values. Compare the object in the service, and configure the returned value if it is the one you want.",
		b.object, id.ValueString(), strings.Join(lines, "\n")))
}

// labelOf names a resource by one of its attributes.
func labelOf(attribute string, value types.String) string {
	switch {
	case value.IsUnknown():
		return attribute + " not known yet"
	case value.IsNull():
		return "no " + attribute
	}

	return fmt.Sprintf("%s %q", attribute, value.ValueString())
}
