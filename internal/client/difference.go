package client

import "slices"

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
