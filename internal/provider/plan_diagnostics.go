package provider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// The CLI shows one of several warnings with the same summary. So a summary names
// what the reader has to see of each, and no object if one of many is enough. Core
// plans again at apply and prints the warnings again, so they have to be true
// before and after the change, and if it fails.

// overlapSummary is the summary of two resources with one id.
const overlapSummary = "Duplicate Object ID"

// warnDestroy warns that a destroy sends nothing. Other providers use the same
// summary.
func (b *resourceBase) warnDestroy(id types.String, diags *diag.Diagnostics) {
	diags.AddWarning("Resource Destruction Considerations", fmt.Sprintf(
		"A destroy only removes the resource from state: the API has no delete. The %s %q keeps its settings, unless another resource or instance manages "+
			"it. To leave other settings, apply them first. To rename the resource, use a moved block.", b.noun, id.ValueString()))
}

// warnUpdate warns about effects of an update that its plan does not show.
func (b *resourceBase) warnUpdate(c plannedChange, diags *diag.Diagnostics) {
	if c.changesID() {
		b.warnOtherBaseURL(c, diags)
		b.warnReplace(c, diags)

		return
	}

	b.warnUnknownOutcome(c, diags)
	b.warnOtherBaseURL(c, diags)
	b.warnRemoved(c, diags)
}

// warnFirstApply warns that the first apply overwrites an object with unknown
// settings. The plan of a replacement's create has a token: it is about an object
// that this resource managed, or has a warning of its own. Its create at apply has none.
func (b *resourceBase) warnFirstApply(c plannedChange, diags *diag.Diagnostics) {
	var reason string

	switch {
	case c.isCreate() && c.private.Instance == "":
		reason = "The API has no create, so the object has to exist."
	case c.isCreate(), c.changesID():
		return
	case c.private.Resync == afterImport:
		reason = "An import reads no settings."
	case c.private.Instance == "":
		reason = "The state has no record of an apply by this provider: something else wrote it, its id was edited, or the provider was killed " +
			"during an update."
	default:
		return
	}

	diags.AddAttributeWarning(path.Root("id"), "Existing Object Overwritten", fmt.Sprintf(
		makeSure+"the first apply overwrites %s of the %s, and no plan shows what changes. %s", b.overwritten, b.nameOf(c.id), reason))
}

// makeSure begins a warning about an object with unknown settings.
const makeSure = "Make sure that the id is right and that nothing else manages the object: "

// warnReplace warns about the objects with the former and the new id.
func (b *resourceBase) warnReplace(c plannedChange, diags *diag.Diagnostics) {
	becomes := fmt.Sprintf("the replacement makes this resource manage the %s instead of %q.", b.nameOf(c.id), c.stateID.ValueString())
	if c.id.IsUnknown() {
		becomes = fmt.Sprintf("once its id is known, this resource manages another %s, unless it is %q again.", b.noun, c.stateID.ValueString())
	}

	diags.AddAttributeWarning(path.Root("id"), "Resource Replacement Considerations", fmt.Sprintf(
		makeSure+"%s The first apply overwrites %s of the new object, which has to exist, and no plan shows what changes in it. Removing %q from state "+
			"sends nothing.", becomes, b.overwritten, c.stateID.ValueString()))
}

// warnRemoved warns that a removed attribute is not unset.
func (b *resourceBase) warnRemoved(c plannedChange, diags *diag.Diagnostics) {
	if len(c.removed) == 0 {
		return
	}

	names := strings.Join(c.removed, ", ")
	note := ""

	// A source never has one: what is removed has no version.
	if slices.ContainsFunc(c.removed, c.private.nullWhenPlanned) {
		note = " If one is still in the configuration, remove it from ignore_changes, or the apply will fail."
	}

	diags.AddWarning("Removed Attributes Not Unset: "+names, fmt.Sprintf(
		"These attributes of the %s %q are no longer configured, so they are not sent: %s. The API documents no way to unset a field: an update %s. "+
			"Configure values that matter.%s", b.noun, c.id.ValueString(), names, b.omittedFields, note))
}

// warnEmptied warns about empty texts that the apply sends: the CLIs print one in a plan
// as null, or not at all.
func (b *resourceBase) warnEmptied(c plannedChange, diags *diag.Diagnostics) {
	for _, name := range c.emptied {
		does, instead := "empties "+name+" of", "leave the text alone, remove "+name+" from the configuration, or use null"
		if name == "recommendations" {
			does, instead = "sends an empty element in "+name+" to", "drop it, use compact(...)"
		}

		diags.AddAttributeWarning(path.Root(name), "Empty String Sent", fmt.Sprintf(
			"The apply %s the %s, although a plan shows null for it, or nothing. To %s. An empty cell of a CSV file is \"\".", does, b.nameOf(c.id), instead))
	}
}

// warnUnknownOutcome explains why everything is sent although little or nothing
// changed. After an import, that is obvious.
func (b *resourceBase) warnUnknownOutcome(c plannedChange, diags *diag.Diagnostics) {
	if c.private.Resync != afterUnknownOutcome {
		return
	}

	diags.AddWarning("Earlier Update Unconfirmed", fmt.Sprintf(
		"The apply sends everything, write-only values included, because an earlier update of the %s %q failed, and its change may have been made.%s A "+
			"field that only the failed update set may keep its value.", b.noun, c.id.ValueString(), b.ignoredNote))
}

// warnOtherBaseURL warns that the last update of the resource went to another
// service.
func (b *resourceBase) warnOtherBaseURL(c plannedChange, diags *diag.Diagnostics) {
	if !b.otherBaseURL(c.lastBaseURL) {
		return
	}

	last, next := strings.Trim(strconv.Quote(c.lastBaseURL.ValueString()), `"`), b.data.baseURL.ValueString() // somebody may have edited the state
	diags.AddWarning(fmt.Sprintf("Base URL Changed: %s to %s", last, next), fmt.Sprintf(
		"The apply sends everything to the %s at %s, and nothing to %s, the base_url of the last apply.%s", b.nameOf(c.id), next, last, b.ignoredNote))
}

// addOverlapError refuses a second resource with the same id.
func (b *resourceBase) addOverlapError(m managedObject, otherLabel string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("id"), overlapSummary, fmt.Sprintf(
		"Two chatview_%s resources have the id %q: %s. They would overwrite each other, so nothing is sent for this one. Remove one of them, or correct "+
			"its id or its provider. To rename a resource, add a moved block. If you are destroying them, add -refresh=false.",
		b.name, m.id.ValueString(), bothLabels(m.label, otherLabel)))
}

// warnOverlap warns about two plans with the same id, which may be those of two
// runs of a test.
func (b *resourceBase) warnOverlap(m managedObject, otherLabel string, diags *diag.Diagnostics) {
	id, labels := m.id.ValueString(), bothLabels(m.label, otherLabel)

	// A source and an appearance may have the same id.
	diags.AddAttributeWarning(path.Root("id"), fmt.Sprintf("%s: %s %s, %s", overlapSummary, b.name, id, labels), fmt.Sprintf(
		"Two chatview_%s resources appear to have the id %q: %s. If so, they would overwrite each other, so applying the second one will fail. "+
			"Remove one of them, or correct its id or its provider. If \"terraform test\" planned one of them in an earlier run, ignore this warning.",
		b.name, id, labels))
}

// bothLabels describes two resources by their labels.
func bothLabels(label, other string) string {
	if label == other {
		return "both with " + label
	}

	return fmt.Sprintf("one with %s and one with %s", label, other)
}

// refuseNullName refuses to plan an object without a name. The schema requires a name,
// but ignore_changes may replace it with the null of an imported state.
func (b *resourceBase) refuseNullName(id, name types.String, diags *diag.Diagnostics) {
	if name.IsNull() {
		diags.AddAttributeError(path.Root("name"), "ignore_changes Blocks Update", fmt.Sprintf(
			"The %s %q cannot be updated: every update sends its name, but ignore_changes covers name, and no value is known after an "+
				"import. Remove name from ignore_changes for the first apply. If you are destroying the resource, add -refresh=false.", b.noun, id.ValueString()))
	}
}

// nameOf names an object in a sentence.
func (b *resourceBase) nameOf(id types.String) string {
	if id.IsUnknown() {
		return b.noun + " (id known after apply)"
	}

	return fmt.Sprintf("%s %q", b.noun, id.ValueString())
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
