package client

import (
	"slices"

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

// fieldsOf returns the fields of a request or a response.
func fieldsOf(value any) map[string]any {
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

		if !isExpected || !isReturned || !differ(value, is) {
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

// removed returns what became of the fields that were set before and are not sent.
func (o *operation) removed(before, sent, response map[string]any) []RemovedField {
	var removed []RemovedField

	for _, field := range returnedAppearanceFields {
		_, wasSet := before[field]
		if _, isSent := sent[field]; isSent || !wasSet {
			continue
		}

		next := RemovedField{Field: field}
		if is, isReturned := response[field]; isReturned {
			next.Returned = o.secrets().Excerpt(is, 0)
			next.Kept = is != nil && *redact.AsText(before[field]) == *redact.AsText(is)
		}

		removed = append(removed, next)
	}

	return removed
}

// differ compares a sent value with the returned one. The API documentation
// does not define the elements of recommendations (section 2.1), so a list is
// only compared with a list of strings.
func differ(sent, returned any) bool {
	sentList, isList := sent.([]any)
	if !isList {
		is := redact.AsText(returned)

		return is == nil || *is != *redact.AsText(sent)
	}

	returnedList, isList := returned.([]any)
	if !isList {
		return returned == nil && len(sentList) > 0
	}

	for _, element := range returnedList {
		if _, isString := element.(string); !isString {
			return false
		}
	}

	return !slices.Equal(sentList, returnedList)
}
