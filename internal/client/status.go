package client

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Outcome is what is known of the change after a failed operation.
type Outcome int

// The outcomes. A refusal is believed only if its status precedes the change: a service may
// save the values, find that the connection fails, and answer 400.
const (
	OutcomeNotMade  Outcome = iota
	OutcomeDisputed         // the response says no, but the change may have been made
	OutcomeUnknown
)

// status is what a status says of an attempt.
type status struct {
	kind    Kind
	outcome Outcome
}

// statuses are those that differ from the others of their class, and x00 for the others.
var statuses = []struct {
	codes []int
	status
}{
	{[]int{200}, status{Kind{}, OutcomeUnknown}},
	{[]int{301, 307, 308}, status{KindRedirect, OutcomeNotMade}},
	{[]int{302, 303}, status{KindRedirect, OutcomeUnknown}}, // usually follow a change
	{[]int{400}, status{KindRefused, OutcomeDisputed}},      // and every 4xx that is not listed, such as 422
	{[]int{401}, status{KindUnauthorized, OutcomeNotMade}},
	{[]int{403}, status{KindForbidden, OutcomeNotMade}},
	{[]int{404}, status{KindNotFound, OutcomeNotMade}},
	{[]int{402, 405, 407, 411, 412, 413, 414, 415, 417, 421, 426, 428, 431, 451}, status{KindRefused, OutcomeNotMade}},
	{[]int{408}, status{KindTimeout, OutcomeUnknown}},
	{[]int{409}, status{KindConflict, OutcomeDisputed}},
	{[]int{425}, status{KindServerFailure, OutcomeNotMade}}, // RFC 8470
	{[]int{429}, status{KindRateLimited, OutcomeNotMade}},
	{[]int{500}, status{KindServerFailure, OutcomeUnknown}},
	{[]int{501}, status{KindNotImplemented, OutcomeNotMade}},
	{[]int{505}, status{KindServerFailure, OutcomeNotMade}},
	{[]int{511}, status{KindNetworkLogin, OutcomeNotMade}},
}

// statusOf returns what a status says: an unknown one is like x00 (RFC 9110, section 15).
// Any other 1xx or 3xx, and what is no status, is unexpected.
func statusOf(code int) status {
	for _, like := range []int{code, code / 100 * 100} {
		for _, known := range statuses {
			if slices.Contains(known.codes, like) {
				return known.status
			}
		}
	}

	return status{KindUnexpected, OutcomeUnknown}
}

// challengeHeader is that of AWS WAF, which asks a browser to solve a challenge with
// status 202, or a captcha with 405, before it passes the request on.
const challengeHeader = "x-amzn-waf-action"

// statusOfResponse returns what the status and header of a response say.
func statusOfResponse(resp *http.Response, after time.Duration) status {
	switch {
	case slices.Contains([]string{"challenge", "captcha"}, resp.Header.Get(challengeHeader)):
		return status{kind: KindChallenged}
	case resp.StatusCode == http.StatusForbidden && after > 0: // a quota
		return statusOf(http.StatusTooManyRequests)
	}

	return statusOf(resp.StatusCode)
}

// StatusText returns a status code with its name, if it has one: "520", or
// "503 (Service Unavailable)".
func StatusText(code int) string {
	return strings.TrimSuffix(fmt.Sprintf("%d (%s)", code, http.StatusText(code)), " ()")
}
