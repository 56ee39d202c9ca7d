package provider

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// addError turns a failed request into diagnostics: on the attribute if the
// API names a field, else on the resource.
func (b *resourceBase) addError(a *apply, failure *client.Error) {
	object := fmt.Sprintf("%s %q", b.noun, a.id.ValueString())
	summary, next := failure.Advice()

	if failure.Kind == client.KindNotSent {
		first, _ := failure.Cause.Advice()
		first = strconv.Quote(first)

		if failure.FailedInARow > 0 {
			first += fmt.Sprintf(" (%d updates in a row failed)", failure.FailedInARow)
		}

		a.diags.AddError(summary, "First fix the error "+first+": "+requestOutcome(failure.Cause)+". Nothing was sent to the "+object+".")

		return
	}

	attempted, again := "Updating the "+object+" failed: "+requestOutcome(failure)+".", ""
	if failure.Outcome == client.OutcomeDisputed {
		again = " The next apply sends the same fields again, even after a revert."
	}

	for _, field := range failure.Fields {
		at, name := a.locate(field)

		correct := next
		if failure.Kind == client.KindRefused {
			correct = a.correct(field, name)
		}

		a.diags.AddAttributeError(shownAt(at), summary,
			paragraphs(attempted, fmt.Sprintf("The error message for %s reads: %s", name, field.Message), effect(failure), correct+again))
	}

	if failure.Kind == client.KindRefused && len(failure.Fields) == 0 && slices.ContainsFunc(a.fields, field.isUnsent) {
		next += " The update sent only what changed: if the API requires several fields together, " + setFull + "."
	}

	if failure.Text != "" || len(failure.Fields) == 0 {
		a.diags.AddError(summary, paragraphs(attempted, reason(failure), effect(failure), next+again))
	}
}

// correct says what to do about a field that the API refused.
func (a *apply) correct(field client.FieldError, name string) string {
	switch f := fieldNamed(a.fields, field.Path[0]); {
	case f.isIgnored():
		return sendIgnored(f)
	case f.isUnsent() && strings.HasSuffix(f.attribute, "_wo"):
		return "The update did not send " + name + ", because " + f.attribute + "_version is unchanged. Change the version, correct the value if it is wrong, " +
			"and remove both from ignore_changes. If every update needs it, " + setFull + "."
	case f.isUnsent():
		return "The update did not send " + name + ", which is unchanged. Correct it or, if it is right, " + setFull + "."
	case field.Message == client.Withheld:
		return client.AskOperators
	}

	return "Correct or set the value, and apply again."
}

// sendIgnored says how to have a field sent that ignore_changes covers.
func sendIgnored(f field) string {
	attribute, configure, next := f.attribute, "Remove ", ", and apply again."
	if f.value.IsNull() {
		attribute = cmp.Or(f.inState, f.attribute)
		configure = "Configure " + withVersion(attribute) + ", remove "
	}

	ignored := withVersion(attribute)
	if f.inState != "" && f.inState != attribute { // the other form of a credential
		ignored += ", " + withVersion(f.inState)
	}

	if attribute != f.name { // an unchanged version sends nothing
		next = ", and apply once a plan changes " + attribute + "_version."
	}

	return "No update sends " + f.name + " while ignore_changes covers it. " + configure + ignored + " from ignore_changes" + next
}

// setFull is the way to have a data source sent completely.
const setFull = `set update_mode = "` + updateFull + `"`

// requestOutcome names the request and how it ended.
func requestOutcome(failure *client.Error) string {
	text := failure.Method + " " + failure.Path

	switch {
	case failure.StatusCode != 0:
		text += " returned status " + client.StatusText(failure.StatusCode)
	case failure.Attempts == 0:
		text += " was not sent"
	case failure.Outcome == client.OutcomeUnknown && failure.Earlier == "":
		text += " got no complete response"
	case failure.Kind.Class == client.OfTLS:
		text += " made no TLS connection"
	default:
		text += " made no connection"
	}

	if failure.Attempts > 1 {
		text += fmt.Sprintf(" after %d attempts", failure.Attempts)
	}

	if failure.RequestID != "" {
		text += ", request id " + failure.RequestID
	}

	if failure.RetryAfter > 0 {
		text += ", and asks to wait " + failure.RetryAfter.Round(time.Second).String()
	}

	return text
}

// reason quotes the message of the API or of the connection. For a 2xx status,
// or if the run was interrupted between two attempts, the client wrote it.
func reason(failure *client.Error) string {
	successful := failure.StatusCode >= 200 && failure.StatusCode <= 299

	switch {
	case failure.Text == "":
		return ""
	case failure.Kind == client.KindRedirect:
		return "The redirect points to: " + failure.Text
	case failure.StatusCode == 0, successful, failure.Kind == client.KindCanceled, failure.Kind == client.KindChallenged:
		return "Reason: " + failure.Text
	}

	return "The error message reads: " + failure.Text
}

// effect says whether the object was changed, unless a 4xx status implies it. After a failed
// create of create_before_destroy, the former instance stays in state, unmarked (Limitations).
func effect(failure *client.Error) string {
	isRefusal := failure.StatusCode/100 == 4 && failure.Kind != client.KindChallenged

	switch {
	case failure.Outcome != client.OutcomeUnknown && isRefusal:
		return ""
	case failure.Outcome == client.OutcomeNotMade:
		return "Nothing was changed."
	}

	text := "The change may have been made."
	if failure.Earlier != "" {
		text = "An earlier attempt " + failure.Earlier + ", so the change may have been made."
	}

	return text + " The next apply sends everything."
}

// locate returns the attribute or list element that a message is about, and its
// name: the CLI shows neither an attribute that is not configured nor a path inside
// one.
func (a *apply) locate(field client.FieldError) (at path.Path, name string) {
	name = field.Path[0]
	at = path.Root(name) // that of a credential is not shown

	if len(field.Path) < 2 {
		return at, name
	}

	index, err := strconv.Atoi(field.Path[1])

	switch {
	case err == nil && name == "recommendations":
		at = at.AtListIndex(index)
	// An element of a set has no index in the configuration.
	case err == nil && name == "selected_schemas":
		if sent := sentSchemas(a.fields); index < len(sent) {
			return at, fmt.Sprintf("%q in selected_schemas", sent[index])
		}
	}

	return at, fmt.Sprintf("%s[%s]", name, field.Path[1])
}

// paragraphs joins the non-empty texts.
func paragraphs(texts ...string) string {
	isEmpty := func(text string) bool { return text == "" }

	return strings.Join(slices.DeleteFunc(texts, isEmpty), "\n\n")
}
