package provider

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// textLength limits the length of a string, in characters. Unlike the stock
// validators, it says what an empty value usually comes from.
type textLength struct {
	min, max int // no maximum if max is 0
	// summary and hint begin and end the error about a value that is too long.
	summary, hint string
}

// Description describes a valid value.
func (l textLength) Description(context.Context) string {
	if l.max == 0 {
		return fmt.Sprintf("at least %d characters", l.min)
	}

	return fmt.Sprintf("%d to %d characters", l.min, l.max)
}

// MarkdownDescription describes a valid value.
func (l textLength) MarkdownDescription(ctx context.Context) string { return l.Description(ctx) }

// ValidateString adds an error if the value is known and not valid. The error
// does not show the value.
func (l textLength) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if !known(req.ConfigValue) {
		return
	}

	switch length := utf8.RuneCountInString(req.ConfigValue.ValueString()); {
	case length == 0 && l.min > 0:
		resp.Diagnostics.AddAttributeError(req.Path, "Empty Value", emptyDetail(req.Path))
	case length < l.min || l.max > 0 && length > l.max:
		resp.Diagnostics.AddAttributeError(req.Path, l.summary, fmt.Sprintf(
			"%s has %d characters, and the API accepts %d to %d.%s", req.Path, length, l.min, l.max, l.hint))
	}
}

// emptyDetail names the attribute: the CLI does not show the value of a sensitive
// one.
func emptyDetail(at path.Path) string {
	const cause = "is empty, and the API requires at least 1 character. Check where the value comes from: a variable that a pipeline does not set " +
		"is often an empty string."

	if len(at.Steps()) > 1 {
		return fmt.Sprintf("An element of %s %s", at.Steps()[0], cause)
	}

	return fmt.Sprintf("%s %s Use null to leave out an optional argument.", at, cause)
}
