package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The guide "Other tools" promises this to tools that translate the schema. Pulumi
// cannot translate dynamic types and tuples, and needs ids that are strings. Upjet
// does not support write-only attributes, and Pulumi stores them like plain ones.
func TestSchemas_CanBeTranslatedByOtherTools(t *testing.T) {
	schemas, err := newServer(&chatviewProvider{}).GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schemas.ResourceSchemas) != len(newResources) || len(schemas.Functions) != 3 {
		t.Fatalf("%v, %d resources, %d functions", err, len(schemas.ResourceSchemas), len(schemas.Functions))
	}

	schemas.ResourceSchemas["provider"] = schemas.Provider

	for name, schema := range schemas.ResourceSchemas {
		attributes := map[string]*tfprotov6.SchemaAttribute{}
		for _, attribute := range schema.Block.Attributes {
			attributes[attribute.Name] = attribute
		}

		if id := attributes["id"]; name != "provider" && !id.Type.Is(tftypes.String) || len(schema.Block.BlockTypes) > 0 {
			t.Errorf("%s: id is %v, and there are %d blocks", name, id, len(schema.Block.BlockTypes))
		}

		for _, a := range schema.Block.Attributes {
			wantTranslatable(t, a, attributes[strings.TrimSuffix(a.Name, "_wo")])
		}
	}

	for name, function := range schemas.Functions {
		isTuple := func(p *tfprotov6.FunctionParameter) bool { return strings.Contains(p.Type.String(), "Tuple") }
		if strings.Contains(function.Return.Type.String(), "Tuple") || slices.ContainsFunc(function.Parameters, isTuple) {
			t.Errorf("%s uses a tuple", name)
		}
	}
}

func wantTranslatable(t *testing.T, a, plain *tfprotov6.SchemaAttribute) {
	t.Helper()

	if a.NestedType != nil || strings.Contains(a.Type.String(), "Dynamic") || a.WriteOnly && a.Type.Is(tftypes.Set{}) {
		t.Errorf("%s cannot be translated", a.Name)
	}

	isCredential := a.WriteOnly && a.Sensitive
	if isCredential && (plain == nil || plain.WriteOnly || !plain.Sensitive || !plain.Optional || !plain.Type.Equal(a.Type)) {
		t.Errorf("%s has no plain attribute: %+v", a.Name, plain)
	}
}
