package client

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// Difference is a field of the response with another value than the one that was
// sent, or else expected.
type Difference struct {
	Field string
	// Expected and Returned are JSON, safe to show: at most 100 characters, from
	// shortly before the difference if it is not among the first, or Withheld.
	Expected, Returned string
}

// RemovedField is a field that was set before and not sent.
type RemovedField struct {
	Field string
	// Returned is the value in the response as in a Difference, or empty if the
	// response does not have the field.
	Returned string
	// Kept reports whether the response has the value that was set before.
	Kept bool
}

// jsonFields returns the fields of a request or a response.
func jsonFields(value any) map[string]any {
	encoded, _ := redact.EncodeJSON(value)
	decoded, _ := redact.DecodeJSON(encoded)
	fields, _ := decoded.(map[string]any)

	return fields
}

// differences compares fields with those in the response. A field missing from the
// response is not a difference. A value that was not sent is shown if it is stored.
func (o *operation) differences(expected, sent, response map[string]any, fields []string) []Difference {
	var differences []Difference

	for _, field := range fields {
		value, isExpected := expected[field]
		_, isSent := sent[field]
		is, isReturned := response[field]

		if isEqual, isKnown := compare(field, value, is); !isExpected || !isReturned || isEqual || !isKnown {
			continue
		}

		start := redact.ExcerptStart(value, is)
		hidden := func(value any) redact.Secrets {
			if !isSent && o.mayBeStored(field, value) {
				return redact.Secrets{}
			}

			return o.secrets()
		}
		differences = append(differences, Difference{field, hidden(value).Excerpt(value, start), hidden(is).Excerpt(is, start)})
	}

	return differences
}

// removedFields returns what became of the fields that were set before and are not sent.
func (o *operation) removedFields(before, sent, response map[string]any) []RemovedField {
	var removed []RemovedField

	for _, field := range returnedAppearanceFields {
		_, wasSet := before[field]
		if _, isSent := sent[field]; isSent || !wasSet {
			continue
		}

		next := RemovedField{Field: field}
		if is, isReturned := response[field]; isReturned {
			next.Returned = o.secrets().Excerpt(is, 0)
			next.Kept, _ = compare(field, before[field], is)
		}

		removed = append(removed, next)
	}

	return removed
}

// caselessFields are modes and booleans, which a service may return as DARK or "True".
var caselessFields = []string{"theme_mode", "response_mode", "show_sidebar", "show_dashboards"}

// compare reports whether two values of a field are equal, and whether that is known. The API
// documentation does not define the elements of recommendations (section 2.1), so a
// list is only compared with a list of strings.
func compare(field string, value, returned any) (isEqual, isKnown bool) {
	if isEmpty(value) || isEmpty(returned) {
		return isEmpty(value) && isEmpty(returned), true
	}

	list, isReturnedList := returned.([]any)
	isOther := func(element any) bool {
		_, isString := element.(string)

		return !isString
	}

	if _, isList := value.([]any); isList && (!isReturnedList || slices.ContainsFunc(list, isOther)) {
		return false, false
	}

	if slices.Contains(caselessFields, field) {
		return strings.EqualFold(composed(value), composed(returned)), true
	}

	return composed(value) == composed(returned), true
}

// isEmpty reports whether a value is null, or one that a service may store as null.
func isEmpty(value any) bool {
	list, isList := value.([]any)

	return value == nil || value == "" || isList && len(list) == 0
}

// composed returns a value as text in Unicode's composed form. Terraform composes what
// is configured, so nobody can configure another form.
func composed(value any) string { return norm.NFC.String(*redact.AsText(value)) }
