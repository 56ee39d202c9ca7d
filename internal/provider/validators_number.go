package provider

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// wholeNumbers is a range of whole numbers. For an Int64Attribute the framework
// reports a fraction as a bug in the provider, and hides all other errors.
type wholeNumbers struct {
	min, max int64
	description
}

func wholeNumbersFrom(least, most int64) wholeNumbers {
	return wholeNumbers{least, most, description(fmt.Sprintf("a whole number from %d to %d", least, most))}
}

// ValidateNumber adds an error if the value is known and not valid.
func (w wholeNumbers) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if !known(req.ConfigValue) {
		return
	}

	number, accuracy := req.ConfigValue.ValueBigFloat().Int64()
	if accuracy != big.Exact || number < w.min || number > w.max {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Number", fmt.Sprintf(
			"The value %s of %s cannot be used. Use %s.", req.ConfigValue.ValueBigFloat().Text('g', 20), req.Path, w.description))
	}
}
