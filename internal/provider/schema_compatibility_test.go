package provider

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// These tests cover what the guide "Other tools" says about tools that
// translate the schema: Pulumi and Crossplane's Upjet.

func TestSchemaCompatibility_EveryIDIsAString(t *testing.T) {
	for name, schema := range providerSchemas(t).ResourceSchemas {
		id := attributeOf(schema.Block.Attributes, "id")
		if id == nil || !id.Type.Is(tftypes.String) {
			t.Errorf("%s: id is %v", name, id)
		}
	}
}

func TestSchemaCompatibility_NoTypeIsDynamic(t *testing.T) {
	visitAttributes(t, func(name string, attribute *tfprotov6.SchemaAttribute, _ bool) {
		if attribute.NestedType == nil && strings.Contains(attribute.Type.String(), tftypes.DynamicPseudoType.String()) {
			t.Errorf("%s is of type %s", name, attribute.Type)
		}
	})
}

// Terraform also refuses such a schema, but only when it is used.
func TestSchemaCompatibility_NoSetHasWriteOnlyAttributes(t *testing.T) {
	visitAttributes(t, func(name string, attribute *tfprotov6.SchemaAttribute, inSet bool) {
		if attribute.WriteOnly && (inSet || attribute.NestedType == nil && attribute.Type.Is(tftypes.Set{})) {
			t.Errorf("%s is write-only and in a set", name)
		}
	})
}

// Upjet does not support write-only attributes, and Pulumi stores them like
// plain ones.
func TestSchemaCompatibility_WriteOnlyCredentialsHavePlainAttribute(t *testing.T) {
	pairs := 0

	for name, schema := range providerSchemas(t).ResourceSchemas {
		for _, attribute := range schema.Block.Attributes {
			if !attribute.WriteOnly || !attribute.Sensitive {
				continue
			}

			plain := attributeOf(schema.Block.Attributes, strings.TrimSuffix(attribute.Name, "_wo"))
			if plain == nil || plain.WriteOnly || !plain.Sensitive || !plain.Optional || !plain.Type.Equal(attribute.Type) {
				t.Errorf("%s.%s has no plain attribute: %+v", name, attribute.Name, plain)
			}

			pairs++
		}
	}

	if pairs == 0 {
		t.Error("no credential is write-only")
	}
}

// Pulumi cannot translate a provider with such a function.
func TestSchemaCompatibility_NoFunctionUsesTuples(t *testing.T) {
	for name, function := range providerSchemas(t).Functions {
		types := []tftypes.Type{function.Return.Type}
		for _, parameter := range function.Parameters {
			types = append(types, parameter.Type)
		}

		for _, used := range types {
			if strings.Contains(used.String(), "Tuple") {
				t.Errorf("%s uses %s", name, used)
			}
		}
	}
}

func providerSchemas(t *testing.T) *tfprotov6.GetProviderSchemaResponse {
	t.Helper()

	schemas, err := providerserver.NewProtocol6(&chatviewProvider{})().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schemas.ResourceSchemas) == 0 || len(schemas.Functions) == 0 {
		t.Fatalf("%v, %d resources, %d functions", err, len(schemas.ResourceSchemas), len(schemas.Functions))
	}

	return schemas
}

// visitAttributes visits every attribute of the provider and the resources,
// including nested ones, and reports which are in a set.
func visitAttributes(t *testing.T, visit func(name string, attribute *tfprotov6.SchemaAttribute, inSet bool)) {
	t.Helper()

	var visitAll func(parent string, attributes []*tfprotov6.SchemaAttribute, inSet bool)

	visitAll = func(parent string, attributes []*tfprotov6.SchemaAttribute, inSet bool) {
		for _, attribute := range attributes {
			name := parent + "." + attribute.Name
			visit(name, attribute, inSet)

			if nested := attribute.NestedType; nested != nil {
				visitAll(name, nested.Attributes, inSet || nested.Nesting == tfprotov6.SchemaObjectNestingModeSet)
			}
		}
	}

	schemas := providerSchemas(t)
	visitAll("provider", schemas.Provider.Block.Attributes, false)

	for name, schema := range schemas.ResourceSchemas {
		if len(schema.Block.BlockTypes) > 0 {
			t.Fatalf("%s has blocks, which are not visited", name)
		}

		visitAll(name, schema.Block.Attributes, false)
	}
}

func attributeOf(attributes []*tfprotov6.SchemaAttribute, name string) *tfprotov6.SchemaAttribute {
	index := slices.IndexFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == name })
	if index < 0 {
		return nil
	}

	return attributes[index]
}
