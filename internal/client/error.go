package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/errortext"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// FieldError is an API message about one request field.
type FieldError = errortext.FieldError

// Withheld replaces an API text that repeats a secret.
const Withheld = redact.Withheld

// Error is a failed operation. Its texts are safe to show: one line, without
// control characters, and Withheld if they repeat a secret.
type Error struct {
	Kind         Kind
	Method, Path string
	// StatusCode is 0 if the last attempt got no response.
	StatusCode int
	// RequestID is from the headers of the last response.
	RequestID string
	Attempts  int
	// Outcome is that of all attempts.
	Outcome Outcome
	// Earlier says how the attempt ended that may have made the change, if the last one did
	// not. It has the reason of a connection, and no API message.
	Earlier string
	// Cause is the earlier failure that led to KindNotSent.
	Cause *Error
	// FailedInARow is how many operations had failed up to Cause, if that is why
	// nothing was sent, or 0.
	FailedInARow int
	// RetryAfter is how long the service asks to wait, if the retries cannot, or 0.
	RetryAfter time.Duration
	// Fields are the API messages about request fields.
	Fields []FieldError
	// Text is any other API message, the target of a redirect, or what is wrong
	// with the response or the connection. It has at most 1,000 characters.
	Text string
}

// Error returns one line for logs and tests.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %s (status %d): %s", e.Method, e.Path, e.Kind, e.StatusCode, e.Text)
}

// newError returns an error after the last attempt.
func (o *operation) newError(last result, kind Kind, text string) *Error {
	outcome := last.outcome
	if last.earlier != "" {
		outcome = OutcomeUnknown
	}

	return &Error{
		Kind: kind, Method: o.method, Path: o.path, StatusCode: last.StatusCode, RequestID: last.RequestID,
		Attempts: last.Number, Outcome: outcome, Earlier: last.earlier, Text: text,
	}
}

// connectionText says why there is no response to an attempt, or "".
func (o *operation) connectionText(failed result) string {
	if failed.err == nil {
		return ""
	}

	hidden, text := o.secrets(), failed.err.Error()
	if failed.Kind != KindConnection && !errors.Is(failed.err, errConnect) { // only these may quote the response
		hidden = hidden.WithoutShort()
	}

	if unverified, is := errors.AsType[*tls.CertificateVerificationError](failed.err); is && len(unverified.UnverifiedCertificates) > 0 {
		text += ", issued by " + unverified.UnverifiedCertificates[0].Issuer.String()
	}

	return hidden.Show(text, redact.WithoutUserinfo)
}

// errorOf returns the error of a failed attempt, or nil for a success.
func (o *operation) errorOf(ctx context.Context, last result) *Error {
	if last.Kind == "" {
		return nil
	}

	failed := o.newError(last, last.Kind, "")

	switch {
	case last.err != nil:
		failed.Text = o.connectionText(last)
	case last.Kind == KindChallenged:
		failed.Text = "the response has the header " + challengeHeader + ": " + last.header.Get(challengeHeader)
	case last.Kind == KindRedirect:
		failed.Text = o.secrets().Show(last.header.Get("Location"), redact.WithoutUserinfo)
	case last.header.Get("Content-Encoding") != "":
		failed.Text = o.unreadable(last)
	default:
		failed.Fields, failed.Text = errortext.Read(ctx, o.secrets(), last.header.Get("Content-Type"), last.body, o.fields)
		if failed.Text == "" && len(failed.Fields) == 0 {
			failed.Text = o.headerText(ctx, last)
		}
	}

	return failed
}

// headerText returns what the header of a response says of an error, or "".
func (o *operation) headerText(ctx context.Context, last result) (text string) {
	switch last.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		_, text = errortext.Read(ctx, o.secrets(), "", errortext.Challenge(strings.Join(last.header.Values("WWW-Authenticate"), ", ")), nil)
	case http.StatusMethodNotAllowed:
		text = o.secrets().Show(strings.TrimSuffix("allowed: "+last.header.Get("Allow"), "allowed: "))
	}

	return text
}

// pageTitle matches the title of a page.
var pageTitle = regexp.MustCompile(`(?is)<title[^>]*>([^<]{1,200})`)

// unreadable says why the body of a response cannot be read.
func (o *operation) unreadable(last result) string {
	if encoding := last.header.Get("Content-Encoding"); encoding != "" {
		return o.secrets().Show("the response is compressed in a way that the provider did not ask for (Content-Encoding: " + encoding + ")")
	}

	text := "the response is not JSON"
	if title := pageTitle.FindSubmatch(last.body); title != nil {
		text += ", but a page with the title " + o.secrets().Show(string(title[1]), redact.HTMLText)
	}

	return text
}

// Kind is the kind of a failure, by what the user can do about it.
type Kind string

// The kinds of failure. The API documentation defines no errors (section 7),
// so they are based on the status code and the connection.
const (
	KindUnauthorized     Kind = "unauthorized"        // 401
	KindForbidden        Kind = "forbidden"           // 403
	KindChallenged       Kind = "challenged"          // any status, from a gateway that blocked the request
	KindNotFound         Kind = "not found"           // 404
	KindConflict         Kind = "conflict"            // 409
	KindRateLimited      Kind = "rate limited"        // 429
	KindRefused          Kind = "refused"             // any other 4xx
	KindServerFailure    Kind = "server failure"      // 5xx, and 425, which is about timing, not the request
	KindRedirect         Kind = "redirect"            // 301, 302, 303, 307, 308
	KindNetworkLogin     Kind = "network login"       // 511
	KindUnexpected       Kind = "unexpected status"   // any other status except 2xx
	KindTimeout          Kind = "timed out"           // 408, or no complete response within the request timeout
	KindUnreachable      Kind = "unreachable"         // no connection: refused, no route
	KindConnection       Kind = "connection lost"     // a connection that broke
	KindProxy            Kind = "refused by a proxy"  // a proxy that does not connect to the service
	KindProxyLogin       Kind = "no proxy login"      // the same, or over plain http, with status 407
	KindProxyScheme      Kind = "no proxy scheme"     // a proxy that offers no login that net/http knows
	KindProxyFailure     Kind = "proxy failure"       // a proxy that answers CONNECT with 5xx, or breaks the connection
	KindProxySetting     Kind = "proxy setting"       // nothing was sent: the variable of the proxy cannot be used
	KindUnknownProxy     Kind = "unknown proxy"       // the proxy's host name does not resolve
	KindUnknownHost      Kind = "unknown host"        // that of the service does not resolve
	KindTLS              Kind = "TLS failure"         // the server's certificate, or the handshake
	KindCertificateDates Kind = "certificate dates"   // the server's has expired, or is not yet valid
	KindTLSVersion       Kind = "TLS version"         // older than 1.2
	KindNoTLS            Kind = "no TLS"              // from the server or the proxy
	KindHandshake        Kind = "handshake refused"   // by the server, without a reason
	KindClientCert       Kind = "certificate refused" // the client's, or none, by the server
	KindProtocol         Kind = "protocol refused"    // HTTP/1.1, by the server
	KindCanceled         Kind = "canceled"            // the context ended
	KindUnreadable       Kind = "unreadable response" // 2xx that is not a JSON object
	KindResponseTooLarge Kind = "response too large"  // 2xx with more than MaxResponseBytes
	KindWrongObject      Kind = "wrong object"        // 2xx with another id
	KindNotConfirmed     Kind = "not confirmed"       // 2xx without an id
	KindNotSent          Kind = "not sent"            // an earlier failure shows that no request can succeed (Error.Cause)
	KindUnsendable       Kind = "unsendable"          // nothing was sent: the request is invalid
)

// proxyError is a proxy's response to a CONNECT request other than 200.
type proxyError struct {
	proxy  string // its address, without user information
	host   string // and port
	status int
	offers string // the schemes of its login
}

// Error does not contain the proxy's own words, which may repeat its password.
func (e *proxyError) Error() string {
	text := fmt.Sprintf("the proxy %s returned status %s to CONNECT %s", e.proxy, StatusText(e.status), e.host)

	return strings.TrimSuffix(text+", and offers "+e.offers, ", and offers ")
}

// kind classifies the status.
func (e *proxyError) kind() Kind {
	switch {
	case e.status == http.StatusProxyAuthRequired:
		return loginKind(e.offers)
	case e.status/100 == 5:
		return KindProxyFailure
	}

	return KindProxy
}

// loginKind classifies status 407 by the schemes that the proxy offers.
func loginKind(offers string) Kind {
	if offers == "" || strings.Contains(strings.ToLower(offers), "basic") {
		return KindProxyLogin
	}

	return KindProxyScheme
}

// offers returns the schemes in a Proxy-Authenticate header.
func offers(header http.Header) string {
	return strings.Join(header.Values("Proxy-Authenticate"), ", ")
}
