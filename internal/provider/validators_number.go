package provider

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// numberCheck validates a number. For a fraction in an Int64Attribute the
// framework reports a bug in the provider, and hides all other errors.
type numberCheck struct {
	description
	isValid func(*big.Float) bool
}

func wholeNumbersFrom(least, most int64) numberCheck {
	return numberCheck{description(fmt.Sprintf("a whole number from %d to %d", least, most)), func(value *big.Float) bool {
		number, accuracy := value.Int64()

		return accuracy == big.Exact && number >= least && number <= most
	}}
}

var aboveZero = numberCheck{"a number above 0, such as 0.5", func(value *big.Float) bool {
	number, _ := value.Float64()

	return number > 0
}}

// ValidateNumber adds an error if the value is known and not valid.
func (c numberCheck) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if known(req.ConfigValue) && !c.isValid(req.ConfigValue.ValueBigFloat()) {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Number", fmt.Sprintf(
			"The value %s of %s cannot be used. Use %s.", req.ConfigValue.ValueBigFloat().Text('g', 20), req.Path, c.description))
	}
}
