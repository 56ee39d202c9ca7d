package provider

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

const usualColorForm = "#1a2b3c, #abc, or a short name such as red"

// usualColor warns about a likely typo. The API documents no format, so it is
// not an error.
type usualColor struct{ description }

// ValidateString adds a warning if the value is known and not a color of CSS.
// textLength refuses values of other lengths.
func (u usualColor) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString()
	if !known(req.ConfigValue) || value == "" || utf8.RuneCountInString(value) > client.MaxColorLength {
		return
	}

	if _, err := palette.Parse(value); err == nil {
		return
	}

	resp.Diagnostics.AddAttributeWarning(req.Path, fmt.Sprintf("Unusual Color: %s = %q", req.Path, value), fmt.Sprintf(
		"The API documents no color format, so the value %q of %s is sent unchanged. It may be a typo. A color usually has the form %s.", value, req.Path, u.description))
}
