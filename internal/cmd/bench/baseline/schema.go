package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// document is the output of `terraform providers schema -json`.
type document struct {
	Providers map[string]struct {
		Resources map[string]struct {
			Block struct{ Attributes map[string]attribute }
		} `json:"resource_schemas"`
	} `json:"provider_schemas"`
}

type attribute struct {
	Type                                    json.RawMessage
	Required, Optional, Computed, Sensitive bool
	WriteOnly                               bool `json:"write_only"`
}

// readResources returns the resources of the document ./schemas.json.
func readResources() (resources []func() resource.Resource, err error) {
	content, err := os.ReadFile("schemas.json")
	if err != nil {
		return nil, err
	}

	var schemas document
	if err := json.Unmarshal(content, &schemas); err != nil {
		return nil, err
	}

	for _, p := range schemas.Providers {
		for typeName, r := range p.Resources {
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
func newObject(typeName string, described map[string]attribute) (object, error) {
	var fields []reflect.StructField

	attributes := map[string]schema.Attribute{}

	for name, a := range described {
		var value any
		if attributes[name], value = a.define(); value == nil {
			return object{}, fmt.Errorf("%s.%s: the baseline has no type %s", typeName, name, a.Type)
		}

		tag := reflect.StructTag(fmt.Sprintf("tfsdk:%q", name))
		fields = append(fields, reflect.StructField{Name: "X_" + name, Type: reflect.TypeOf(value), Tag: tag})
	}

	return object{typeName, schema.Schema{Attributes: attributes}, reflect.StructOf(fields)}, nil
}

// define returns the framework's attribute, without validators and plan
// modifiers, and a value of its type in a model.
func (a attribute) define() (schema.Attribute, any) {
	r, o, c, s, w := a.Required, a.Optional, a.Computed, a.Sensitive, a.WriteOnly
	e := types.StringType

	switch string(a.Type) {
	case `"string"`:
		return schema.StringAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w}, types.String{}
	case `"number"`:
		return schema.Int64Attribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w}, types.Int64{}
	case `"bool"`:
		return schema.BoolAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w}, types.Bool{}
	case `["list","string"]`:
		return schema.ListAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, ElementType: e}, types.List{}
	case `["set","string"]`: // never write-only
		return schema.SetAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, ElementType: e}, types.Set{}
	case `["map","string"]`:
		return schema.MapAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, ElementType: e}, types.Map{}
	}

	return nil, nil
}
