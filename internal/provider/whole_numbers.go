package provider

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// wholeNumbers are the attributes of a schema that have to be whole numbers. The
// framework would call a fraction a defect of the provider, before any validator
// sees it.
type wholeNumbers struct {
	valueType tftypes.Type
	names     []string
}

func newWholeNumbers[A interface{ GetType() attr.Type }](valueType tftypes.Type, attributes map[string]A) wholeNumbers {
	w := wholeNumbers{valueType: valueType}

	for name, attribute := range attributes {
		if attribute.GetType().Equal(types.Int64Type) {
			w.names = append(w.names, name)
		}
	}

	slices.Sort(w.names)

	return w
}

// refuse returns an error for each number of a configuration that is not whole.
// Core validates once more before it configures and plans, when values are known
// that were not before.
func (w wholeNumbers) refuse(config *tfprotov6.DynamicValue) []*tfprotov6.Diagnostic {
	if config == nil {
		return nil
	}

	value, err := config.Unmarshal(w.valueType)
	if err != nil {
		return nil // for the framework to say
	}

	var refused []*tfprotov6.Diagnostic

	for _, name := range w.names {
		if isWhole(elementsOf(value)[name]) {
			continue
		}

		refused = append(refused, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError,
			Summary:  "Invalid Whole Number",
			Detail: fmt.Sprintf("The value of %s can not be used: it has a fraction, or does not fit into 64 bits. "+
				"Give it a whole number.", name),
			Attribute: tftypes.NewAttributePath().WithAttributeName(name),
		})
	}

	return refused
}

// isWhole reports whether a number fits into an int64, as far as it is known.
func isWhole(value tftypes.Value) bool {
	var number *big.Float
	if !value.IsKnown() || value.As(&number) != nil || number == nil {
		return true
	}

	_, accuracy := number.Int64()

	return accuracy == big.Exact
}
