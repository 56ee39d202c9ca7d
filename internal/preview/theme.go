package preview

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Theme is an appearance configuration as it is, or as a plan changes it.
type Theme struct {
	// Address is the resource address, empty if there is no resource.
	Address string
	// Action says what a plan does to the theme, such as "changed". It is empty if
	// there is no plan.
	Action string
	// Note is a sentence about the action, empty if there is nothing to add.
	Note string
	// Before and After are the theme's fields, nil if they are not known.
	Before, After Fields
	// Changed are the names of the fields that differ. It is empty if Before is
	// nil.
	Changed []string
	// Verdict is nil if the theme is not judged.
	Verdict *Verdict
}

// Fields are the fields of a theme by the names of their attributes, the id among
// them. A field that is not set is absent.
type Fields map[string]Value

// Value is the value of a field, or the reason why there is none to show.
type Value struct {
	// JSON is a value as encoding/json decodes it.
	JSON any
	// Hidden is the reason to show no value, and JSON is then nil.
	Hidden Hidden
}

// Hidden is a reason to show no value, in words that go into a sentence.
type Hidden string

// The reasons to show no value.
const (
	Sensitive  Hidden = "sensitive"
	AfterApply Hidden = "known after apply"
	// NotPlanned is the reason of a write-only value under write_only_version.
	NotPlanned Hidden = "not in the plan"
)

// String returns a text unchanged, any other value as JSON, and a hidden value as
// its reason in parentheses.
func (v Value) String() string {
	if v.Hidden != "" {
		return "(" + string(v.Hidden) + ")"
	}

	return asText(v.JSON)
}

// text returns a field as text, empty if it is not set.
func (f Fields) text(name string) string {
	if value, isSet := f[name]; isSet {
		return value.String()
	}

	return ""
}

// Current returns the fields after the plan, or those before it if it leaves
// none.
func (t Theme) Current() Fields {
	if t.After == nil {
		return t.Before
	}

	return t.After
}

// Name returns the theme's name, a hidden one in parentheses.
func (t Theme) Name() string { return t.Current().text("name") }

// ID returns the theme's id, a hidden one in parentheses.
func (t Theme) ID() string { return t.Current().text("id") }

// asText returns a string unchanged, and any other value as JSON.
func asText(value any) string {
	if text, isText := value.(string); isText {
		return text
	}

	var text strings.Builder

	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the template does

	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("preview: a value is not JSON: %v", err))
	}

	return strings.TrimSuffix(text.String(), "\n")
}
