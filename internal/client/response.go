package client

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/errortext"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// readResponse returns the JSON object of a 2xx response, or nil for an empty
// one. Any 2xx status is a success: the API documentation has 200 for the
// appearance and no status for the source (section 4).
func (o *operation) readResponse(ctx context.Context, id string, last result) (map[string]any, *Error) {
	if len(last.body) > MaxResponseBytes {
		return nil, o.failure(last, KindResponseTooLarge, "")
	}

	o.warnings.OnlyAccepted = last.StatusCode == http.StatusAccepted

	if o.warnings.NoBody = len(bytes.TrimSpace(last.body)) == 0; o.warnings.NoBody {
		return nil, nil
	}

	object, err := decodeObject(last.body)
	if err != nil {
		return nil, o.failure(last, KindUnreadable, err.Error())
	}

	returned, problem := redact.AsText(object["id"]), "the response has no id"
	isError := slices.ContainsFunc([]string{"message", "detail", "error", "errors"}, func(key string) bool { return object[key] != nil })

	switch {
	case returned == nil:
		// Some services report an error with status 200, whose keys are no request
		// fields.
		if isError {
			_, message := errortext.Read(ctx, o.secrets(), "", last.body, nil)
			problem += ": " + message
		}

		return nil, o.failure(last, KindNotConfirmed, redact.Truncate(problem, redact.MaxTextLength))
	case !sameID(id, *returned): // a proxy, a stub or a wrong address
		return nil, o.failure(last, KindWrongObject, redact.Truncate(`the id in the response is "`+o.secrets().Show(*returned)+`"`, redact.MaxTextLength))
	}

	o.warnings.ErrorText = o.errorText(ctx, object)

	return object, nil
}

// errorText returns the text under error and errors in a response to an update that
// succeeded, or "". It may be about anything.
func (o *operation) errorText(ctx context.Context, object map[string]any) string {
	found := maps.Clone(object)
	maps.DeleteFunc(found, func(key string, value any) bool {
		return key != "error" && key != "errors" || !errortext.HasText(value)
	})

	if len(found) == 0 {
		return ""
	}

	_, text := errortext.Read(ctx, o.secrets(), "", []byte(redact.JSONText(found)), nil)

	return text
}

// decodeObject decodes a JSON object. Its error says what is wrong with a
// response, without quoting it.
func decodeObject(body []byte) (map[string]any, error) {
	value, err := redact.DecodeJSON(body)
	object, isObject := value.(map[string]any)

	switch {
	case err != nil:
		return nil, errors.New("the response is not JSON")
	case !isObject:
		return nil, errors.New("the response is JSON, but not an object")
	}

	return object, nil
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

// Warnings are what somebody should know of a response to an update that succeeded.
type Warnings struct {
	// Differences are the fields that the response returned with another value than
	// was sent or, if they were not sent, than before.
	Differences []Difference
	// Removed tells what became of the removed fields.
	Removed []RemovedField
	// Withheld names the fields without a value because it may repeat a credential,
	// or is too long to be searched for one.
	Withheld []string
	// NoBody reports whether the response was empty.
	NoBody bool
	// OnlyAccepted reports whether the status was 202: the change may be made later,
	// or never.
	OnlyAccepted bool
	// ErrorText is a text under error or errors in the response, as in Error.Text.
	ErrorText string
}

// values returns fields of the response as text, without those that are missing or
// null. Callers store them where anybody may read them: a value that repeats a
// credential, or may, is withheld, unless the request sent the field.
func (o *operation) values(response, sent map[string]any, fields ...string) (values map[string]*string, warnings Warnings) {
	values, warnings = map[string]*string{}, o.warnings

	for _, field := range fields {
		values[field] = redact.AsText(response[field])

		_, isSent := sent[field]
		if values[field] != nil && !isSent && !o.mayBeStored(field, response[field]) {
			values[field], warnings.Withheld = nil, append(warnings.Withheld, field)
		}
	}

	return values, warnings
}

// mayBeStored reports whether the value of a field may be stored, where anybody may
// read it. The type of a source always may.
func (o *operation) mayBeStored(field string, value any) bool {
	return field == "type" || o.secrets().MayBeStored(redact.JSONText(value))
}

// fieldNames returns the JSON names of the fields of a request type.
func fieldNames[T any]() []string {
	var names []string

	for field := range reflect.TypeFor[T]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}

	return names
}
