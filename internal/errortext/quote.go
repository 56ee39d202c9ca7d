package errortext

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// Quote shows the values of these keys, and texts without the key.
var (
	textKeys  = []string{"message", "detail", "title"}
	valueKeys = []string{"status", "success", "error", "errors"}
)

const maxNames = 10

// Quote returns what a successful response says that is not the updated object: the
// values of textKeys and valueKeys, messages about the given request fields, and the names of
// other keys, whose values may be addresses with a key that nothing can search for.
func Quote(hidden redact.Secrets, object map[string]any, fields []string) string {
	var texts, rest []string

	quoted := slices.Concat(textKeys, valueKeys)
	if HasFieldMessages(object, fields) {
		quoted = append(quoted, fields...)
	}

	for _, key := range quoted {
		text, isText := object[key].(string)
		isRefusal := key == "success" && object[key] != nil // false says something, too

		switch {
		case !HasText(object[key], true) && !isRefusal:
		case isText && slices.Contains(textKeys, key):
			texts = append(texts, text)
		default:
			rest = append(rest, key+": "+*redact.AsText(object[key]))
		}
	}

	if names := otherKeys(object, quoted); len(names) > 0 {
		rest = append(rest, "it has "+strings.Join(names, ", "))
	}

	said, aside := strings.Join(texts, "; "), strings.Join(rest, ", ")
	if said != "" && aside != "" {
		aside = " (" + aside + ")"
	}

	if said += aside; hidden.OccurIn(redact.Drop(said, `;,[]{}`)) { // values may be pieces of a secret
		return redact.Withheld
	}

	return hidden.Show(strings.ReplaceAll(said, ".; ", ". "))
}

// otherKeys returns the keys of an object that are not quoted, at most ten. An error
// about the id has its value.
func otherKeys(object map[string]any, quoted []string) []string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(key string) bool {
		return key == "id" || object[key] == nil || slices.Contains(quoted, key)
	})
	if len(names) > maxNames {
		return append(names[:maxNames], "…")
	}

	return names
}

// HasFieldMessages reports whether a JSON value has a message about a request field. A
// list of texts may be the value of a field with elements.
func HasFieldMessages(value any, fields []string) bool {
	messages := reader{known: fields, left: redact.MaxSearched}

	return messages.read(nil, value, true, false) && slices.ContainsFunc(messages.messages, func(next message) bool {
		return len(next.field) > 1 || len(next.field) > 0 && !slices.Contains(elementFields, next.key)
	})
}

// HasText reports whether a JSON value is, or contains, a text that is not blank, or
// with orCode, true or a number other than 0.
func HasText(value any, orCode bool) bool {
	isBelow := func(value any) bool { return HasText(value, orCode) }

	switch value := value.(type) {
	case string:
		return strings.TrimFunc(value, redact.IsBlank) != ""
	case []any:
		return slices.ContainsFunc(value, isBelow)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), isBelow)
	}

	return orCode && !slices.Contains([]any{nil, false, json.Number("0")}, value)
}
