package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// The parameters of functions that are one color each.

// colorParameter returns a parameter that colorArguments parses.
func colorParameter(name, what string) function.Parameter {
	return function.StringParameter{
		Name:                name,
		MarkdownDescription: what + ": `#rgb`, `#rrggbb` or a CSS color name.",
	}
}

// colorArguments parses all arguments. The error omits the value, which may be
// sensitive.
func colorArguments(ctx context.Context, req function.RunRequest, colors ...*palette.Color) *function.FuncError {
	for i, color := range colors {
		var text string
		if err := req.Arguments.GetArgument(ctx, i, &text); err != nil {
			return err
		}

		var err error
		if *color, err = palette.Parse(text); err != nil {
			return function.NewArgumentFuncError(int64(i), err.Error())
		}
	}

	return nil
}
