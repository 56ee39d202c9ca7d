package functions

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Package palette tests the problems. What does not apply is null, not "" or 0,
// which would be values.
func TestPaletteProblems_ReadsObjectsAndMaps(t *testing.T) {
	t.Parallel()

	const primary, outline, darkOutline = "lm_primary_background_color", "lm_button_outline_color", "dm_button_outline_color"

	white, gray := types.StringValue("#fff"), types.StringValue("#ccc")
	none, low := []palette.Problem{}, palette.Problems(map[string]string{primary: "#fff", outline: "#ccc"}, palette.AA)

	derived, err := call(t, newDerivePalette, types.StringValue("#ffd43b"))
	if err != nil {
		t.Fatal(err)
	}

	for name, test := range map[string]struct {
		palette attr.Value
		want    []palette.Problem
	}{
		"empty object":     {objectOf(nil), none},
		"derived palette":  {derived, none},
		"below level AAA":  {objectOf(map[string]attr.Value{"lm_light_background_color": types.StringValue("#777")}), none},
		"object":           {objectOf(map[string]attr.Value{primary: white, outline: gray}), low},
		"null string":      {objectOf(map[string]attr.Value{primary: white, outline: types.StringNull()}), none},
		"null of any type": {objectOf(map[string]attr.Value{primary: white, outline: types.DynamicNull()}), none},
		"map":              {types.MapValueMust(types.StringType, map[string]attr.Value{primary: white, outline: gray}), low},
		"map with a null":  {types.MapValueMust(types.StringType, map[string]attr.Value{primary: white, outline: types.StringNull()}), none},
		"not a color":      {objectOf(map[string]attr.Value{darkOutline: types.StringValue("wihte")}), palette.Problems(map[string]string{darkOutline: "wihte"}, palette.AA)},
	} {
		got, err := call(t, newPaletteProblems, types.DynamicValue(test.palette))
		if err != nil || got.IsNull() {
			t.Errorf("%s: %s, error %v", name, got, err)

			continue
		}

		var problems []palette.Problem
		if diags := got.(types.List).ElementsAs(t.Context(), &problems, false); diags.HasError() {
			t.Fatal(diags)
		}

		wantEqual(t, name+": problems", test.want, problems)
	}
}

func TestPaletteProblems_OfUnknownColorAreUnknown(t *testing.T) {
	t.Parallel()

	got, err := call(t, newPaletteProblems, types.DynamicValue(objectOf(map[string]attr.Value{
		"lm_primary_background_color": types.StringValue("not a color"), "lm_button_outline_color": types.StringUnknown(),
	})))
	if err != nil || !got.IsUnknown() {
		t.Errorf("%s, error %v", got, err)
	}
}

func TestPaletteProblems_RefusesInvalidArguments(t *testing.T) {
	t.Parallel()

	const (
		object   = `expected an object with color attributes, such as { lm_primary_background_color = "#1864ab" }`
		expected = "; expected any of lm_primary_background_color, lm_light_background_color, lm_dark_background_color, " +
			"lm_button_outline_color, dm_primary_background_color, dm_light_background_color, dm_dark_background_color, " +
			"dm_button_outline_color"
	)

	secret := types.StringValue("secret")

	for want, palette := range map[string]attr.Value{
		object: secret,
		"attribute lm_light_background_color is not a string": objectOf(map[string]attr.Value{
			"lm_light_background_color": types.TupleValueMust([]attr.Type{types.StringType}, []attr.Value{secret}),
		}),
		`not a color attribute: "name"` + expected: objectOf(map[string]attr.Value{
			"outline": types.StringUnknown(), "name": secret, "lm_button_outline_color": secret,
		}),
		// Control characters would reach the terminal.
		`not a color attribute: "\x1b[31mred\u202e"` + expected: types.MapValueMust(types.StringType, map[string]attr.Value{"\x1b[31mred\u202e": secret}),
	} {
		_, err := call(t, newPaletteProblems, types.DynamicValue(palette))
		wantEqual(t, "the error of palette_problems("+palette.String()+")", function.NewArgumentFuncError(0, want), err)
	}
}

func objectOf(values map[string]attr.Value) types.Object {
	attributeTypes := map[string]attr.Type{}
	for name, value := range values {
		attributeTypes[name] = value.Type(context.Background())
	}

	return types.ObjectValueMust(attributeTypes, values)
}
