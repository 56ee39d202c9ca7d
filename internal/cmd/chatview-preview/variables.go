package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// placeholder is also a number, JSON and Base64, so it passes more validations.
const placeholder = "1234567890123456"

// variable is an input variable, merged from its blocks in all files.
type variable struct {
	isSecret, hasDefault bool
	// kind is the type constraint. Without one it is any type, which the environment
	// sets to a string.
	kind cty.Type
}

// placeholders returns the environment that gives a value to the sensitive and
// ephemeral variables of the configuration in folder. Every other way to set a
// variable has precedence over the environment.
func placeholders(folder string) ([]string, error) {
	variables, err := readVariables(folder)

	var environment []string

	for name, variable := range variables {
		name = "TF_VAR_" + name
		if _, isSet := os.LookupEnv(name); isSet || variable.hasDefault || !variable.isSecret {
			continue
		}

		value := placeholder
		if variable.kind != cty.String {
			value = string(hclwrite.TokensForValue(placeholderOf(variable.kind)).Bytes())
		}

		environment = append(environment, name+"="+value)
	}

	return environment, err
}

// readVariables reads the variables from the configuration files in folder.
// terraform-config-inspect knows neither ephemeral variables nor OpenTofu's files.
func readVariables(folder string) (map[string]variable, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}

	parser := hclparse.NewParser()
	variables := map[string]variable{}

	for _, entry := range entries {
		parse := parser.ParseHCLFile

		switch name := entry.Name(); {
		case strings.HasSuffix(name, ".tf.json"), strings.HasSuffix(name, ".tofu.json"):
			parse = parser.ParseJSONFile
		case !strings.HasSuffix(name, ".tf") && !strings.HasSuffix(name, ".tofu"):
			continue
		}

		file, diagnostics := parse(filepath.Join(folder, entry.Name()))
		if diagnostics.HasErrors() {
			return nil, fmt.Errorf("read the configuration: %w", diagnostics)
		}

		content, _, _ := file.Body.PartialContent(&hcl.BodySchema{
			Blocks: []hcl.BlockHeaderSchema{{Type: "variable", LabelNames: []string{"name"}}},
		})
		for _, block := range content.Blocks {
			variables[block.Labels[0]] = variables[block.Labels[0]].with(block.Body)
		}
	}

	return variables, nil
}

// with adds the settings of a variable block.
func (v variable) with(block hcl.Body) variable {
	content, _, _ := block.PartialContent(&hcl.BodySchema{
		Attributes: []hcl.AttributeSchema{{Name: "default"}, {Name: "sensitive"}, {Name: "ephemeral"}, {Name: "type"}},
	})

	if v.kind == cty.NilType {
		v.kind = cty.DynamicPseudoType
	}

	for name, attribute := range content.Attributes {
		switch name {
		case "default":
			v.hasDefault = true
		case "type":
			// The CLI reports an invalid type.
			v.kind, _, _ = typeexpr.TypeConstraintWithDefaults(attribute.Expr)
		default:
			value, _ := attribute.Expr.Value(nil)
			v.isSecret = v.isSecret || value.RawEquals(cty.True)
		}
	}

	return v
}

// placeholderOf returns a value of a type.
func placeholderOf(kind cty.Type) cty.Value {
	switch {
	case kind == cty.String:
		return cty.StringVal(placeholder)
	case kind == cty.Bool:
		return cty.False
	case kind.IsListType(), kind.IsSetType():
		return cty.EmptyTupleVal
	case kind.IsMapType():
		return cty.EmptyObjectVal
	case kind.IsTupleType():
		elements := kind.TupleElementTypes()
		values := make([]cty.Value, len(elements))

		for i, element := range elements {
			values[i] = placeholderOf(element)
		}

		return cty.TupleVal(values)
	case kind.IsObjectType():
		values := map[string]cty.Value{}
		for name, attribute := range kind.AttributeTypes() {
			values[name] = placeholderOf(attribute)
		}

		return cty.ObjectVal(values)
	default: // a number, or any type
		return cty.MustParseNumberVal(placeholder)
	}
}
