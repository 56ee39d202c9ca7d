package provider

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// definition is how a resource describes itself.
type definition struct {
	resource.MetadataResponse
	resource.SchemaResponse
	resource.IdentitySchemaResponse
}

func definitionOf(r resource.Resource) *definition {
	var d definition

	r.Metadata(context.Background(), resource.MetadataRequest{ProviderTypeName: "chatview"}, &d.MetadataResponse)
	r.Schema(context.Background(), resource.SchemaRequest{}, &d.SchemaResponse)
	r.(resource.ResourceWithIdentity).IdentitySchema(context.Background(), resource.IdentitySchemaRequest{}, &d.IdentitySchemaResponse)

	return &d
}

// unplannable names what the shortcut cannot plan, because the framework may
// change a value that a plan proposes, or what the provider cannot decode.
func (d *definition) unplannable() (reasons []string) {
	for name, attribute := range d.Schema.Attributes {
		for _, reason := range unplannable(attribute) {
			reasons = append(reasons, name+reason)
		}
	}

	for name := range d.Schema.Blocks {
		reasons = append(reasons, name+" is a block")
	}

	if _, isText := d.IdentitySchema.Attributes["id"].(identityschema.StringAttribute); !isText || len(d.IdentitySchema.Attributes) != 1 {
		reasons = append(reasons, "the identity is not the id")
	}

	if d.ResourceBehavior != (resource.ResourceBehavior{}) {
		reasons = append(reasons, "the resource has a ResourceBehavior")
	}

	return reasons
}

func unplannable(attribute schema.Attribute) (reasons []string) {
	plain := []any{schema.StringAttribute{}, schema.BoolAttribute{}, schema.NumberAttribute{}, schema.ListAttribute{}, schema.SetAttribute{}, schema.MapAttribute{}}
	if !hasTypeOf(plain, attribute) {
		return []string{fmt.Sprintf(" is a %T", attribute)}
	}

	for field, value := range reflect.ValueOf(attribute).Fields() {
		switch found := value.Interface().(type) {
		// A plan does not depend on flags, descriptions and validators.
		case bool, string, []validator.String, []validator.Bool, []validator.Number, []validator.List, []validator.Set, []validator.Map:
		case []planmodifier.String:
			for _, modifier := range found {
				// These leave an unchanged value alone.
				if !hasTypeOf([]any{stringplanmodifier.RequiresReplace(), stringplanmodifier.UseNonNullStateForUnknown()}, modifier) {
					reasons = append(reasons, fmt.Sprintf(" has the plan modifier %T", modifier))
				}
			}
		default:
			if !value.IsZero() && found != types.StringType {
				reasons = append(reasons, " has a "+field.Name)
			}
		}
	}

	return reasons
}

// hasTypeOf reports whether one of the values has the type of another.
func hasTypeOf(values []any, other any) bool {
	return slices.ContainsFunc(values, func(value any) bool { return reflect.TypeOf(value) == reflect.TypeOf(other) })
}

// The shortcut does not look at the schemas, which are static.
func TestShortcut_PlansEverySchema(t *testing.T) {
	for _, newResource := range newResources {
		d := definitionOf(newResource())
		for _, reason := range d.unplannable() {
			t.Errorf("the shortcut cannot plan %s: %s", d.TypeName, reason)
		}
	}
}
