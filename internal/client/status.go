package client

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// Outcome is what is known of the change after a failed operation.
type Outcome int

// The outcomes. A refusal is believed only if its status precedes the change: a service may
// save the values, find that the connection fails, and answer 400.
const (
	OutcomeNotMade Outcome = iota
	OutcomeRefused         // the response says no, but the change may have been made
	OutcomeUnknown
)

// status is what a status says of an attempt.
type status struct {
	Kind

	// isTemporary reports whether another attempt may succeed.
	isTemporary bool
	outcome     Outcome
}

// statuses are those that differ from the others of their class.
var statuses = map[int]status{
	http.StatusMovedPermanently:  {KindRedirect, false, OutcomeNotMade},
	http.StatusFound:             {KindRedirect, false, OutcomeUnknown}, // usually follows a change
	http.StatusSeeOther:          {KindRedirect, false, OutcomeUnknown},
	http.StatusTemporaryRedirect: {KindRedirect, false, OutcomeNotMade},
	http.StatusPermanentRedirect: {KindRedirect, false, OutcomeNotMade},

	http.StatusUnauthorized:                {KindUnauthorized, false, OutcomeNotMade},
	http.StatusPaymentRequired:             {KindRefused, false, OutcomeNotMade},
	http.StatusForbidden:                   {KindForbidden, false, OutcomeNotMade},
	http.StatusNotFound:                    {KindNotFound, false, OutcomeNotMade},
	http.StatusMethodNotAllowed:            {KindRefused, false, OutcomeNotMade},
	http.StatusProxyAuthRequired:           {KindRefused, false, OutcomeNotMade},
	http.StatusRequestTimeout:              {KindTimeout, true, OutcomeUnknown},
	http.StatusConflict:                    {KindConflict, false, OutcomeRefused},
	http.StatusLengthRequired:              {KindRefused, false, OutcomeNotMade},
	http.StatusPreconditionFailed:          {KindRefused, false, OutcomeNotMade},
	http.StatusRequestEntityTooLarge:       {KindRefused, false, OutcomeNotMade},
	http.StatusRequestURITooLong:           {KindRefused, false, OutcomeNotMade},
	http.StatusUnsupportedMediaType:        {KindRefused, false, OutcomeNotMade},
	http.StatusExpectationFailed:           {KindRefused, false, OutcomeNotMade},
	http.StatusMisdirectedRequest:          {KindRefused, false, OutcomeNotMade},
	http.StatusTooEarly:                    {KindServerFailure, true, OutcomeNotMade}, // RFC 8470
	http.StatusUpgradeRequired:             {KindRefused, false, OutcomeNotMade},
	http.StatusPreconditionRequired:        {KindRefused, false, OutcomeNotMade},
	http.StatusTooManyRequests:             {KindRateLimited, true, OutcomeNotMade},
	http.StatusRequestHeaderFieldsTooLarge: {KindRefused, false, OutcomeNotMade},
	http.StatusUnavailableForLegalReasons:  {KindRefused, false, OutcomeNotMade},

	http.StatusNotImplemented:                {KindServerFailure, false, OutcomeNotMade},
	http.StatusHTTPVersionNotSupported:       {KindServerFailure, true, OutcomeNotMade},
	http.StatusNetworkAuthenticationRequired: {KindNetworkLogin, false, OutcomeNotMade},
}

// statusOf returns what a status says, without a kind for 2xx.
func statusOf(code int) status {
	own, isOwn := statuses[code]

	switch class := code / 100; {
	case isOwn:
		return own
	case class == 2:
		return status{outcome: OutcomeUnknown}
	case class == 4:
		return status{KindRefused, false, OutcomeRefused}
	case class == 5:
		return status{KindServerFailure, true, OutcomeUnknown}
	}

	return status{KindUnexpected, false, OutcomeUnknown}
}

// challengeHeader is that of AWS WAF, which asks a browser to solve a challenge with
// status 202, or a captcha with 405, before it passes the request on.
const challengeHeader = "x-amzn-waf-action"

// statusOfResponse returns what the status and header of a response say.
func statusOfResponse(resp *http.Response) status {
	if slices.Contains([]string{"challenge", "captcha"}, resp.Header.Get(challengeHeader)) {
		return status{Kind: KindChallenged}
	}

	return statusOf(resp.StatusCode)
}

// StatusText returns a status code with its name, if it has one: "520", or
// "503 (Service Unavailable)".
func StatusText(code int) string {
	if name := http.StatusText(code); name != "" {
		return fmt.Sprintf("%d (%s)", code, name)
	}

	return strconv.Itoa(code)
}
