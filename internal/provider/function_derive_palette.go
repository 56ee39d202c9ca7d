package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// derivePaletteFunction is provider::chatview::derive_palette.
type derivePaletteFunction struct{}

func newDerivePaletteFunction() function.Function { return &derivePaletteFunction{} }

// Metadata names the function.
func (f *derivePaletteFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "derive_palette"
}

// Definition describes the function.
func (f *derivePaletteFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Derive a theme from one brand color",
		MarkdownDescription: "Derives all eight colors of a theme from one brand color. Returns a map whose keys are the color attributes of `chatview_appearance`.",
		Parameters:          []function.Parameter{colorParameter("brand", "Brand color")},
		Return:              function.MapReturn{ElementType: types.StringType},
	}
}

// Run derives the colors.
func (f *derivePaletteFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var brand palette.Color

	resp.Error = colorArguments(ctx, req, &brand)
	if resp.Error != nil {
		return
	}

	resp.Error = resp.Result.Set(ctx, palette.Derive(brand))
}
