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

// Advice is the summary of a failure in two to five words, and what to do next, which
// may be empty.
type Advice struct{ Summary, Next string }

// AskOperators is what to do if the API gives no reason for a refusal.
const AskOperators = "The response gives no reason that can be shown. Ask the operators of the service about this request."

// The advice for proxies has these.
const (
	refusedByProxy = "Connection Refused by Proxy"
	proxyVariable  = "HTTPS_PROXY (HTTP_PROXY if base_url begins with http://)"
	orNoProxy      = " If the host can be reached without the proxy, add it to NO_PROXY."
)

var permissionDenied = Advice{"Permission Denied",
	"Check the id, and use a key that may change this object. If every object fails, the key itself (" + APIKeyVariable + " or api_key) may be " +
		"wrong. A gateway may also block a request because of its text or rate."}

// adviceFor has an entry for every kind of failure.
var adviceFor = map[Kind]Advice{
	KindUnauthorized: {"Authentication Failed",
		"Check the API key (" + APIKeyVariable + " or the provider argument api_key): it may be mistyped, revoked, or issued for a different service."},
	KindForbidden:  permissionDenied,
	KindChallenged: permissionDenied,
	KindNotFound: {"Object Not Found",
		"Check the id: the API cannot create objects, and some services hide those that a key may not change. If every object fails, check base_url."},
	KindConflict: {"Conflicting Change",
		"If a value is already in use, choose another. Otherwise apply again, with -parallelism=1 if updates collide, and check what else writes to the object."},
	KindRateLimited:   {"Rate Limit Exceeded", "Wait and try again. To avoid the limit, set requests_per_second."},
	KindRefused:       {"Request Refused", "Resolve the problem that the message describes, then try again."},
	KindServerFailure: {"Service Failure", "Try again. If the failure persists, report this request to the operators of the service."},
	KindRedirect: {"Unexpected Redirect",
		"If the target is another address of the service, set base_url to it. If it is a login page, a gateway may require a header (headers)."},
	KindNetworkLogin: {"Network Login Required", "A network's login page stopped the request. Log in to the network in a browser, then apply again."},
	KindUnexpected:   {"Unexpected Status", "Check that base_url is the address of the service and not of a proxy or another server."},
	KindTimeout:      {"Request Timed Out", "Try again. If the service is slow, raise request_timeout."},
	KindUnreachable: {"Connection Failed",
		"Check the host and port in base_url, that the service is running, and that no firewall or proxy (HTTPS_PROXY, NO_PROXY) blocks the connection."},
	KindProxy:        {refusedByProxy, "Check HTTPS_PROXY, or ask the operators of the proxy to allow this host and port." + orNoProxy},
	KindProxyLogin:   {refusedByProxy, "Set a user name and password that the proxy accepts in " + proxyVariable + "." + orNoProxy},
	KindProxyScheme:  {refusedByProxy, "The proxy does not offer Basic, the only login of the provider. Set " + proxyVariable + " to a local relay that logs in to it, such as Px or Cntlm."},
	KindProxyFailure: {refusedByProxy, "Check the host and port in base_url, that the service is running, and that the proxy can reach it." + orNoProxy},
	KindConnection: {"Connection Lost",
		"Try again. If the failure persists, check the network between here and the service, and whether its port uses TLS if base_url begins with http://."},
	KindProxySetting: {"Invalid Proxy Setting",
		"Correct or unset the variable. In the URL of the proxy, percent-encode special characters of the user name and password, and remove white space."},
	KindUnknownProxy: {"Unknown Host", "Check the spelling of the proxy's host in " + proxyVariable + ", and that this machine can resolve it." + orNoProxy},
	KindUnknownHost:  {"Unknown Host", "Check the spelling of the host in base_url, and that this machine can resolve it."},
	KindTLS: {"TLS Connection Failed",
		"If a private authority issued the service's certificate, set ca_cert_pem to the authority's certificate. Otherwise check that base_url uses a " +
			"host name that the certificate covers, and that the port accepts TLS."},
	KindCertificateDates: {"TLS Connection Failed",
		"Set this machine's clock if it is wrong. Otherwise, the operators of the service, or of a proxy that inspects TLS, have to renew the certificate."},
	KindTLSVersion: {"TLS Connection Failed",
		"The provider requires TLS 1.2 or newer. Enable it in the service, or in the proxy or load balancer in front of it."},
	KindNoTLS: {"TLS Connection Failed",
		"Check the port in base_url, and the scheme and port in HTTPS_PROXY if it is set: what was reached does not use TLS."},
	KindHandshake: {"TLS Connection Failed",
		"If the service requires a client certificate, set client_cert_pem and client_key_pem. Otherwise check that the port accepts TLS 1.2 or newer."},
	KindProtocol: {"TLS Connection Failed",
		"The provider uses HTTP/1.1, which this port does not accept. Enable it in the service, or in the proxy or load balancer in front of it."},
	KindClientCert: {"Client Certificate Refused",
		"Set client_cert_pem and client_key_pem to a certificate that the service, or the gateway in front of it, accepts, and to its key."},
	KindCanceled: {"Request Canceled", "The run was interrupted. Try again."},
	KindUnreadable: {"Unreadable Response",
		"The response may come from a proxy or a login page. Check that base_url is the address of the service, then try again."},
	KindResponseTooLarge: {"Response Too Large",
		fmt.Sprintf("At most %d MiB are read. Check that base_url is the address of the service, then try again.", MaxResponseBytes>>20)},
	KindNotConfirmed: {"Update Not Confirmed",
		"If the reason includes an error message, fix the problem that it describes. Otherwise check that base_url is the address " +
			"of the service and not of a proxy or another server."},
	KindWrongObject: {"Response for a Different Object",
		"It is not known which object was changed. Check that base_url is the address of the service and not of a proxy or another server."},
	KindUnsendable: {"Unsendable Request", "This is a bug in the provider: please report it with the configuration, without its secrets."},
	KindNotSent:    {"Request Not Sent", ""},
}

// Advice says what to do about a failure.
func (e *Error) Advice() Advice {
	advice := adviceFor[e.Kind]
	isShown := strings.Trim(strings.ReplaceAll(e.Text, Withheld, ""), "; ") != ""

	switch {
	case e.Kind == KindRefused && !isShown && (e.Text != "" || len(e.Fields) == 0):
		advice.Next = AskOperators
	case e.Kind == KindForbidden && strings.HasPrefix(e.Text, "Missing Authentication Token"):
		advice.Next = "Amazon API Gateway returns this for a path that it does not know. Check base_url."
	case strings.Contains(e.Text, "SSL certificate"): // nginx, with status 400
		advice.Next = adviceFor[KindClientCert].Next
	case strings.Contains(e.Text, "Post-Handshake Authentication"): // Apache, with status 403
		advice = Advice{adviceFor[KindClientCert].Summary, "With TLS 1.3, the gateway has to ask for the certificate when the connection is made. Tell its operators."}
	}

	return advice
}
