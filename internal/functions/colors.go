package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// colorFunction is a function of the provider.
type colorFunction struct {
	name       string
	definition function.Definition
	run        func(context.Context, function.RunRequest) (result any, err *function.FuncError)
}

// Metadata names the function.
func (f *colorFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

// Definition describes the function.
func (f *colorFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = f.definition
}

// Run returns the result, or an error.
func (f *colorFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	result, err := f.run(ctx, req)
	if resp.Error = err; err == nil {
		resp.Error = resp.Result.Set(ctx, result)
	}
}

// colorParameter returns a parameter that colorArguments parses.
func colorParameter(name, what string) function.Parameter {
	return function.StringParameter{
		Name:                name,
		MarkdownDescription: what + ": `#rgb`, `#rrggbb` or a CSS color name.",
	}
}

// colorArguments parses all arguments. The error omits the value, which may be
// sensitive.
func colorArguments(ctx context.Context, req function.RunRequest, colors ...*palette.Color) *function.FuncError {
	for i, color := range colors {
		var text string
		if err := req.Arguments.GetArgument(ctx, i, &text); err != nil {
			return err
		}

		var err error
		if *color, err = palette.Parse(text); err != nil {
			return function.NewArgumentFuncError(int64(i), err.Error())
		}
	}

	return nil
}

// newContrastRatio returns provider::chatview::contrast_ratio.
func newContrastRatio() function.Function {
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

// newDerivePalette returns provider::chatview::derive_palette.
func newDerivePalette() function.Function {
	return &colorFunction{"derive_palette", function.Definition{
		Summary:             "Derive a theme from one brand color",
		MarkdownDescription: "Derives all eight colors of a theme from one brand color. Returns a map whose keys are the color attributes of `chatview_appearance`.",
		Parameters:          []function.Parameter{colorParameter("brand", "Brand color")},
		Return:              function.MapReturn{ElementType: types.StringType},
	}, func(ctx context.Context, req function.RunRequest) (any, *function.FuncError) {
		var brand palette.Color

		err := colorArguments(ctx, req, &brand)

		return palette.Derive(brand), err
	}}
}
