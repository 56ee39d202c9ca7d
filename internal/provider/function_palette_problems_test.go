package provider

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

func TestFunction_PaletteProblemsReadsObjectsAndMaps(t *testing.T) {
	t.Parallel()

	const primary, outline = "lm_primary_background_color", "lm_button_outline_color"

	white, gray := types.StringValue("#fff"), types.StringValue("#ccc")
	problem := "lm_button_outline_color (#ccc) has a contrast of 1.60:1 on lm_primary_background_color (#fff); an outline needs at least 3:1. The nearest color that passes is #949494."

	derived, err := call(t, newDerivePaletteFunction, types.StringValue("#ffd43b"))
	if err != nil {
		t.Fatal(err)
	}

	for name, test := range map[string]struct {
		palette attr.Value
		want    []string
	}{
		"empty object":     {objectOf(nil), []string{}},
		"derived palette":  {derived, []string{}},
		"object":           {objectOf(map[string]attr.Value{primary: white, outline: gray}), []string{problem}},
		"null string":      {objectOf(map[string]attr.Value{primary: white, outline: types.StringNull()}), []string{}},
		"null of any type": {objectOf(map[string]attr.Value{primary: white, outline: types.DynamicNull()}), []string{}},
		"map":              {types.MapValueMust(types.StringType, map[string]attr.Value{primary: white, outline: gray}), []string{problem}},
		"map with a null":  {types.MapValueMust(types.StringType, map[string]attr.Value{primary: white, outline: types.StringNull()}), []string{}},
	} {
		got, err := call(t, newPaletteProblemsFunction, types.DynamicValue(test.palette))
		if err != nil || got.IsNull() {
			t.Errorf("%s: %s, error %v", name, got, err)

			continue
		}

		messages := []string{}
		for _, problem := range problemsOf(t, got) {
			messages = append(messages, problem.Message)
		}

		if diff := cmp.Diff(test.want, messages); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", name, diff)
		}
	}
}

// What does not apply is null, not "" or 0, which would be values.
func TestFunction_PaletteProblemsReturnsNullForWhatDoesNotApply(t *testing.T) {
	t.Parallel()

	got, err := call(t, newPaletteProblemsFunction, types.DynamicValue(objectOf(map[string]attr.Value{
		"lm_primary_background_color": types.StringValue("#fff"), "lm_button_outline_color": types.StringValue("#ccc"),
		"dm_button_outline_color": types.StringValue("wihte"),
	})))
	if err != nil {
		t.Fatal(err)
	}

	want := []palette.Problem{
		{
			Attribute: "dm_button_outline_color", Value: "wihte", Backgrounds: []string{},
			Message: `dm_button_outline_color is "wihte", which is not a color: use #rgb, #rrggbb or a CSS color name.`,
		},
		{
			Attribute: "lm_button_outline_color", Value: "#ccc", Background: pointer("lm_primary_background_color"), Backgrounds: []string{"lm_primary_background_color"},
			Contrast: pointer(1.6059285649300714), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#949494"),
			Message: "lm_button_outline_color (#ccc) has a contrast of 1.60:1 on lm_primary_background_color (#fff); an outline needs at least 3:1. " +
				"The nearest color that passes is #949494.",
		},
	}
	if diff := cmp.Diff(want, problemsOf(t, got), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func problemsOf(t *testing.T, result attr.Value) []palette.Problem {
	t.Helper()

	var problems []palette.Problem
	if diags := result.(types.List).ElementsAs(t.Context(), &problems, false); diags.HasError() {
		t.Fatal(diags)
	}

	return problems
}

func TestFunction_PaletteProblemsOfUnknownColorAreUnknown(t *testing.T) {
	t.Parallel()

	got, err := call(t, newPaletteProblemsFunction, types.DynamicValue(objectOf(map[string]attr.Value{
		"lm_primary_background_color": types.StringValue("not a color"), "lm_button_outline_color": types.StringUnknown(),
	})))
	if err != nil || !got.IsUnknown() {
		t.Errorf("%s, error %v", got, err)
	}
}

func TestFunction_PaletteProblemsRefusesInvalidArguments(t *testing.T) {
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
		`not a color attribute: "name", "outline"` + expected: objectOf(map[string]attr.Value{
			"outline": types.StringUnknown(), "name": secret, "lm_button_outline_color": secret,
		}),
		// Control characters would reach the terminal.
		`not a color attribute: "\x1b[31mred\u202e"` + expected: types.MapValueMust(types.StringType, map[string]attr.Value{
			"\x1b[31mred\u202e": secret,
		}),
		`not a color attribute: "k00", "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09", and 2 more` + expected: types.MapValueMust(
			types.StringType, keys(12, secret)),
		`not a color attribute: "k00", "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09", and 1 more` + expected: types.MapValueMust(
			types.StringType, keys(11, secret)),
		`not a color attribute: "k00", "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09"` + expected: types.MapValueMust(
			types.StringType, keys(10, secret)),
	} {
		_, err := call(t, newPaletteProblemsFunction, types.DynamicValue(palette))
		if diff := cmp.Diff(function.NewArgumentFuncError(0, want), err); diff != "" {
			t.Errorf("palette_problems(%s): error (-want +got):\n%s", palette, diff)
		}
	}
}

// keys returns a value under the keys k00, k01 and so on.
func keys(count int, value attr.Value) map[string]attr.Value {
	values := map[string]attr.Value{}
	for i := range count {
		values[fmt.Sprintf("k%02d", i)] = value
	}

	return values
}

func objectOf(values map[string]attr.Value) types.Object {
	attributeTypes := map[string]attr.Type{}
	for name, value := range values {
		attributeTypes[name] = value.Type(context.Background())
	}

	return types.ObjectValueMust(attributeTypes, values)
}
