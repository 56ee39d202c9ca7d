package client

import (
	"bytes"
	"regexp"
	"slices"
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
// proxy, a stub or a wrong address. Some services report an error with status
// 200, whose keys are no request fields.
func (o *operation) checkID(requested string, last attempt, object map[string]any) *Error {
	returned := text(object["id"])
	isError := slices.ContainsFunc([]string{"message", "detail", "error", "errors"}, func(key string) bool { return object[key] != nil })

	switch {
	case returned == nil && isError:
		_, said := o.errorText("", last.body, nil)

		return o.failure(last, KindNotConfirmed, truncate("the response has no id: "+said, MaxTextLength))
	case returned == nil:
		return o.failure(last, KindNotConfirmed, "the response has no id")
	case !sameID(requested, *returned):
		return o.failure(last, KindWrongObject, truncate(`the id in the response is "`+o.secrets().show(*returned)+`"`, MaxTextLength))
	}

	return nil
}

// integer matches an integer, the same for 007, 7 and 7.0.
var integer = regexp.MustCompile(`^0*(\d+)(?:\.0*)?$`)

// sameID reports whether the id in a response is the requested one. The API
// documentation types the id in the path as a string and the one in the
// response as an integer, so any number may be the id of a name.
func sameID(requested, returned string) bool {
	want, got := integer.FindStringSubmatch(requested), integer.FindStringSubmatch(returned)

	return requested == returned || got != nil && (want == nil || got[1] == want[1])
}
