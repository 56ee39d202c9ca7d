package provider

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Models are decoded as the framework does, and encoding them returns the same
// object.
func TestModels_MatchSchemas(t *testing.T) {
	t.Run("Appearance", func(t *testing.T) { testModel[appearanceModel](t, newAppearanceResource(), appearanceType) })
	t.Run("Source", func(t *testing.T) { testModel[sourceModel](t, newSourceResource(), sourceType) })
}

// diffModel compares the attributes of a model with those of its schema.
func diffModel(r resource.Resource, model any) string {
	var (
		schema resource.SchemaResponse
		fields []string
	)

	r.Schema(context.Background(), resource.SchemaRequest{}, &schema)

	for _, attribute := range attributesOf(model) {
		fields = append(fields, attribute.name)
	}

	return cmp.Diff(slices.Sorted(maps.Keys(schema.Schema.Attributes)), slices.Sorted(slices.Values(fields)))
}

func testModel[M any](t *testing.T, tested resource.Resource, typeName string) {
	t.Helper()

	var schema resource.SchemaResponse

	tested.Schema(t.Context(), resource.SchemaRequest{}, &schema)

	c, _ := startCore(t, mockserver.Behavior{})
	null, unknown, set := map[string]any{}, map[string]any{}, map[string]any{}

	for _, attribute := range c.schema.ResourceSchemas[typeName].Block.Attributes {
		unknown[attribute.Name] = unknownValue{}

		switch {
		case attribute.Type.Is(tftypes.Bool):
			set[attribute.Name] = true
		case attribute.Type.Is(tftypes.Number):
			set[attribute.Name] = 7
		case attribute.Type.Is(tftypes.Map{}):
			set[attribute.Name] = map[string]any{"a": "b", "c": ""}
		case attribute.Type.Is(tftypes.String):
			set[attribute.Name] = "text"
		default:
			set[attribute.Name] = []string{"a", "b"}
		}
	}

	for _, values := range []map[string]any{null, unknown, set} {
		object := c.value(c.schema.ResourceSchemas[typeName], values)

		var want, got M

		if diags := (&tfsdk.State{Schema: schema.Schema, Raw: object}).Get(t.Context(), &want); diags.HasError() {
			t.Fatal(diags)
		}

		decodeModel(t.Context(), object, &got)

		if diff := cmp.Diff(want, got); diff != "" || !equalModels(&want, &got) {
			t.Errorf("decoded (-framework +provider):\n%s", diff)
		}

		if encoded := encodeModel(t.Context(), &got, object.Type()); !encoded.Equal(object) {
			t.Errorf("%s is encoded as %s", object, encoded)
		}
	}

	var nulls, none M

	decodeModel(t.Context(), c.value(c.schema.ResourceSchemas[typeName], null), &nulls)
	decodeModel(t.Context(), tftypes.NewValue(c.schema.ResourceSchemas[typeName].ValueType(), nil), &none)

	if !equalModels(&nulls, &none) {
		t.Error("a null object has other values than one with null attributes")
	}
}
