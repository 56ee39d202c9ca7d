package provider

import (
	"context"
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

const usualColorForm = "A color usually has the form #1a2b3c, #abc, or a short name such as red."

// colorLength limits the length of a color, in characters.
type colorLength struct{ min, max int }

// Description describes a valid value.
func (l colorLength) Description(context.Context) string {
	return fmt.Sprintf("%d to %d characters", l.min, l.max)
}

// MarkdownDescription describes a valid value.
func (l colorLength) MarkdownDescription(ctx context.Context) string { return l.Description(ctx) }

// ValidateString adds an error if the value is known and not valid.
func (l colorLength) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	length := utf8.RuneCountInString(req.ConfigValue.ValueString())
	if !known(req.ConfigValue) || length >= l.min && length <= l.max {
		return
	}

	resp.Diagnostics.AddAttributeError(req.Path, "Invalid Color", fmt.Sprintf(
		"The value %s of %s cannot be used: it has %d characters, and the API accepts %d to %d. %s",
		req.ConfigValue, req.Path, length, l.min, l.max, usualColorForm))
}

// usualColor warns about a likely typo. The API documents no format, so it is
// not an error.
type usualColor struct{}

var usualColorPattern = regexp.MustCompile(`^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]+)$`)

// Description describes a usual value.
func (usualColor) Description(context.Context) string { return "such as `#1a2b3c` or `#abc`" }

// MarkdownDescription describes a usual value.
func (u usualColor) MarkdownDescription(ctx context.Context) string { return u.Description(ctx) }

// ValidateString adds a warning if the value is known and unusual.
func (usualColor) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString()
	if !known(req.ConfigValue) || value == "" || utf8.RuneCountInString(value) > 7 || usualColorPattern.MatchString(value) {
		return
	}

	resp.Diagnostics.AddAttributeWarning(req.Path, fmt.Sprintf("Unusual Color: %s = %q", req.Path, value), fmt.Sprintf(
		"The API documents no color format, so the value %q of %s is sent unchanged. It may be a typo. %s", value, req.Path, usualColorForm))
}
