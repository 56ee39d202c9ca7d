package client

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/errortext"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// readResponse returns the JSON object of a 2xx response, or nil if there is none. Any
// 2xx status is a success: the API documentation has 200 for the appearance and no
// status for the source (section 4).
func (o *operation) readResponse(ctx context.Context, id string, last result) (map[string]any, Warnings, *Error) {
	warnings := Warnings{OnlyAccepted: last.StatusCode == http.StatusAccepted, Created: last.StatusCode == http.StatusCreated}

	switch {
	case len(last.body) > MaxResponseBytes:
		return nil, warnings, o.newError(last, KindResponseTooLarge, "")
	case len(bytes.TrimSpace(last.body)) == 0:
		warnings.NoObject = true

		return nil, warnings, nil
	}

	value, err := redact.DecodeJSON(last.body)
	object, isJSONObject := value.(map[string]any)

	switch {
	case isRequested(id, object, warnings.OnlyAccepted):
		if warnings.Text = o.said(ctx, object, true, last.StatusCode == http.StatusMultiStatus); warnings.Text != "" {
			warnings.StatusCode = last.StatusCode
		}

		return object, warnings, nil
	// Anything else may be a job, or a text about the change to come.
	case warnings.OnlyAccepted && !errortext.HasText(object["error"], true) && !errortext.HasText(object["errors"], true):
		warnings.NoObject, warnings.Text = true, o.said(ctx, object, false, false)

		return nil, warnings, nil
	case err != nil:
		return nil, warnings, o.newError(last, KindUnreadable, o.unreadable(last, err))
	case !isJSONObject:
		return nil, warnings, o.newError(last, KindUnreadable, "the response is JSON, but not an object")
	}

	kind, problem := KindNotConfirmed, "the response has no id"
	if returned := redact.AsText(object["id"]); returned != nil { // a proxy, a stub or a wrong address
		kind, problem = KindWrongObject, `the id in the response is "`+o.secrets().Show(*returned)+`"`
	}

	problem = strings.TrimSuffix(problem+": "+o.said(ctx, object, false, false), ": ")

	return nil, warnings, o.newError(last, kind, redact.Truncate(problem, redact.MaxTextLength))
}

// isRequested reports whether a response is the object with the requested id. The API
// documentation types the id in the path as a string and the one in the response as an
// integer, so any number may be the id of a name. With status 202, it may be that of a job.
func isRequested(id string, response map[string]any, onlyAccepted bool) bool {
	returned := redact.AsText(response["id"])
	if returned == nil {
		return false
	}

	isNumberOfName := integer.MatchString(*returned) && !integer.MatchString(id)

	return id == integer.ReplaceAllString(*returned, "$1") || isNumberOfName && !onlyAccepted
}

// refusal matches a key and a value that say that a change was not made. Nothing else does.
var refusal = regexp.MustCompile(`(?i)^(?:(?:ok|success): false|(?:status|result): (?:err(?:or)?|fail(?:ed|ure)?))$`)

// said returns what a response says of the change, safe to show, or "". Beside the object,
// only errors and warnings do so, which may be about anything, unless it says that the change
// was not made; with 207, so do other lists and objects. Without the object, only messages do:
// any other value may be an address with a key that nothing can search for.
func (o *operation) said(ctx context.Context, response map[string]any, isObject, isMultiStatus bool) string {
	isRefusal := func(key string) bool { return refusal.MatchString(fmt.Sprint(key, ": ", response[key])) }
	saysNo := !isObject || slices.ContainsFunc(slices.Collect(maps.Keys(response)), isRefusal)

	parts := maps.Clone(response)
	maps.DeleteFunc(parts, func(key string, value any) bool {
		isPart := isMultiStatus && slices.Contains([]reflect.Kind{reflect.Slice, reflect.Map}, reflect.ValueOf(value).Kind()) &&
			!slices.Contains(o.fields, key) && !slices.Contains(readOnlyAppearanceFields, key)
		isMessage := slices.Contains([]string{"error", "errors", "warning", "warnings"}, key)
		isAbout := saysNo && (errortext.IsHeadline(key) || slices.Contains([]string{"status", "success", "errors"}, key))

		isSaid := isRefusal(key) || isMessage && errortext.HasText(value, false) || (isPart || isAbout) && errortext.HasText(value, true)

		return !isSaid
	})

	_, text := errortext.Read(ctx, o.secrets(), "", []byte(redact.JSONText(parts)), nil)

	return text
}

// integer matches an integer, the same for 007, 7 and 7.0.
var integer = regexp.MustCompile(`^0*(\d+)(?:\.0*)?$`)

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
	// NoObject reports whether the response was empty or, with OnlyAccepted, something
	// else than the object.
	NoObject bool
	// OnlyAccepted reports whether the status was 202: the change may be made later,
	// or never.
	OnlyAccepted bool
	// Created reports whether the status was 201.
	Created bool
	// Text is what the response says of errors and warnings or, with NoObject, what it says at
	// all, as in Error.Text. StatusCode is that of a response with the object and Text.
	Text       string
	StatusCode int
}

// Headline is a colon and the first 200 characters of Text, for a summary: the CLI
// shows one of several warnings with the same summary.
func (w Warnings) Headline() string {
	return strings.TrimSuffix(": "+redact.Truncate(w.Text, 200), ": ")
}

// values returns fields of the response as text, nil for those that are missing or
// null. Callers store them where anybody may read them: a value that repeats a
// credential, or may, is withheld, unless the request sent the field.
func (o *operation) values(response, sent map[string]any, fields ...string) (values map[string]*string, withheld []string) {
	values = map[string]*string{}

	for _, field := range fields {
		values[field] = redact.AsText(response[field])

		_, isSent := sent[field]
		if values[field] != nil && !isSent && !o.mayBeStored(field, response[field]) {
			values[field], withheld = nil, append(withheld, field)
		}
	}

	return values, withheld
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
