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

// colorParameter returns a parameter that colorArgument parses.
func colorParameter(name, what string) function.Parameter {
	return function.StringParameter{
		Name:                name,
		MarkdownDescription: what + ": `#rgb`, `#rrggbb` or a CSS color name.",
	}
}

// colorArgument parses the argument at a position. The error omits the value,
// which may be sensitive.
func colorArgument(position int64, text string) (palette.Color, *function.FuncError) {
	color, err := palette.Parse(text)
	if err != nil {
		return palette.Color{}, function.NewArgumentFuncError(position, err.Error())
	}

	return color, nil
}
