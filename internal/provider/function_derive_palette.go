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
		Summary: "Eight theme colours from one brand colour",
		MarkdownDescription: "Returns an object with the eight colour attributes of `chatview_appearance`, from `lm_primary_background_color` to " +
			"`dm_button_outline_color`, each as `#rrggbb`, to be assigned one by one.\n\n" +
			"The backgrounds are tints of the brand colour, light ones for light mode and dark ones for dark mode, on which black, or white, text " +
			"has a contrast of far more than 4.5. The button outline is the brand colour itself where it has a contrast of at least 3 with the " +
			"backgrounds of its mode, and otherwise the nearest lightness of the same hue that has. A grey brand colour gives greys.\n\n" +
			"The result depends on the brand colour alone. A release that changes it says so as a breaking change.",
		Parameters: []function.Parameter{colorParameter("brand", "Brand colour")},
		Return:     function.ObjectReturn{AttributeTypes: colorTypes},
	}
}

// Run derives the colours.
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
