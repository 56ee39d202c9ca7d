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

// functions returns the provider's functions by name, with their definitions.
func functions(t *testing.T) map[string]function.Function {
	t.Helper()

	named := map[string]function.Function{}

	for _, newFunction := range (&chatviewProvider{}).Functions(t.Context()) {
		var metadata function.MetadataResponse

		newFunction().Metadata(t.Context(), function.MetadataRequest{}, &metadata)
		named[metadata.Name] = newFunction()
	}

	return named
}

func define(t *testing.T, tested function.Function) function.Definition {
	t.Helper()

	var definition function.DefinitionResponse

	tested.Definition(t.Context(), function.DefinitionRequest{}, &definition)

	if definition.Diagnostics.HasError() {
		t.Fatal(definition.Diagnostics)
	}

	return definition.Definition
}

// call calls a function the way the framework does.
func call(t *testing.T, name string, arguments ...attr.Value) (attr.Value, *function.FuncError) {
	t.Helper()

	tested := functions(t)[name]

	result, err := define(t, tested).Return.NewResultData(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	resp := function.RunResponse{Result: result}
	tested.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData(arguments)}, &resp)

	return resp.Result.Value(), resp.Error
}

func TestFunction_DefinitionsAreValidAndDescribed(t *testing.T) {
	t.Parallel()

	named := functions(t)
	if len(named) != 3 {
		t.Errorf("%d functions", len(named))
	}

	for name, tested := range named {
		definition := define(t, tested)

		var validation function.DefinitionValidateResponse

		definition.ValidateImplementation(t.Context(), function.DefinitionValidateRequest{FuncName: name}, &validation)

		if validation.Diagnostics.HasError() {
			t.Errorf("%s: %v", name, validation.Diagnostics)
		}
	}
}

func TestFunction_ContrastRatioMatchesWCAG(t *testing.T) {
	t.Parallel()

	for colors, want := range map[[2]string]string{
		{"#000", "#ffffff"}:    "21",
		{"#FFFFFF", "#000000"}: "21",
		{"#abc", "#AABBCC"}:    "1",
		{"#777777", "#fff"}:    "4.478",
	} {
		got, err := call(t, "contrast_ratio", types.StringValue(colors[0]), types.StringValue(colors[1]))
		if err != nil {
			t.Errorf("%v: %v", colors, err)

			continue
		}

		if text := fmt.Sprintf("%.4g", got.(types.Float64).ValueFloat64()); text != want {
			t.Errorf("contrast of %v is %s, want %s", colors, text, want)
		}
	}
}

func TestFunction_DerivePaletteReturnsColorAttributes(t *testing.T) {
	t.Parallel()

	got, err := call(t, "derive_palette", types.StringValue("#1864AB"))
	if err != nil {
		t.Fatal(err)
	}

	colors := map[string]string{}
	for name, value := range got.(types.Map).Elements() {
		colors[name] = value.(types.String).ValueString()
	}

	want := map[string]string{
		"lm_primary_background_color": "#ebf5ff",
		"lm_light_background_color":   "#f7fbff",
		"lm_dark_background_color":    "#d6e8fe",
		"lm_button_outline_color":     "#1864ab",
		"dm_primary_background_color": "#111d29",
		"dm_light_background_color":   "#1b2b3d",
		"dm_dark_background_color":    "#09111a",
		"dm_button_outline_color":     "#2e76bf",
	}
	if diff := cmp.Diff(want, colors); diff != "" {
		t.Errorf("colors (-want +got):\n%s", diff)
	}

	resourceColors := appearanceColorAttributes()
	for name := range colors {
		if _, found := resourceColors[name]; !found {
			t.Errorf("chatview_appearance has no %s", name)
		}
	}
}

// The error must not repeat the argument, which may be sensitive.
func TestFunction_InvalidColorFailsOnItsArgument(t *testing.T) {
	t.Parallel()

	valid, invalid := types.StringValue("#fff"), types.StringValue("secret")

	for _, test := range []struct {
		name      string
		arguments []attr.Value
		position  int64
	}{
		{"contrast_ratio", []attr.Value{invalid, valid}, 0},
		{"contrast_ratio", []attr.Value{valid, invalid}, 1},
		{"contrast_ratio", []attr.Value{invalid, invalid}, 0},
		{"derive_palette", []attr.Value{invalid}, 0},
	} {
		_, err := call(t, test.name, test.arguments...)
		if err == nil {
			t.Errorf("%s(%s) is no error", test.name, test.arguments)

			continue
		}

		want := function.NewArgumentFuncError(test.position, `not a color: expected #rgb, #rrggbb or a CSS color name, such as "#1864ab"`)
		if diff := cmp.Diff(want, err); diff != "" {
			t.Errorf("%s(%s): error (-want +got):\n%s", test.name, test.arguments, diff)
		}
	}
}

func TestFunction_PaletteProblemsReadsObjectsAndMaps(t *testing.T) {
	t.Parallel()

	const primary, outline = "lm_primary_background_color", "lm_button_outline_color"

	white, gray := types.StringValue("#fff"), types.StringValue("#ccc")
	problem := "lm_button_outline_color (#ccc) has a contrast of 1.60:1 on lm_primary_background_color (#fff); an outline needs at least 3:1. The nearest color that passes is #949494."

	derived, err := call(t, "derive_palette", types.StringValue("#ffd43b"))
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
		got, err := call(t, "palette_problems", types.DynamicValue(test.palette))
		if err != nil {
			t.Errorf("%s: %v", name, err)

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

	got, err := call(t, "palette_problems", types.DynamicValue(objectOf(map[string]attr.Value{
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

	got, err := call(t, "palette_problems", types.DynamicValue(objectOf(map[string]attr.Value{
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
		`not a color attribute: "k00", "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09"` + expected: types.MapValueMust(
			types.StringType, keys(10, secret)),
	} {
		_, err := call(t, "palette_problems", types.DynamicValue(palette))
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
