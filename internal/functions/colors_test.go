package functions

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// call calls a function the way the framework does.
func call(t *testing.T, newFunction func() function.Function, arguments ...attr.Value) (attr.Value, *function.FuncError) {
	t.Helper()

	var definition function.DefinitionResponse

	newFunction().Definition(t.Context(), function.DefinitionRequest{}, &definition)

	result, err := definition.Definition.Return.NewResultData(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	resp := function.RunResponse{Result: result}
	newFunction().Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData(arguments)}, &resp)

	return resp.Result.Value(), resp.Error
}

// Package palette tests the ratios and the colors.
func TestFunctions_ReturnsRatiosAndColors(t *testing.T) {
	t.Parallel()

	ratio, err := call(t, newContrastRatio, types.StringValue("#000"), types.StringValue("White"))
	if want := types.Float64Value(21); err != nil || !ratio.Equal(want) {
		t.Errorf("the ratio is %s, want %s, error %v", ratio, want, err)
	}

	colors := map[string]attr.Value{}
	for name, color := range palette.Derive(palette.Color{R: 0x18, G: 0x64, B: 0xab}) {
		colors[name] = types.StringValue(color)
	}

	derived, err := call(t, newDerivePalette, types.StringValue("#1864AB"))
	if want := types.MapValueMust(types.StringType, colors); err != nil || !derived.Equal(want) {
		t.Errorf("the colors are %s, want %s, error %v", derived, want, err)
	}
}

// The error must not repeat the argument, which may be sensitive.
func TestFunctions_InvalidColorFailsOnItsArgument(t *testing.T) {
	t.Parallel()

	valid, invalid := types.StringValue("#fff"), types.StringValue("secret")

	for _, test := range []struct {
		tested    func() function.Function
		arguments []attr.Value
		position  int64
	}{
		{newContrastRatio, []attr.Value{invalid, valid}, 0},
		{newContrastRatio, []attr.Value{valid, invalid}, 1},
		{newContrastRatio, []attr.Value{invalid, invalid}, 0},
		{newDerivePalette, []attr.Value{invalid}, 0},
	} {
		_, err := call(t, test.tested, test.arguments...)

		want := function.NewArgumentFuncError(test.position, `not a color: expected #rgb, #rrggbb or a CSS color name, such as "#1864ab"`)
		wantEqual(t, fmt.Sprint("the error for ", test.arguments), want, err)
	}
}

func wantEqual(t *testing.T, what string, want, got any) {
	t.Helper()

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
