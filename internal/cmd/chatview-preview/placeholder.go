package main

import (
	"os"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// placeholder is also a number, JSON text and Base64, so it passes more of the
// conditions that a variable may have.
const placeholder = "1234567890123456"

// placeholders returns the environment that gives sensitive and ephemeral
// variables a value. Every other way to set a variable has precedence over the
// environment.
func placeholders(variables map[string]variable) []string {
	var environment []string

	for name, variable := range variables {
		name = "TF_VAR_" + name
		if _, isSet := os.LookupEnv(name); !isSet && variable.secret && !variable.hasDefault {
			environment = append(environment, name+"="+variable.placeholder())
		}
	}

	return environment
}

// placeholder returns a value of the variable's type, in the syntax that the CLI
// reads.
func (v variable) placeholder() string {
	if v.kind == cty.NilType || v.kind == cty.String {
		return placeholder
	}

	return string(hclwrite.TokensForValue(placeholderOf(v.kind)).Bytes())
}

func placeholderOf(kind cty.Type) cty.Value {
	switch {
	case kind == cty.String:
		return cty.StringVal(placeholder)
	case kind == cty.Bool:
		return cty.False
	case kind.IsListType():
		return cty.ListValEmpty(kind.ElementType())
	case kind.IsSetType():
		return cty.SetValEmpty(kind.ElementType())
	case kind.IsMapType():
		return cty.MapValEmpty(kind.ElementType())
	case kind.IsTupleType():
		var elements []cty.Value
		for _, element := range kind.TupleElementTypes() {
			elements = append(elements, placeholderOf(element))
		}

		return cty.TupleVal(elements)
	case kind.IsObjectType():
		fields := map[string]cty.Value{}
		for name, field := range kind.AttributeTypes() {
			fields[name] = placeholderOf(field)
		}

		return cty.ObjectVal(fields)
	default: // a number, or any type
		return cty.MustParseNumberVal(placeholder)
	}
}
