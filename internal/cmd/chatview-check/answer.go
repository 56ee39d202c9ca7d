package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// answer is what the client returned for an update.
type answer struct {
	client.Warnings

	failure *client.Error // nil after a success
	unseen  string        // why there is no answer, or empty
	isLate  bool          // whether the values are those of an earlier update
	// kept and lost are the readable fields by whether the response has the expected
	// value.
	kept, lost []string
}

func (a answer) isTaken() bool { return a.failure == nil && a.unseen == "" }

// mayBeAboutValues reports whether other values may be taken instead of those refused.
func (a answer) mayBeAboutValues() bool {
	never := []client.Kind{client.KindNotFound, client.KindUnauthorized, client.KindRedirect}

	return a.failure != nil && a.unseen == "" && !slices.Contains(never, a.failure.Kind)
}

// differing returns the fields that the response has with another value.
func (a answer) differing() (fields []string) {
	for _, d := range a.Differences {
		fields = append(fields, d.Field)
	}

	return fields
}

// number returns the number of the request that a name is from, or 0.
func number(name string) (number int) {
	_, _ = fmt.Sscanf(strings.ToLower(strings.Trim(name, `"`)), "check %d.", &number)

	return number
}

// older reports whether the response has another name than was sent, and whether it
// is that of an earlier update.
func (a answer) older() (isOther, isOlder bool) {
	for _, d := range a.Differences {
		if sent, returned := number(d.Expected), number(d.Returned); sent > 0 {
			return returned != sent, returned > 0 && returned < sent
		}
	}

	return false, false
}

// answers reports whether a failure answers a question. Only a refusal does, and if
// others work, a status that a firewall, a used-up quota or a broken service may have
// for everything.
func answers(failure *client.Error, othersWork func() bool) bool {
	switch failure.Kind {
	case client.KindRefused, client.KindNotFound:
		return failure.StatusCode != http.StatusPaymentRequired || othersWork()
	case client.KindConflict, client.KindRateLimited, client.KindTimeout, client.KindCanceled, client.KindNotSent:
		return false
	}

	return failure.StatusCode != 0 && othersWork()
}

// brief names a failure.
func brief(kind client.Kind, status int) string {
	if status == 0 {
		return string(kind)
	}

	return fmt.Sprintf("%s, status %d", kind, status)
}

// quoted says what the operators of a service need to know of a failure.
func quoted(failure *client.Error) (texts []string) {
	for _, field := range failure.Fields {
		texts = append(texts, strings.Join(field.Path, ".")+": "+field.Message)
	}

	if failure.Text != "" {
		texts = append(texts, failure.Text)
	}

	if failure.RequestID != "" {
		texts = append(texts, fmt.Sprintf("%s %s, request id %s", failure.Method, failure.Path, failure.RequestID))
	}

	return texts
}
