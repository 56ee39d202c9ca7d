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

// Quote returns what a successful response says besides the updated object: the values of
// textKeys, valueKeys and the given keys, and the names of other keys, whose values may be
// addresses with a key that nothing can search for.
func Quote(hidden redact.Secrets, object map[string]any, keys ...string) string {
	var texts, rest []string

	quoted := slices.Concat(textKeys, valueKeys)
	keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(quoted, key) })
	quoted = append(quoted, keys...)

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
