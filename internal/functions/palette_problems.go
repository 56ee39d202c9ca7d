package functions

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// paletteProblemType is the type of palette.Problem.
var paletteProblemType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"attribute":   types.StringType,
	"value":       types.StringType,
	"background":  types.StringType,
	"backgrounds": types.ListType{ElemType: types.StringType},
	"contrast":    types.Float64Type,
	"required":    types.Float64Type,
	"criterion":   types.StringType,
	"suggestion":  types.StringType,
	"message":     types.StringType,
}}

// newPaletteProblems returns provider::chatview::palette_problems.
func newPaletteProblems() function.Function {
	return &colorFunction{"palette_problems", function.Definition{
		Summary:             "Find unreadable colors in a theme",
		MarkdownDescription: "Returns the problems of a theme's colors, each with its contrast and a color that passes, or an empty list.",
		Parameters: []function.Parameter{
			// An object type would require all eight attributes.
			function.DynamicParameter{
				Name: "palette",
				MarkdownDescription: "Object or map with any of the eight color attributes of `chatview_appearance`, such as the result of " +
					"`derive_palette` or `applied_colors`. Missing and null colors are not checked.",
			},
		},
		Return: function.ListReturn{ElementType: paletteProblemType},
	}, findProblems}
}

func findProblems(ctx context.Context, req function.RunRequest) (any, *function.FuncError) {
	var argument types.Dynamic
	if err := req.Arguments.Get(ctx, &argument); err != nil {
		return nil, err
	}

	colors, isKnown, err := paletteArgument(argument)

	switch {
	case err != nil:
		return nil, function.NewArgumentFuncError(0, err.Error())
	case !isKnown:
		return types.ListUnknown(paletteProblemType), nil
	}

	return append([]palette.Problem{}, palette.Problems(colors, palette.AA)...), nil // nil would be a null list
}

// paletteArgument returns the configured colors, or false if one is unknown.
// Errors contain attribute names but no values, which may be sensitive.
func paletteArgument(argument types.Dynamic) (colors map[string]string, isKnown bool, err error) {
	values, err := paletteValues(argument)
	if err != nil {
		return nil, false, err
	}

	colors, isKnown = map[string]string{}, true

	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch text, isText := values[name].(types.String); {
		case values[name].IsNull():
		case values[name].IsUnknown():
			isKnown = false
		case isText:
			colors[name] = text.ValueString()
		default:
			return nil, false, fmt.Errorf("attribute %s is not a string", name)
		}
	}

	return colors, isKnown, nil
}

// paletteValues returns the values of an object or map by name. It fails on a
// name that is not a color attribute.
func paletteValues(argument types.Dynamic) (map[string]attr.Value, error) {
	var values map[string]attr.Value

	switch underlying := argument.UnderlyingValue().(type) {
	case types.Object:
		values = underlying.Attributes()
	case types.Map:
		values = underlying.Elements()
	default:
		return nil, fmt.Errorf("expected an object with color attributes, such as { %s = \"#1864ab\" }", palette.Attributes()[0])
	}

	unexpected := slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(name string) bool {
		return slices.Contains(palette.Attributes(), name)
	})
	if len(unexpected) > 0 {
		return nil, fmt.Errorf("not a color attribute: %q; expected any of %s", unexpected[0], strings.Join(palette.Attributes(), ", "))
	}

	return values, nil
}
