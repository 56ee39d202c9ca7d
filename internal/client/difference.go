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
	// Sent and Returned are JSON, safe to show: at most 100 characters, or
	// Withheld.
	Sent, Returned string
}

// RemovedField is a field that was set before and that the request omits.
type RemovedField struct {
	// Field is the name of the request field.
	Field string
	// Returned is the value in the response as in a Difference, or empty if the
	// response does not have the field.
	Returned string
	// Kept reports whether the response has the value that was set before.
	Kept bool
}

// compare compares the sent fields with those set before, if any, and those in
// the response. A field missing from the response is not a difference.
func (o *operation) compare(before any, response map[string]any, fields []string) (differences []Difference, removed []RemovedField) {
	encoded, _ := json.Marshal(before) // of the type that send has encoded
	set, _ := decodeObject(encoded)
	sent, _ := decodeObject(o.body)

	for _, field := range fields {
		was, wasSet := set[field]
		value, isSent := sent[field]
		is, isReturned := response[field]

		switch {
		case isSent && isReturned && differ(value, is):
			differences = append(differences, Difference{Field: field, Sent: o.secrets().showValue(value), Returned: o.secrets().showValue(is)})
		case wasSet && !isSent && isReturned:
			kept := is != nil && *text(was) == *text(is)
			removed = append(removed, RemovedField{Field: field, Returned: o.secrets().showValue(is), Kept: kept})
		case wasSet && !isSent:
			removed = append(removed, RemovedField{Field: field})
		}
	}

	return differences, removed
}

func (s secrets) showValue(value any) string {
	return truncate(s.show(jsonText(value)), maxDifferenceLength)
}

// ShowReturned returns a value of a response to UpdateSource as in a Difference.
func (c *Client) ShowReturned(value string, hide ...string) string {
	return c.secrets(hide...).showValue(value)
}

// differ compares a sent value with the returned one. The API documentation
// does not define the elements of recommendations (section 2.1), so a list is
// only compared with a list of strings.
func differ(sent, returned any) bool {
	sentList, isList := sent.([]any)
	if !isList {
		is := text(returned)

		return is == nil || *is != *text(sent)
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
