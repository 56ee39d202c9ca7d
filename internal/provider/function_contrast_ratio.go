package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// contrastRatioFunction is provider::chatview::contrast_ratio.
type contrastRatioFunction struct{}

func newContrastRatioFunction() function.Function { return &contrastRatioFunction{} }

// Metadata names the function.
func (f *contrastRatioFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "contrast_ratio"
}

// Definition describes the function.
func (f *contrastRatioFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Contrast ratio of two colors",
		MarkdownDescription: "Returns the contrast ratio of two colors as WCAG 2.2 defines it, from 1 for equal colors to 21 for black and white.",
		Parameters: []function.Parameter{
			colorParameter("foreground", "Color of the text or the outline"),
			colorParameter("background", "Color behind it"),
		},
		Return: function.Float64Return{},
	}
}

// Run returns the ratio.
func (f *contrastRatioFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var foreground, background palette.Color

	resp.Error = colorArguments(ctx, req, &foreground, &background)
	if resp.Error != nil {
		return
	}

	resp.Error = resp.Result.Set(ctx, palette.Contrast(foreground, background))
}
