package client

import (
	"encoding/json"
	"slices"
)

// maxDifferenceLength limits the values in a Difference, in characters.
const maxDifferenceLength = 100

// Difference is a request field that the response returned with a different
// value.
type Difference struct {
	// Field is the name of the request field.
	Field string
	// Sent and Returned are the values as JSON, safe to show: at most 100
	// characters, or Withheld.
	Sent, Returned string
}

// differences returns the request fields that the response returned with a
// different value, in the order of fields. A field missing from the response
// is not a difference.
func (o *operation) differences(response map[string]any, fields []string) []Difference {
	sent, _ := decodeObject(o.body) // send has encoded it

	var found []Difference

	for _, field := range fields {
		was, isSent := sent[field]
		is, isReturned := response[field]

		if isSent && isReturned && differ(was, is) {
			found = append(found, Difference{Field: field, Sent: o.secrets().showValue(was), Returned: o.secrets().showValue(is)})
		}
	}

	return found
}

// RemovedField is a field that was set before and that the request omits.
type RemovedField struct {
	// Field is the name of the request field.
	Field string
	// Returned is the value in the response as JSON, safe to show: at most 100
	// characters, or Withheld. It is empty if the response does not have the
	// field.
	Returned string
	// Kept reports whether the response has the value that was set before.
	Kept bool
}

// removed returns the fields that were set before and that the request omits, in
// the order of fields.
func (o *operation) removed(before any, response map[string]any, fields []string) []RemovedField {
	encoded, _ := json.Marshal(before) // of the type that send has encoded
	set, _ := decodeObject(encoded)
	sent, _ := decodeObject(o.body)

	var found []RemovedField

	for _, field := range fields {
		was, wasSet := set[field]
		if _, isSent := sent[field]; !wasSet || isSent {
			continue
		}

		removed := RemovedField{Field: field}
		if is, isReturned := response[field]; isReturned {
			removed.Returned, removed.Kept = o.secrets().showValue(is), jsonText(was) == jsonText(is)
		}

		found = append(found, removed)
	}

	return found
}

func (s secrets) showValue(value any) string {
	return truncate(s.show(jsonText(value)), maxDifferenceLength)
}

// ShowReturned returns a value of a response to UpdateSource as JSON, safe to
// show: at most 100 characters, or Withheld if it contains the API key or one
// of the credentials in hide.
func (c *Client) ShowReturned(value string, hide ...string) string {
	return c.secrets(hide...).showValue(value)
}

// differ compares a sent value with the returned one. The API documentation
// does not define the elements of recommendations (section 2.1), so a list is
// only compared with a list of strings.
func differ(sent, returned any) bool {
	sentList, isList := sent.([]any)
	if !isList {
		a, b := text(sent), text(returned)

		return a == nil || b == nil || *a != *b
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
