package client

import (
	"bytes"
	"strings"
)

// readResponse returns the JSON object of a 2xx response, or nil for an empty
// one. Any 2xx status is a success: the API documentation has 200 for the
// appearance and no status for the source (section 4).
func (o *operation) readResponse(id string, last attempt) (map[string]any, error) {
	if len(last.body) > MaxResponseBytes {
		return nil, o.failure(last, KindResponseTooLarge, "")
	}

	if len(bytes.TrimSpace(withoutByteOrderMark(last.body))) == 0 {
		return nil, nil
	}

	object, err := decodeObject(last.body)
	if err != nil {
		return nil, o.failure(last, KindUnreadable, err.Error())
	}

	if failure := o.checkID(id, last, object); failure != nil {
		return nil, failure
	}

	return object, nil
}

// checkID fails if the response is about a different object, which suggests a
// proxy, a stub or a wrong address.
func (o *operation) checkID(requested string, last attempt, object map[string]any) *Error {
	returned := text(object["id"])

	switch {
	case returned == nil:
		return o.failure(last, KindNotConfirmed, o.withoutID(object))
	case !sameID(requested, *returned):
		return o.failure(last, KindWrongObject, truncate(`the id in the response is "`+o.secrets().show(*returned)+`"`, MaxTextLength))
	}

	return nil
}

// withoutID describes a response without an id. Some services report an error
// with status 200. The keys of such a response are no request fields.
func (o *operation) withoutID(object map[string]any) string {
	const missing = "the response has no id"

	for _, key := range []string{"message", "detail", "error", "errors"} {
		if object[key] != nil {
			_, said := o.showJSON(object, nil)

			return truncate(missing+": "+said, MaxTextLength)
		}
	}

	return missing
}

// sameID reports whether the id in a response is the requested one. The API
// documentation types the id in the path as a string and the one in the
// response as an integer, so a number may be the id of a name.
func sameID(requested, returned string) bool {
	want, got := integer(requested), integer(returned)

	return requested == returned || got != "" && (got == want || want == "")
}

// integer returns the digits of an integer, the same for 007, 7 and 7.0, or ""
// for anything else.
func integer(id string) string {
	digits, fraction, _ := strings.Cut(id, ".")
	if !isDigits(digits) || strings.Trim(fraction, "0") != "" {
		return ""
	}

	return strings.TrimLeft(digits[:len(digits)-1], "0") + digits[len(digits)-1:]
}
