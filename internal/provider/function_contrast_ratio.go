package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// newContrastRatioFunction returns provider::chatview::contrast_ratio.
func newContrastRatioFunction() function.Function {
	return &colorFunction{"contrast_ratio", function.Definition{
		Summary:             "Contrast ratio of two colors",
		MarkdownDescription: "Returns the contrast ratio of two colors as WCAG 2.2 defines it, from 1 for equal colors to 21 for black and white.",
		Parameters: []function.Parameter{
			colorParameter("foreground", "Color of the text or the outline"),
			colorParameter("background", "Color behind it"),
		},
		Return: function.Float64Return{},
	}, func(ctx context.Context, req function.RunRequest) (any, *function.FuncError) {
		var foreground, background palette.Color

		err := colorArguments(ctx, req, &foreground, &background)

		return palette.Contrast(foreground, background), err
	}}
}
