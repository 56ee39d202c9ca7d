package preview

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Theme is an appearance configuration as it is, or as a plan changes it. The
// JSON of this type and its parts is in the result of chatview-preview -json.
type Theme struct {
	// Plan is the path of its plan, empty if there is only one. Address is the
	// resource address, empty if there is no resource. Previous is the one
	// before the plan, empty if it is the same.
	Plan     string `json:"plan"`
	Address  string `json:"address"`
	Previous string `json:"previous_address"`
	// ID, Name and BaseURL are texts. Hidden ones are in parentheses. PreviousID
	// and PreviousBaseURL are those before the plan, empty if they are the same.
	ID              string `json:"id"`
	PreviousID      string `json:"previous_id"`
	Name            string `json:"name"`
	BaseURL         string `json:"base_url"`
	PreviousBaseURL string `json:"previous_base_url"`
	// Place says which base URL the theme has, if that is not clear, and IsUnusual
	// reports whether the plan removes or replaces the theme, or sends it to another
	// service than most.
	Place     string `json:"-"`
	IsUnusual bool   `json:"-"`
	// MayBeAnother reports whether Before may be another theme than After, and
	// Overlaps whether another theme has the id, so one overwrites the other.
	MayBeAnother bool `json:"-"`
	Overlaps     bool `json:"-"`
	// Action says what a plan does to the theme, such as "changed", and Note
	// adds a sentence. Both may be empty. Outcome is what becomes of a removed one.
	// IsApplied reports whether applying the plan sends the theme.
	Action    string `json:"action"`
	Outcome   string `json:"outcome"`
	IsApplied bool   `json:"applied"`
	Note      string `json:"note"`
	// Before and After are the theme's fields as last applied and as planned,
	// nil if they are not known.
	Before Fields `json:"before"`
	After  Fields `json:"after"`
	// Changed are the names of the fields that differ, if both are known.
	Changed []string `json:"changed"`
	// Verdict is nil if the theme is not judged.
	Verdict *Verdict `json:"verdict"`
}

// Label returns what tells the theme from all others in a text: its address,
// behind the path of its plan if there are several.
func (t Theme) Label() string { return strings.TrimPrefix(t.Plan+": "+t.Address, ": ") }

// Current returns the fields as planned, or as last applied if none are planned.
func (t Theme) Current() Fields {
	if t.After == nil {
		return t.Before
	}

	return t.After
}

// HasTwoLooks reports whether the theme is known before and after the plan.
func (t Theme) HasTwoLooks() bool { return t.Before != nil && t.After != nil }

// Listed returns the names of the fields that every output lists: those that the
// plan changes, or all but the id that it is known to send, with nothing to compare.
func (t Theme) Listed() []string {
	if t.HasTwoLooks() || !t.IsApplied {
		return t.Changed
	}

	return slices.DeleteFunc(t.After.names(), func(name string) bool {
		value, isSent := t.After[name]
		return !isSent || name == "id" || value.Hidden.coversAllColors() && (isColor(name) || value.Hidden != AfterApply)
	})
}

func isColor(name string) bool { return slices.Contains(palette.Attributes(), name) }

// Names returns the names of the fields of every theme, in the order to list them.
func Names() []string {
	return append(palette.Attributes(), "id", "name",
		"theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards")
}

const overrides = "custom_css_overrides"

// Fields are the fields of a theme that are set, by attribute name.
type Fields map[string]Value

// names returns those of every theme and the others that are set.
func (f Fields) names() []string {
	isCommon := func(name string) bool { return slices.Contains(Names(), name) }
	return append(Names(), slices.DeleteFunc(slices.Sorted(maps.Keys(f)), isCommon)...)
}

// Text returns a field as text, empty if it is not set.
func (f Fields) Text(name string) string {
	if value, isSet := f[name]; isSet {
		return value.String()
	}

	return ""
}

// Value is the value of a field, or the reason why there is none to show.
type Value struct {
	// JSON is a value as encoding/json decodes it.
	JSON any `json:"value"`
	// Hidden is the reason to show no value, and JSON is then nil.
	Hidden Hidden `json:"hidden,omitempty"`
}

// Hidden is a reason to show no value, in words that go into a sentence.
type Hidden string

// The reasons to show no value.
const (
	Sensitive  Hidden = "sensitive"
	AfterApply Hidden = "known after apply"
	NotPlanned Hidden = "hidden by write_only_version"
	Unknown    Hidden = "unknown"
	// NoLongerSent is the reason for what a plan removes: the service may keep
	// the value or reset it.
	NoLongerSent  Hidden = "no longer sent"
	wasSensitive  Hidden = "no longer sent (sensitive)"
	wasNotPlanned Hidden = "write_only_version hid colors that the service may still have" + wayOut
	wasUnknown    Hidden = "the state does not say which colors were sent, so the service may still have some" + wayOut
	wayOut               = " (configure all colors of the offered modes once, or use -allow-unjudged for this change)"
	// NewColor is the reason for a color that this version cannot judge.
	NewColor Hidden = "unknown to this version"
)

// coversAllColors reports whether the reason hides all colors, set or not.
func (h Hidden) coversAllColors() bool { return h == AfterApply || h == NotPlanned || h == Unknown }

// hidesColors reports whether it is hidden which colors the theme has or had.
func (t Theme) hidesColors() (hides bool) {
	for _, fields := range []Fields{t.Before, t.After} {
		for name, value := range fields {
			hides = hides || value.Hidden == NewColor || value.Hidden.coversAllColors() && (isColor(name) || name == overrides)
		}
	}

	return hides
}

// String returns a text unchanged, any other value as JSON, and a hidden value
// as its reason in parentheses.
func (v Value) String() string {
	if v.Hidden != "" {
		return "(" + string(v.Hidden) + ")"
	}

	if text, isText := v.JSON.(string); isText {
		return text
	}

	return encoded(v.JSON)
}

// ambiguous is a text that reads like the reason to show no value, a quoted text, or a change.
var ambiguous = regexp.MustCompile(`(?s)^\(.*\)$|^\s*not configured\s*$|^"|->|→`)

// Shown returns the value, or that there is none. It quotes an ambiguous text.
func (v Value) Shown() string {
	if v.JSON == nil && v.Hidden == "" {
		return "not configured"
	}

	if text, _ := v.JSON.(string); ambiguous.MatchString(text) {
		return quoted(text)
	}

	return v.String()
}

// encoded returns a value as JSON.
func encoded(value any) string {
	var text strings.Builder

	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the template does

	_ = encoder.Encode(value) // it was decoded

	return strings.TrimSuffix(text.String(), "\n")
}
