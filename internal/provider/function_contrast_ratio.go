package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// contrastRatioFunction is provider::chatview::contrast_ratio.
type contrastRatioFunction struct{}

var _ function.Function = (*contrastRatioFunction)(nil)

func newContrastRatioFunction() function.Function { return &contrastRatioFunction{} }

// Metadata names the function.
func (f *contrastRatioFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "contrast_ratio"
}

// Definition describes the function.
func (f *contrastRatioFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Contrast ratio of two colours",
		MarkdownDescription: "Returns the contrast ratio of two colours as WCAG 2.2 defines it: from 1 for two equal colours to 21 for black " +
			"and white, in either order of the arguments. WCAG asks for 4.5 for text (success criterion 1.4.3), and for 3 for large text and for " +
			"what shows where a button is (1.4.11).\n\n" +
			"The ratio is not rounded: 4.48 does not reach 4.5. It needs no network, and is known while planning where the colours are.",
		Parameters: []function.Parameter{
			colorParameter("foreground", "Colour of the text, or of the outline"),
			colorParameter("background", "Colour behind it"),
		},
		Return: function.Float64Return{},
	}
}

// Run computes the ratio.
func (f *contrastRatioFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var foregroundText, backgroundText string

	resp.Error = req.Arguments.Get(ctx, &foregroundText, &backgroundText)
	if resp.Error != nil {
		return
	}

	foreground, err := colorArgument(0, foregroundText)
	if err != nil {
		resp.Error = err

		return
	}

	background, err := colorArgument(1, backgroundText)
	if err != nil {
		resp.Error = err

		return
	}

	resp.Error = resp.Result.Set(ctx, palette.Contrast(foreground, background))
}

// colorParameter describes a parameter that colorArgument reads.
func colorParameter(name, what string) function.Parameter {
	return function.StringParameter{
		Name:                name,
		MarkdownDescription: what + ", as `#rgb` or `#rrggbb`.",
	}
}

// colorArgument reads the argument at a position. The error does not repeat it:
// a value may be sensitive.
func colorArgument(position int64, text string) (palette.Color, *function.FuncError) {
	color, err := palette.Parse(text)
	if err != nil {
		return palette.Color{}, function.NewArgumentFuncError(position, err.Error())
	}

	return color, nil
}
