package client

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Lengths of the values in a Difference, in characters.
const (
	maxDifferenceLength = 100
	// differenceContext is how much of two equal starts is shown.
	differenceContext = 20
)

// Difference is a field of the response with another value than the one that was
// sent, or else returned before.
type Difference struct {
	Field string
	// Expected and Returned are JSON, safe to show: at most 100 characters, from
	// shortly before the difference if it is not among the first, or Withheld.
	Expected, Returned string
}

// RemovedField is a field that was set before and is no longer configured.
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
	encoded, _ := encode(value)
	fields, _ := decodeObject(encoded)

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

		start := differenceStart(visible(value), visible(is))
		show := func(value any) string {
			hidden := o.secrets()
			if !isSent && hidden.mayBeStored(field, value) {
				hidden = secrets{}
			}

			return hidden.excerpt(value, start)
		}
		differences = append(differences, Difference{Field: field, Expected: show(value), Returned: show(is)})
	}

	return differences
}

// removed returns what became of the fields that were removed.
func (o *operation) removed(fields []string, before, response map[string]any) []RemovedField {
	var removed []RemovedField

	for _, field := range fields {
		next := RemovedField{Field: field}
		if is, isReturned := response[field]; isReturned {
			next.Returned = o.secrets().excerpt(is, 0)
			next.Kept = is != nil && jsonText(asText(before[field])) == jsonText(asText(is))
		}

		removed = append(removed, next)
	}

	return removed
}

// unprintable matches a character that is not printed, and any blank but a space.
var unprintable = regexp.MustCompile(`[^\pL\pM\pN\pP\pS ]`)

// visible returns a value as JSON, with escapes for the characters that are not
// printed.
func visible(value any) []rune {
	return []rune(unprintable.ReplaceAllStringFunc(jsonText(value), func(char string) string {
		return strings.Trim(strconv.QuoteToASCII(char), `"`)
	}))
}

// differenceStart returns where the excerpts of two texts start: at 0 if that shows
// their difference.
func differenceStart(one, other []rune) int {
	equal := 0
	for equal < min(len(one), len(other)) && one[equal] == other[equal] {
		equal++
	}

	if equal < maxDifferenceLength-1 {
		return 0
	}

	return equal - differenceContext
}

// excerpt makes a value safe to show: at most maxDifferenceLength characters of it,
// or Withheld if its start or what surrounds the excerpt contains a secret.
func (s secrets) excerpt(value any, start int) string {
	text := visible(value)

	surrounding := text[max(0, start-maxRead/utf8.UTFMax):]
	if s.occurIn(jsonText(value)) || s.occurIn(string(surrounding)) {
		return Withheld
	}

	if start > 0 {
		text = append([]rune{'…'}, text[start:]...)
	}

	return truncate(string(text), maxDifferenceLength)
}

// differ compares a sent value with the returned one. The API documentation
// does not define the elements of recommendations (section 2.1), so a list is
// only compared with a list of strings.
func differ(sent, returned any) bool {
	sentList, isList := sent.([]any)
	if !isList {
		is := asText(returned)

		return is == nil || *is != *asText(sent)
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
