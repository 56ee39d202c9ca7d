package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// destructionSummary is the summary under which providers say what destroying
// leaves behind, so that a reader knows it.
const destructionSummary = "Resource Destruction Considerations"

// declaredTwiceSummary is that of the warning and of the error.
const declaredTwiceSummary = "Object Declared Twice"

// warnForgotten says what a destroy does: nothing to the object.
func (b *resourceBase) warnForgotten(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) {
	var id types.String

	diags.Append(state.GetAttribute(ctx, path.Root("id"), &id)...)
	diags.AddWarning(destructionSummary, fmt.Sprintf(
		"Destroying this resource only forgets the %[1]s %[2]q: the service has no operation to delete it, so nothing is sent and it keeps "+
			"its settings. To change them, apply the wanted values before destroying. In a replacement with the same id, what is declared is sent next.",
		b.object, id.ValueString()))
}

// warnDeclaredTwice says that two instances in one run have the same id. That is
// no error yet: the one of them that changes may be the one that is wanted, and
// if both do, applying refuses the second (claim).
func (b *resourceBase) warnDeclaredTwice(req resource.ModifyPlanRequest, diags *diag.Diagnostics) {
	id := textOf(elementsOf(req.Plan.Raw)["id"])
	if b.connection == nil || !known(id) {
		return
	}

	planned := plannedObject{isCreate: req.State.Raw.IsNull(), config: hashConfig(elementsOf(req.Config.Raw))}
	if !b.connection.owners.plan(b.typeName+"/"+canonicalID(id.ValueString()), planned) {
		return
	}

	diags.AddAttributeWarning(path.Root("id"), declaredTwiceSummary, fmt.Sprintf(
		"Another chatview_%[1]s with the id %[2]q is planned in this run. Two of them overwrite each other: what is applied last is in force, "+
			"whatever state says. Declare each %[3]s once: remove one of the two blocks, or correct its id.",
		b.typeName, id.ValueString(), b.object))
}

// warnUpdate says what an update does that its plan does not show. With another
// id it is a replacement: what holds of the object before does not hold of the
// one that comes.
func (b *resourceBase) warnUpdate(before, after types.String, mark unconfirmed, removed []string, diags *diag.Diagnostics) {
	if !before.Equal(after) {
		b.warnReplaced(before, after, diags)

		return
	}

	b.warnUnconfirmed(mark, after, diags)
	b.warnRemoved(removed, diags)
}

// warnReplaced says that another id means another object.
func (b *resourceBase) warnReplaced(before, after types.String, diags *diag.Diagnostics) {
	unless := ""
	if after.IsUnknown() {
		unless = "The id is not known yet, and may turn out to be the same. "
	}

	diags.AddAttributeWarning(path.Root("id"), destructionSummary, fmt.Sprintf(
		"%[3]sWith another id this resource writes to another %[1]s. The one with the id %[2]q is only forgotten: nothing is sent to it and it keeps "+
			"its settings.", b.object, before.ValueString(), unless))
}

// warnRemoved says what removing attributes does not do. It is one warning for
// all of them: the CLI shows one of those with the same summary, and counts the
// others.
func (b *resourceBase) warnRemoved(attributes []string, diags *diag.Diagnostics) {
	if len(attributes) == 0 {
		return
	}

	diags.AddWarning("Removed Attributes Not Unset", fmt.Sprintf(
		"Not configured any more, and so neither sent nor managed: %[1]s. The interface documents no way to unset a field: the %[2]s may keep the "+
			"last value, or the service may reset it. To be sure of a value, configure it. If the configuration still has one of them, "+
			"ignore_changes names it: Terraform keeps no write-only value to go on with.", strings.Join(attributes, ", "), b.object))
}

// warnUnconfirmed says why everything is sent although little or nothing has
// changed. After an import that goes without saying.
func (b *resourceBase) warnUnconfirmed(mark unconfirmed, id types.String, diags *diag.Diagnostics) {
	if mark != lostUpdate {
		return
	}

	diags.AddWarning("Unconfirmed Update", fmt.Sprintf(
		"The last update of the %s %q failed without saying whether the change was made, and there is no read to find out. This apply sends everything "+
			"that is declared, write-only values included, so that it is in force again. An attribute that was declared only in the failed update may keep its value.",
		b.object, id.ValueString()))
}

// warnMissing says what applying will need and planning does without.
func (b *resourceBase) warnMissing(diags *diag.Diagnostics) {
	if b.connection != nil {
		b.connection.warnMissing(diags)
	}
}

// warnDiffering names the fields that the service reports with another value
// than the one that was sent. State keeps what is declared.
func (b *resourceBase) warnDiffering(id string, differences []client.Difference, diags *diag.Diagnostics) {
	if len(differences) == 0 {
		return
	}

	var fields []string
	for _, difference := range differences {
		fields = append(fields, difference.Field)
	}

	diags.AddWarning("Service Reports Other Values", fmt.Sprintf(
		"The update of the %s %q was accepted, but the service reports another value than the one sent for: %s. It may have normalised or limited "+
			"them. State keeps what is declared; look at the object in the service, and declare the value it shows if that is the wanted one.",
		b.object, id, strings.Join(fields, ", ")))
}
