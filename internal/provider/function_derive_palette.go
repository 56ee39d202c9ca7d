package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// derivePaletteFunction is provider::chatview::derive_palette.
type derivePaletteFunction struct{}

var _ function.Function = (*derivePaletteFunction)(nil)

func newDerivePaletteFunction() function.Function { return &derivePaletteFunction{} }

// Metadata names the function.
func (f *derivePaletteFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "derive_palette"
}

// Definition describes the function.
func (f *derivePaletteFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	colorTypes := map[string]attr.Type{}
	for _, name := range palette.Attributes() {
		colorTypes[name] = types.StringType
	}

	resp.Definition = function.Definition{
		Summary:             "Derive a theme from one brand color",
		MarkdownDescription: "Derives all eight colors of a theme from one brand color. Returns an object with the color attributes of `chatview_appearance`.",
		Parameters:          []function.Parameter{colorParameter("brand", "Brand color")},
		Return:              function.ObjectReturn{AttributeTypes: colorTypes},
	}
}

// Run derives the colors.
func (f *derivePaletteFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var brandText string

	resp.Error = req.Arguments.Get(ctx, &brandText)
	if resp.Error != nil {
		return
	}

	brand, err := colorArgument(0, brandText)
	if err != nil {
		resp.Error = err

		return
	}

	values, colorTypes := map[string]attr.Value{}, map[string]attr.Type{}
	for name, color := range palette.Derive(brand).Colors() {
		values[name], colorTypes[name] = types.StringValue(color), types.StringType
	}

	resp.Error = resp.Result.Set(ctx, types.ObjectValueMust(colorTypes, values))
}
