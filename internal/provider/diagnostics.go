package provider

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// advice is what a person reads of a kind of failure: what it is called, and
// what to do next.
type advice struct{ summary, next string }

// adviceFor holds the advice for every kind of failure.
var adviceFor = map[client.Kind]advice{
	client.KindUnauthorized: {"Authentication Failed",
		"Check the API key (" + apiKeyVariable + " or the provider argument api_key): it may be mistyped, revoked, or of another deployment than base_url."},
	client.KindForbidden: {"Permission Denied",
		"The service knows the API key but does not let it do this. Use a key of the organization that owns the object, with the permission to change it."},
	client.KindNotFound: {"Object Not Found",
		"The service has no operation to create an object: it has to exist before it can be declared. Check the id, and that base_url is the service's " +
			"address without /api/v1."},
	client.KindConflict: {"Conflicting Change",
		"Something else may have changed the object at the same time, or a value is taken. Find out who else writes to it, then apply again."},
	client.KindRateLimited: {"Rate Limit Exceeded",
		"Wait, or apply with a lower -parallelism or a higher max_retries. Applying again goes on with what is left."},
	client.KindRefused: {"Request Refused",
		"Correct what the service names and apply again."},
	client.KindServerFailure: {"Service Failure",
		"Apply again. If it goes on, give the service's operators the request above."},
	client.KindRedirect: {"Unexpected Redirect",
		"Redirects are not followed: the change would be lost and the API key could go elsewhere. Correct base_url so that it " +
			"leads to the service directly (https instead of http, the right host, the right path prefix)."},
	client.KindUnexpected: {"Unexpected Status",
		"Check that base_url leads to the service and not to something before it."},
	client.KindTimeout: {"Request Timed Out",
		"Apply again. If the service is slow, raise request_timeout."},
	client.KindUnreachable: {"Connection Failed",
		"Check that base_url names the right host and port, that the service runs, and that no firewall or proxy (HTTPS_PROXY, NO_PROXY) " +
			"stands between."},
	client.KindConnection: {"Connection Lost",
		"Apply again. If it goes on, look for what cuts connections between here and the service."},
	client.KindUnknownHost: {"Unknown Host",
		"Check the spelling of the host in base_url, and that this machine can resolve it."},
	client.KindTLS: {"TLS Connection Failed",
		"If the service's certificate comes from a private authority, give its certificate in ca_cert_pem. Otherwise check that base_url " +
			"names the host that the certificate is for, and that the port speaks TLS."},
	client.KindCanceled: {"Request Cancelled",
		"The run was interrupted. Apply again."},
	client.KindUnreadable: {"Unreadable Answer",
		"What answered may be a proxy or a login page. Check that base_url leads to the service, then apply again."},
	client.KindResponseTooLarge: {"Answer Too Large",
		fmt.Sprintf("At most %d MiB are read. Check that base_url leads to the service, then apply again.", client.MaxResponseBytes>>20)},
	client.KindWrongObject: {"Wrong Object Answered",
		"The answer does not belong to the object that was asked for, so that it is not known what was changed. Check that base_url leads to the service " +
			"and not to something that answers for it."},
	client.KindUnsendable: {"Unsendable Request",
		"This is a defect of the provider: please report it with the configuration, without its secrets."},
}

// addError turns a failed request into diagnostics: on the attribute where the
// service names a field, else on the resource. attributePath says which
// attribute a request field was declared by. It reports whether the change may
// have been made all the same.
func (b *resourceBase) addError(diags *diag.Diagnostics, id string, err error, attributePath func(field string) path.Path) bool {
	var failure *client.Error
	if !errors.As(err, &failure) {
		diags.AddError("Unexpected Error", fmt.Sprintf("Writing the %s %q failed: %s.", b.object, id, err))

		return true
	}

	todo := adviceFor[failure.Kind]
	tried := fmt.Sprintf("Writing the %s %q failed: %s.", b.object, id, whatHappened(failure))

	for _, field := range failure.Fields {
		diags.AddAttributeError(fieldPath(field, attributePath), todo.summary,
			paragraphs(tried, "The service says of this value: "+field.Message, whatMayBe(failure), todo.next))
	}

	if failure.Text != "" || len(failure.Fields) == 0 {
		diags.AddError(todo.summary, paragraphs(tried, whatWasSaid(failure), whatMayBe(failure), todo.next))
	}

	return failure.OutcomeUnknown
}

// whatHappened names the request and how it ended.
func whatHappened(failure *client.Error) string {
	var happened strings.Builder

	fmt.Fprintf(&happened, "%s %s", failure.Method, failure.Path)

	switch {
	case failure.StatusCode != 0:
		fmt.Fprintf(&happened, " was answered with status %d", failure.StatusCode)

		if name := http.StatusText(failure.StatusCode); name != "" {
			fmt.Fprintf(&happened, " (%s)", name)
		}
	case failure.Kind == client.KindUnsendable:
		happened.WriteString(" could not be written")
	default:
		happened.WriteString(" got no complete answer")
	}

	if failure.Attempts > 1 {
		fmt.Fprintf(&happened, " after %d attempts", failure.Attempts)
	}

	if failure.RequestID != "" {
		fmt.Fprintf(&happened, ", request id %s", failure.RequestID)
	}

	return happened.String()
}

// whatWasSaid repeats what the service, or the connection to it, says.
func whatWasSaid(failure *client.Error) string {
	switch {
	case failure.Kind == client.KindRedirect && failure.Location != "":
		return "It points to: " + failure.Location
	case failure.Text == "":
		return ""
	case saidByService(failure):
		return "The service says: " + failure.Text
	}

	return "Reason: " + failure.Text
}

// whatMayBe says what a person can not see: whether the service has changed. A
// refusal (4xx) speaks for itself.
func whatMayBe(failure *client.Error) string {
	switch {
	case failure.OutcomeUnknown:
		return "The change may or may not have been made. The next apply sends everything that is declared."
	case failure.StatusCode >= http.StatusBadRequest:
		return ""
	}

	return "Nothing was changed."
}

// saidByService reports whether the text beside a status is the service's. With
// a 2xx it is the client's, on what is wrong with the answer, and so it is where
// the run was interrupted in the wait after a failure.
func saidByService(failure *client.Error) bool {
	successful := failure.StatusCode >= 200 && failure.StatusCode <= 299

	return failure.StatusCode != 0 && !successful && failure.Kind != client.KindCanceled
}

// fieldPath returns the path of what the service speaks of: the attribute, and
// the element of a list.
func fieldPath(field client.FieldError, attributePath func(string) path.Path) path.Path {
	at := attributePath(field.Path[0])

	if field.Path[0] == "recommendations" && len(field.Path) > 1 {
		if index, err := strconv.Atoi(field.Path[1]); err == nil {
			return at.AtListIndex(index)
		}
	}

	return at
}

// paragraphs joins what is not empty.
func paragraphs(texts ...string) string {
	var filled []string

	for _, text := range texts {
		if text != "" {
			filled = append(filled, text)
		}
	}

	return strings.Join(filled, "\n\n")
}
