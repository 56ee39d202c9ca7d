package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
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

// call calls a function as the framework does.
func call(t *testing.T, name string, arguments ...string) (attr.Value, *function.FuncError) {
	t.Helper()

	tested := functions(t)[name]

	values := make([]attr.Value, 0, len(arguments))
	for _, argument := range arguments {
		values = append(values, types.StringValue(argument))
	}

	result, err := define(t, tested).Return.NewResultData(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	resp := function.RunResponse{Result: result}
	tested.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData(values)}, &resp)

	return resp.Result.Value(), resp.Error
}

func TestFunction_DefinitionsAreValidAndDescribed(t *testing.T) {
	t.Parallel()

	named := functions(t)
	if len(named) != 2 {
		t.Errorf("%d functions", len(named))
	}

	for name, tested := range named {
		definition := define(t, tested)

		var validation function.DefinitionValidateResponse

		definition.ValidateImplementation(t.Context(), function.DefinitionValidateRequest{FuncName: name}, &validation)

		if validation.Diagnostics.HasError() {
			t.Errorf("%s: %v", name, validation.Diagnostics)
		}

		descriptions := []string{definition.MarkdownDescription, definition.Summary + "."}
		for _, parameter := range definition.Parameters {
			descriptions = append(descriptions, parameter.GetMarkdownDescription())
		}

		for _, description := range descriptions {
			if !strings.HasSuffix(description, ".") || len(description) < 10 {
				t.Errorf("%s: %q", name, description)
			}
		}
	}
}

func TestFunction_ContrastRatio(t *testing.T) {
	t.Parallel()

	for colors, want := range map[[2]string]string{
		{"#000", "#ffffff"}:    "21",
		{"#FFFFFF", "#000000"}: "21",
		{"#abc", "#AABBCC"}:    "1",
		{"#777777", "#fff"}:    "4.478",
	} {
		got, err := call(t, "contrast_ratio", colors[0], colors[1])
		if err != nil {
			t.Errorf("%v: %v", colors, err)

			continue
		}

		if text := fmt.Sprintf("%.4g", got.(types.Float64).ValueFloat64()); text != want {
			t.Errorf("contrast of %v is %s, want %s", colors, text, want)
		}
	}
}

func TestFunction_DerivePaletteGivesTheColorAttributes(t *testing.T) {
	t.Parallel()

	got, err := call(t, "derive_palette", "#1864AB")
	if err != nil {
		t.Fatal(err)
	}

	colors := map[string]string{}
	for name, value := range got.(types.Object).Attributes() {
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

// TestFunction_InvalidColorIsAnErrorOnItsArgument also holds that the error
// does not repeat the argument, which may be sensitive.
func TestFunction_InvalidColorIsAnErrorOnItsArgument(t *testing.T) {
	t.Parallel()

	const invalid = "secret"

	for _, test := range []struct {
		name      string
		arguments []string
		position  int64
	}{
		{"contrast_ratio", []string{invalid, "#fff"}, 0},
		{"contrast_ratio", []string{"#fff", invalid}, 1},
		{"contrast_ratio", []string{invalid, invalid}, 0},
		{"derive_palette", []string{invalid}, 0},
	} {
		_, err := call(t, test.name, test.arguments...)
		if err == nil {
			t.Errorf("%s(%q) is no error", test.name, test.arguments)

			continue
		}

		want := function.NewArgumentFuncError(test.position, `not a color: expected #rgb, #rrggbb or a CSS color name, such as "#1864ab"`)
		if diff := cmp.Diff(want, err); diff != "" {
			t.Errorf("%s(%q): error (-want +got):\n%s", test.name, test.arguments, diff)
		}
	}
}
