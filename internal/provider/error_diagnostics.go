package provider

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// failureAdvice is the summary of a diagnostic, and what to do next.
type failureAdvice struct{ summary, next string }

// adviceFor has an entry for every kind of failure.
var adviceFor = map[client.Kind]failureAdvice{
	client.KindUnauthorized: {"Authentication Failed",
		"Check the API key (" + apiKeyVariable + " or the provider argument api_key): it may be mistyped, revoked, or issued for a different service."},
	client.KindForbidden: {"Permission Denied",
		"The API key does not have permission to change this object. Use a key of the organization that owns it, with permission to change it."},
	client.KindNotFound: {"Object Not Found",
		"The API has no create: the object has to exist before Terraform can manage it. Check the id, and that base_url is the address of the service."},
	client.KindConflict: {"Conflicting Change",
		"Something else may have changed the object at the same time, or a value is already in use. Check what else writes to the object, then apply again."},
	client.KindRateLimited: {"Rate Limit Exceeded",
		"Wait and apply again, which continues with the remaining objects. To avoid the limit, set requests_per_second."},
	client.KindRefused: {"Request Refused",
		"Resolve the problem that the message describes, then apply again."},
	client.KindServerFailure: {"Service Failure",
		"Apply again. If the failure persists, report the request above to the operators of the service."},
	client.KindRedirect: {"Unexpected Redirect",
		"Redirects are not followed: the API key could be sent elsewhere. If the target is an address of the service, set base_url to it " +
			"(https instead of http, the right host, the right path prefix). If it is a login page, a gateway in front of the service may " +
			"require a header (headers)."},
	client.KindUnexpected: {"Unexpected Status",
		"Check that base_url is the address of the service and not of a proxy or another server."},
	client.KindTimeout: {"Request Timed Out",
		"Apply again. If the service is slow, raise request_timeout."},
	client.KindUnreachable: {"Connection Failed",
		"Check the host and port in base_url, that the service is running, and that no firewall or proxy (HTTPS_PROXY, NO_PROXY) blocks the connection."},
	client.KindProxy: {"Connection Refused by Proxy",
		"With status 407, add a user name and password to HTTPS_PROXY. With 403, ask the operators of the proxy to allow this host and port. With a 5xx " +
			"status, check that the service is running. If the host can be reached without the proxy, add it to NO_PROXY."},
	client.KindConnection: {"Connection Lost",
		"Apply again. If the failure persists, check the network between here and the service."},
	client.KindUnknownHost: {"Unknown Host",
		"Check the spelling of the host in base_url, and that this machine can resolve it."},
	client.KindTLS: {"TLS Connection Failed",
		"If a private authority issued the service's certificate, set ca_cert_pem to the authority's certificate. Otherwise check that base_url uses a " +
			"host name that the certificate covers, and that the port accepts TLS."},
	client.KindHandshake: {"TLS Connection Failed",
		"If the service requires a client certificate, set client_cert_pem and client_key_pem. Otherwise check that the port accepts TLS 1.2 or newer."},
	client.KindProtocol: {"TLS Connection Failed",
		"The provider uses HTTP/1.1, which this port does not accept. Enable it in the service, or in the proxy or load balancer in front of it."},
	client.KindClientCert: {"Client Certificate Refused",
		"Set client_cert_pem and client_key_pem to a certificate that the service, or the gateway in front of it, accepts, and to its key."},
	client.KindCanceled: {"Request Canceled",
		"The run was interrupted. Apply again."},
	client.KindUnreadable: {"Unreadable Response",
		"The response may come from a proxy or a login page. Check that base_url is the address of the service, then apply again."},
	client.KindResponseTooLarge: {"Response Too Large",
		fmt.Sprintf("At most %d MiB are read. Check that base_url is the address of the service, then apply again.", client.MaxResponseBytes>>20)},
	client.KindNotConfirmed: {"Update Not Confirmed",
		"If the reason includes an error message, fix the problem that it describes. Otherwise check that base_url is the address " +
			"of the service and not of a proxy or another server."},
	client.KindWrongObject: {"Response for a Different Object",
		"It is not known which object was changed. Check that base_url is the address of the service and not of a proxy or another server."},
	client.KindUnsendable: {"Unsendable Request",
		"This is a bug in the provider: please report it with the configuration, without its secrets."},
	client.KindNotSent: {"Request Not Sent", ""},
}

// The advice for a rejected request if the API names a field, and if it gives
// no reason.
const (
	correctField = "Correct or set the value, and apply again."
	askOperators = "The response gives no reason that can be shown. Ask the operators of the service about the request above."
)

// addError turns a failed request into diagnostics: on the attribute if the
// API names a field, else on the resource. It reports whether the change may
// have been made.
func (b *resourceBase) addError(a *apply, err error) bool {
	attempted := fmt.Sprintf("Updating the %s %q", b.object, a.id.ValueString())

	var failure *client.Error
	if !errors.As(err, &failure) {
		a.resp.Diagnostics.AddError("Unexpected Error", fmt.Sprintf("%s failed: %s. This is a bug in the provider: please report it.", attempted, err))

		return true
	}

	advice := adviceFor[failure.Kind]

	if failure.Kind == client.KindNotSent {
		a.resp.Diagnostics.AddError(advice.summary, fmt.Sprintf("%s was not attempted because %s.", attempted, earlierFailure(failure)))

		return false
	}

	attempted += " failed: " + requestOutcome(failure) + "."

	for _, field := range failure.Fields {
		next := advice.next

		switch {
		case failure.Kind != client.KindRefused:
		case field.Message == client.Withheld:
			next = askOperators
		default:
			next = correctField
		}

		at, name := a.locate(field)
		a.resp.Diagnostics.AddAttributeError(at, advice.summary,
			paragraphs(attempted, fmt.Sprintf("The error message for %s reads: %s", name, field.Message), effect(a, failure), next))
	}

	if failure.Text != "" || len(failure.Fields) == 0 {
		a.resp.Diagnostics.AddError(advice.summary, paragraphs(attempted, reason(failure), effect(a, failure), nextStep(failure)))
	}

	return failure.OutcomeUnknown
}

// nextStep says what to do about a failure that names no field.
func nextStep(failure *client.Error) string {
	switch {
	case failure.Kind == client.KindRefused && (failure.Text == "" || failure.Text == client.Withheld):
		return askOperators
	case strings.Contains(failure.Text, "SSL certificate"): // nginx, with status 400
		return adviceFor[client.KindClientCert].next
	}

	return adviceFor[failure.Kind].next
}

// earlierFailure describes why a request was not sent.
func earlierFailure(notSent *client.Error) string {
	failure := notSent.Cause
	status := "status " + client.StatusText(failure.StatusCode)

	switch {
	case notSent.FailedInARow > 0 && failure.StatusCode != 0:
		return fmt.Sprintf("%d updates in a row failed, the last one with %s: see their errors", notSent.FailedInARow, status)
	case notSent.FailedInARow > 0:
		return fmt.Sprintf("%d updates in a row failed, the last one without a response (%s): see their errors", notSent.FailedInARow, failure.Kind)
	case failure.StatusCode != 0:
		return fmt.Sprintf("%s %s returned %s: see that error", failure.Method, failure.Path, status)
	}

	return fmt.Sprintf("%s %s failed (%s) before any response arrived in this run: see that error", failure.Method, failure.Path, failure.Kind)
}

// requestOutcome names the request and how it ended.
func requestOutcome(failure *client.Error) string {
	text := failure.Method + " " + failure.Path

	switch {
	case failure.StatusCode != 0:
		text += " returned status " + client.StatusText(failure.StatusCode)
	case failure.Attempts == 0:
		text += " was not sent"
	case failure.OutcomeUnknown && failure.Earlier == nil:
		text += " got no complete response"
	case slices.Contains([]client.Kind{client.KindTLS, client.KindHandshake, client.KindProtocol, client.KindClientCert}, failure.Kind):
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
	case failure.StatusCode == 0 || successful || failure.Kind == client.KindCanceled:
		return "Reason: " + failure.Text
	}

	return "The error message reads: " + failure.Text
}

// effect says whether the object was changed, unless a 4xx status implies it. A
// failed replacement with create_before_destroy leaves the former instance in
// state, unaware that its object may have changed.
func effect(a *apply, failure *client.Error) string {
	switch {
	case failure.OutcomeUnknown:
	case failure.StatusCode >= http.StatusBadRequest:
		return ""
	default:
		return "Nothing was changed."
	}

	text := "The change may or may not have been made."
	if failure.Earlier != nil {
		text = earlierAttempt(failure.Earlier) + ", so the change may or may not have been made."
	}

	text += " The next apply sends the complete configuration"
	if a.isCreate() {
		text += ", unless this was a replacement with create_before_destroy: then change triggers to send it"
	}

	return text + "."
}

// earlierAttempt describes the attempt that left the outcome unknown, if it was
// not the last one.
func earlierAttempt(earlier *client.Error) string {
	switch {
	case earlier.StatusCode == 0:
		return fmt.Sprintf("An earlier attempt got no complete response (%s)", earlier.Text)
	case earlier.RequestID != "":
		return fmt.Sprintf("An earlier attempt returned status %s, request id %s", client.StatusText(earlier.StatusCode), earlier.RequestID)
	}

	return "An earlier attempt returned status " + client.StatusText(earlier.StatusCode)
}

// locate returns the attribute or list element that a message is about, and its
// name: the CLI shows neither an attribute that is not configured nor a path inside
// one.
func (a *apply) locate(field client.FieldError) (at path.Path, name string) {
	name = field.Path[0]
	at = path.Root(cmp.Or(a.writeOnly[name], name))

	if len(field.Path) < 2 {
		return at, name
	}

	index, err := strconv.Atoi(field.Path[1])

	switch {
	case err == nil && name == "recommendations":
		at = at.AtListIndex(index)
	// An element of a set has no index in the configuration.
	case err == nil && name == "selected_schemas" && index >= 0 && index < len(a.sentSchemas):
		return at, fmt.Sprintf("%q in selected_schemas", a.sentSchemas[index])
	}

	return at, fmt.Sprintf("%s[%s]", name, field.Path[1])
}

// paragraphs joins the non-empty texts.
func paragraphs(texts ...string) string {
	isEmpty := func(text string) bool { return text == "" }

	return strings.Join(slices.DeleteFunc(texts, isEmpty), "\n\n")
}
