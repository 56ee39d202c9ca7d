package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/zclconf/go-cty/cty"
)

// readResources returns the resources of ./schemas.json, the output of `terraform
// providers schema -json`.
func readResources() (resources []func() resource.Resource, err error) {
	content, err := os.ReadFile("schemas.json")
	if err != nil {
		return nil, err
	}

	var schemas tfjson.ProviderSchemas
	if err := json.Unmarshal(content, &schemas); err != nil {
		return nil, err
	}

	for _, p := range schemas.Schemas {
		for typeName, r := range p.ResourceSchemas {
			o, err := newObject(typeName, r.Block.Attributes)
			if err != nil {
				return nil, err
			}

			resources = append(resources, func() resource.Resource { return o })
		}
	}

	return resources, nil
}

// newObject returns a resource with the attributes.
func newObject(typeName string, described map[string]*tfjson.SchemaAttribute) (object, error) {
	var fields []reflect.StructField

	attributes := map[string]schema.Attribute{}

	for name, a := range described {
		var value any
		if attributes[name], value = define(a); value == nil {
			return object{}, fmt.Errorf("%s.%s: the baseline has no type %s", typeName, name, a.AttributeType.GoString())
		}

		tag := reflect.StructTag(fmt.Sprintf("tfsdk:%q", name))
		fields = append(fields, reflect.StructField{Name: "X_" + name, Type: reflect.TypeOf(value), Tag: tag})
	}

	return object{typeName, schema.Schema{Attributes: attributes}, reflect.StructOf(fields)}, nil
}

// define returns the framework's attribute, without validators and plan
// modifiers, and a value of its type in a model.
func define(a *tfjson.SchemaAttribute) (schema.Attribute, any) {
	r, o, c, s, w := a.Required, a.Optional, a.Computed, a.Sensitive, a.WriteOnly
	e := types.StringType

	switch a.AttributeType {
	case cty.String:
		return schema.StringAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w}, types.String{}
	case cty.Number:
		return schema.Int64Attribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w}, types.Int64{}
	case cty.Bool:
		return schema.BoolAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w}, types.Bool{}
	case cty.List(cty.String):
		return schema.ListAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, ElementType: e}, types.List{}
	case cty.Set(cty.String): // never write-only
		return schema.SetAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, ElementType: e}, types.Set{}
	case cty.Map(cty.String):
		return schema.MapAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, ElementType: e}, types.Map{}
	}

	return nil, nil
}
