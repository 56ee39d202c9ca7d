package client

import (
	"fmt"
	"strings"
)

// Environment variables of the settings.
const (
	BaseURLVariable = "CHATVIEW_BASE_URL"
	APIKeyVariable  = "CHATVIEW_API_KEY" //nolint:gosec // the variable's name
)

// Kind is a kind of failure, by what the user can do about it. It is the zero value for a
// success.
type Kind struct {
	Class Class
	// Name is for logs. Summary has two to five words. Next is what to do, and may be empty.
	Name, Summary, Next string
}

// String returns the name.
func (k Kind) String() string { return k.Name }

// Class says whether another attempt may succeed. A handshake that breaks off is retried
// whatever its kind is, and the status of a proxy decides.
type Class int

// The classes of failure. OfTLS is permanent, too.
const (
	Permanent Class = iota
	Temporary
	OfTLS
)

// AskOperators is what to do if the API gives no reason for a refusal.
const AskOperators = "The response gives no reason that can be shown. Ask the operators of the service about this request."

// Several kinds have these.
const (
	permissionDenied = "Check the id, and use a key that may change this object. If every object fails, the key itself (" + APIKeyVariable + " or api_key) may be " +
		"wrong. A gateway may also block a request because of its text or rate."
	reportFailure  = "Try again. If the failure persists, report this request to the operators of the service."
	refusedByProxy = "Connection Refused by Proxy"
	proxyVariable  = "HTTPS_PROXY (HTTP_PROXY if base_url begins with http://)"
	orNoProxy      = " If the host can be reached without the proxy, add it to NO_PROXY."
)

// The kinds of failure. The API documentation defines no errors (section 7), so they are
// based on the status (status.go), the connection (transport_kind.go), the object in a
// successful response (response.go), and, if nothing was sent, on what prevented it.
var (
	KindUnauthorized = Kind{Permanent, "unauthorized", "Authentication Failed",
		"Check the API key (" + APIKeyVariable + " or the provider argument api_key): it may be mistyped, revoked, or issued for a different service. If it works for other objects, check the credentials of this one."}
	KindForbidden  = Kind{Permanent, "forbidden", "Permission Denied", permissionDenied}
	KindChallenged = Kind{Permanent, "challenged", "Permission Denied", permissionDenied}
	KindNotFound   = Kind{Permanent, "not found", "Object Not Found",
		"Check the id: the API cannot create objects, and some services hide those that a key may not change. If every object fails, check base_url."}
	KindConflict = Kind{Permanent, "conflict", "Conflicting Change",
		"If a value is already in use, choose another. Otherwise apply again, with -parallelism=1 if updates collide, and check what else writes to the object."}
	KindRateLimited    = Kind{Temporary, "rate limited", "Rate Limit Exceeded", "Wait and try again. To avoid the limit, set requests_per_second."}
	KindRefused        = Kind{Permanent, "refused", "Request Refused", "Resolve the problem that the message describes, then try again."}
	KindServerFailure  = Kind{Temporary, "server failure", "Service Failure", reportFailure}
	KindNotImplemented = Kind{Permanent, "not implemented", "Service Failure", reportFailure}
	KindRedirect       = Kind{Permanent, "redirect", "Unexpected Redirect",
		"If the target is another address of the service, set base_url to it. If it is a login page, a gateway may require a header (headers)."}
	KindNetworkLogin = Kind{Permanent, "network login", "Network Login Required", "A network's login page stopped the request. Log in to the network in a browser, then apply again."}
	KindUnexpected   = Kind{Permanent, "unexpected status", "Unexpected Status", "Check that base_url is the address of the service and not of a proxy or another server."}
	KindTimeout      = Kind{Temporary, "timed out", "Request Timed Out", "Try again. If the service is slow, raise request_timeout."}
	KindUnreachable  = Kind{Temporary, "unreachable", "Connection Failed",
		"Check the host and port in base_url, that the service is running, and that no firewall or proxy (HTTPS_PROXY, NO_PROXY) blocks the connection."}
	KindProxyUnreachable = Kind{Temporary, "proxy unreachable", "Connection Failed", "Check the host and port in " + proxyVariable + ", and that the proxy is running." + orNoProxy}
	KindConnection       = Kind{Temporary, "connection lost", "Connection Lost",
		"Try again. If the failure persists, check the network between here and the service, and whether its port uses TLS if base_url begins with http://."}
	KindProxy       = Kind{Permanent, "refused by a proxy", refusedByProxy, "Check HTTPS_PROXY, or ask the operators of the proxy to allow this host and port." + orNoProxy}
	KindProxyLogin  = Kind{Permanent, "no proxy login", refusedByProxy, "Set a user name and password that the proxy accepts in " + proxyVariable + "." + orNoProxy}
	KindProxyScheme = Kind{Permanent, "no proxy scheme", refusedByProxy,
		"The proxy does not offer Basic, the only login of the provider. Set " + proxyVariable + " to a local relay that logs in to it, such as Px or Cntlm."}
	KindProxyFailure = Kind{Permanent, "proxy failure", refusedByProxy, "Check the host and port in base_url, that the service is running, and that the proxy can reach it." + orNoProxy}
	KindProxySetting = Kind{Permanent, "proxy setting", "Invalid Proxy Setting",
		"Correct or unset the variable. In the URL of the proxy, percent-encode special characters of the user name and password, and remove white space."}
	KindUnknownProxy = Kind{Permanent, "unknown proxy", "Unknown Host", "Check the spelling of the proxy's host in " + proxyVariable + ", and that this machine can resolve it." + orNoProxy}
	KindUnknownHost  = Kind{Permanent, "unknown host", "Unknown Host", "Check the spelling of the host in base_url, and that this machine can resolve it."}
	KindTLS          = Kind{OfTLS, "TLS failure", "TLS Connection Failed",
		"If a private authority issued the service's certificate, set ca_cert_pem to the authority's certificate. Otherwise check that base_url uses a " +
			"host name that the certificate covers, and that the port accepts TLS."}
	KindCertificateDates = Kind{OfTLS, "certificate dates", "TLS Connection Failed",
		"Set this machine's clock if it is wrong. Otherwise, the operators of the service, or of a proxy that inspects TLS, have to renew the certificate."}
	KindTLSVersion = Kind{OfTLS, "TLS version", "TLS Connection Failed", "The provider requires TLS 1.2 or newer. Enable it in the service, or in the proxy or load balancer in front of it."}
	KindNoTLS      = Kind{OfTLS, "no TLS", "TLS Connection Failed", "Check the port in base_url, and the scheme and port in HTTPS_PROXY if it is set: what was reached does not use TLS."}
	KindHandshake  = Kind{OfTLS, "handshake refused", "TLS Connection Failed",
		"If the service requires a client certificate, set client_cert_pem and client_key_pem. Otherwise check that the port accepts TLS 1.2 or newer."}
	KindClientCert = Kind{OfTLS, "certificate refused", "Client Certificate Refused",
		"Set client_cert_pem and client_key_pem to a certificate that the service, or the gateway in front of it, accepts, and to its key."}
	KindProtocol = Kind{OfTLS, "protocol refused", "TLS Connection Failed",
		"The provider uses HTTP/1.1, which this port does not accept. Enable it in the service, or in the proxy or load balancer in front of it."}
	KindCanceled   = Kind{Permanent, "canceled", "Request Canceled", "The run was interrupted. Try again."}
	KindUnreadable = Kind{Permanent, "unreadable response", "Unreadable Response",
		"The response may come from a proxy or a login page. Check that base_url is the address of the service, then try again."}
	KindResponseTooLarge = Kind{Permanent, "response too large", "Response Too Large",
		fmt.Sprintf("At most %d MiB are read. Check that base_url is the address of the service, then try again.", MaxResponseBytes>>20)}
	KindWrongObject = Kind{Permanent, "wrong object", "Response for a Different Object",
		"It is not known which object was changed. Check that base_url is the address of the service and not of a proxy or another server."}
	KindNotConfirmed = Kind{Permanent, "not confirmed", "Update Not Confirmed",
		"If the reason includes an error message, fix the problem that it describes. Otherwise check that base_url is the address " +
			"of the service and not of a proxy or another server."}
	KindNotSent    = Kind{Permanent, "not sent", "Request Not Sent", ""}
	KindUnsendable = Kind{Permanent, "unsendable", "Unsendable Request", "This is a bug in the provider: please report it with the configuration, without its secrets."}
)

// Advice returns the summary of a failure, and what to do about it.
func (e *Error) Advice() (summary, next string) {
	summary, next = e.Kind.Summary, e.Kind.Next
	isShown := strings.Trim(strings.ReplaceAll(e.Text, Withheld, ""), "; ") != ""

	switch {
	case e.Kind == KindRefused && !isShown:
		next = AskOperators
	case e.Kind == KindForbidden && strings.HasPrefix(e.Text, "Missing Authentication Token"):
		next = "Amazon API Gateway returns this for a path that it does not know. Check base_url."
	case strings.Contains(e.Text, "No required SSL certificate was sent"), strings.Contains(e.Text, "The SSL certificate error"): // nginx
		next = KindClientCert.Next
	case strings.Contains(e.Text, "Post-Handshake Authentication"): // Apache
		return KindClientCert.Summary, "With TLS 1.3, the gateway has to ask for the certificate when the connection is made. Tell its operators."
	}

	return summary, next
}
