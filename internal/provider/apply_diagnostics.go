package provider

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// refuseDropped refuses to apply a PUT that would drop configured fields.
func refuseDropped(fields []field, diags *diag.Diagnostics) {
	for _, f := range fields {
		if f.fate == ignoredUnset {
			diags.AddAttributeError(shownAt(path.Root(f.attribute)), "ignore_changes Blocks Update", fmt.Sprintf(
				"The update was not sent: ignore_changes covers %[1]s, so it was planned without a value, and a PUT without it may reset the field. Terraform "+
					"has no earlier value to send instead. Remove %[1]s from ignore_changes.", f.attribute))
		}
	}
}

// refuseKept refuses to apply an update that would leave a value in state that the object
// does not have, or may not have.
func (b *resourceBase) refuseKept(d *sourceModels, fields []field, diags *diag.Diagnostics) {
	for _, c := range d.credentials() {
		c.refuseBothForms(diags)
	}

	// Without an address, an update succeeds only if it sends nothing, which drops the notes.
	if diags.HasError() || !known(b.data.baseURL) && d.belief != disputed {
		return
	}

	object := b.nameOf(d.plan.ID)

	reason := fmt.Sprintf("the %s at %s would not get the value that state has", object, b.data.baseURL.ValueString())
	if d.belief != foreign {
		reason = fmt.Sprintf("an unconfirmed update of the %s may have replaced the value that state has", object)
	}

	for _, f := range fields {
		if f.fate != ignored || !d.belief.mayLack(f.name, d.private.Noted) {
			continue
		}

		diags.AddAttributeError(shownAt(path.Root(f.name)), "ignore_changes Blocks Update", fmt.Sprintf(
			"The update was not sent: ignore_changes keeps %s out of it, and %s. Until an apply succeeds, remove %s from ignore_changes and, if it must "+
				"not be sent, from the configuration, too. If you cannot edit the module, -replace sends what is configured.", f.inState, reason, withVersion(f.inState)))
	}
}

// warnResponse tells what the user should know of the response to an update.
func (b *resourceBase) warnResponse(a *apply, warnings client.Warnings) {
	diags, object := a.diags, b.nameOf(a.id)
	updated := "The update of the " + object + " succeeded"

	if warnings.OnlyAccepted {
		updated = "The update of the " + object + " was accepted"
		b.warnAccepted(object, warnings, diags)
	} else if warnings.StatusCode != 0 {
		updated = fmt.Sprintf("The update of the %s returned status %d", object, warnings.StatusCode)
	}

	switch {
	case warnings.NoObject && !warnings.OnlyAccepted:
		diags.AddWarning("Empty Response", updated+", but the response has no body. Attributes that come from the response keep their last known value, or "+
			"are null. If other updates do return one, check that base_url is the address of the service and not of a proxy.")
	case warnings.Text != "" && !warnings.NoObject:
		diags.AddWarning("Message in Successful Response"+warnings.Headline(), fmt.Sprintf("%s, but the response reads: %s\n\n"+
			"Check the %s. If part of the change was not made, change triggers to send everything again.", updated, warnings.Text, b.noun))
	}

	// Some services return 201 for every update.
	if warnings.Created && a.isFirst {
		diags.AddWarning("Object Created: "+a.id.ValueString(), fmt.Sprintf(
			"The response to the update has status 201 (Created): the %s may not have existed before. Check that the id has no typo. If it has one, delete the "+
				"new object in the service, and correct the id.", object))
	}

	b.warnDifferences(updated, warnings.Differences, diags)
	b.warnWithheld(updated, warnings.Withheld, diags)
	b.warnAfterRemoval(a.id, warnings, diags)
}

// warnOtherObject warns if the object was not created when the last one with its id was. A
// row of a versioned object is created with each change, when it is modified last.
func (b *resourceBase) warnOtherObject(a *apply, created types.String, response client.UpdatedAppearance) {
	const precision = time.Second

	parse := func(text types.String) (time.Time, error) { return time.Parse(time.RFC3339, text.ValueString()) }
	before, err := parse(created)
	after, errAfter := parse(types.StringPointerValue(response.CreatedAt))
	modified, errModified := parse(types.StringPointerValue(response.LastModified))

	if errors.Join(err, errAfter, errModified) != nil || after.Sub(before).Abs() <= precision || after.Sub(modified).Abs() <= precision {
		return
	}

	a.diags.AddWarning("Possibly Another Object: "+a.id.ValueString(), fmt.Sprintf(
		"The update of the %s succeeded, but the response has created_at %s, and the last one had %s. The id may be another object's, such as that of "+
			"another organization whose key this is. Check the id and the API key.", b.nameOf(a.id), *response.CreatedAt, created.ValueString()))
}

// warnAccepted warns that status 202 confirms no change.
func (b *resourceBase) warnAccepted(object string, warnings client.Warnings, diags *diag.Diagnostics) {
	summary, response := "Update Accepted, Outcome Unknown", ""

	if warnings.NoObject {
		summary += warnings.Headline()
		response = "The response does not contain the object, so computed attributes are null or outdated. If other responses do, base_url may point to a proxy."

		if warnings.Text != "" {
			response += " It reads: " + warnings.Text
		}
	}

	diags.AddWarning(summary, paragraphs("Check the "+object+" in the service, which may make the change later, or never (status 202). State has the new "+
		"values, and no plan detects a failure. To send everything again, change triggers.", response))
}

// warnDifferences warns about values that the API returned differently.
func (b *resourceBase) warnDifferences(updated string, differences []client.Difference, diags *diag.Diagnostics) {
	if len(differences) == 0 {
		return
	}

	var fields, lines []string

	for _, d := range differences {
		fields = append(fields, d.Field)
		lines = append(lines, fmt.Sprintf("  %s: expected %s, returned %s", d.Field, d.Expected, d.Returned))
	}

	diags.AddWarning("API Returned Other Values: "+strings.Join(fields, ", "), fmt.Sprintf(
		"%s, but the response does not have the expected values:\n\n%s\n\nIf the API stores that form, configure it. If it only returns it so, keep yours. "+
			"Otherwise the API ignored the value, the response is outdated, or the id is wrong: check the object. Configured attributes keep their values "+
			"in state.", updated, strings.Join(lines, "\n")))
}

// warnAfterRemoval tells what became of the removed attributes that the API returns.
// A response without the sent values may be older than the removal, and so may one with
// status 202.
func (b *resourceBase) warnAfterRemoval(id types.String, warnings client.Warnings, diags *diag.Diagnostics) {
	if len(warnings.Removed) == 0 {
		return
	}

	var outcomes, lines, others []string

	for _, d := range warnings.Differences {
		others = append(others, d.Field)
	}

	for _, r := range warnings.Removed {
		outcome, is := "differs", " is now "

		switch {
		case r.Returned == "":
			outcome, is = "not returned", ": the response does not say"
		case len(others) > 0 || warnings.OnlyAccepted:
			outcome, is = "not known", ": the response has "
		case r.Kept:
			outcome, is = "kept", " is still "
		}

		outcomes, lines = append(outcomes, r.Field+" "+outcome), append(lines, "  "+r.Field+is+r.Returned)
	}

	switch {
	case len(others) > 0:
		lines = append(lines, "", "It does not have the sent value of "+strings.Join(others, ", ")+", so it may be the response to an earlier change.")
	case warnings.OnlyAccepted:
		lines = append(lines, "", "The service may make the change later (status 202).")
	}

	diags.AddWarning("Values After Removal: "+strings.Join(outcomes, ", "), fmt.Sprintf(
		"The update of the %s %q did not send the attributes that are no longer configured. After it, according to the response:\n\n%s\n\n"+
			"Terraform does not manage these values. Configure those that matter.", b.noun, id.ValueString(), strings.Join(lines, "\n")))
}

// warnWithheld names the attributes that are null because the response may repeat a
// credential in them.
func (b *resourceBase) warnWithheld(updated string, withheld []string, diags *diag.Diagnostics) {
	for _, field := range withheld {
		diags.AddAttributeWarning(path.Root(field), "Value Not Stored", fmt.Sprintf(
			"%s, but the value of %s in the response is not stored, because plans and state would show it: it may repeat a credential, or is too long to be "+
				"searched for one. Ask the operators of the service to keep credentials out of its responses.", updated, field))
	}
}
