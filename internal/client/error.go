package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
		Attempts: last.Number, Outcome: outcome, Earlier: last.earlier, RetryAfter: last.tooLong, Text: text,
	}
}

// connectionText says why there is no response to an attempt.
func (o *operation) connectionText(failed result) string {
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
	if last.Kind == (Kind{}) {
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
	case last.isCompressed():
		failed.Text = o.unreadable(last, nil)
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

// isCompressed reports whether the body has an encoding that net/http did not undo. The
// header of a text may name a character set, or an encoding that a gateway has undone.
func (r *result) isCompressed() bool {
	isBinary := func(char rune) bool { return unicode.IsControl(char) && !unicode.IsSpace(char) }

	isEncoded := strings.TrimSuffix(strings.ToLower(r.header.Get("Content-Encoding")), "identity") != ""

	return isEncoded && (!utf8.Valid(r.body) || bytes.ContainsFunc(r.body, isBinary))
}

// quoted matches the character of a body in an error of encoding/json, which may be of a secret.
var quoted = regexp.MustCompile(`character '.+?' `)

// unreadable says why the body of a response cannot be read. syntax is the parser's reason.
func (o *operation) unreadable(last result, syntax error) string {
	title := pageTitle.FindSubmatch(last.body)

	switch {
	case last.isCompressed():
		return o.secrets().Show("the response is compressed in a way that the provider did not ask for (Content-Encoding: " + last.header.Get("Content-Encoding") + ")")
	case title != nil:
		return "the response is not JSON, but a page with the title " + o.secrets().Show(string(title[1]), redact.HTMLText)
	case bytes.ContainsAny(bytes.TrimSpace(last.body)[:1], "{["):
		return "the response is not JSON: " + quoted.ReplaceAllString(syntax.Error(), "character ")
	}

	return "the response is not JSON"
}

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
