package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// newDerivePaletteFunction returns provider::chatview::derive_palette.
func newDerivePaletteFunction() function.Function {
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
