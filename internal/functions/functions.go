// Package functions has the functions of the provider, which need no connection. Package
// palette computes what they return.
package functions

import "github.com/hashicorp/terraform-plugin-framework/function"

// All returns the functions of the provider.
func All() []func() function.Function {
	return []func() function.Function{newContrastRatio, newDerivePalette, newPaletteProblems}
}
