package provider

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// diffModel compares the attributes of the model with those of the schema.
func (d *definition) diffModel() string {
	var fields []string

	for _, attribute := range attributesOf(resourceTests[d.TypeName].model) {
		fields = append(fields, attribute.name)
	}

	return cmp.Diff(slices.Sorted(maps.Keys(d.Schema.Attributes)), slices.Sorted(slices.Values(fields)))
}

// Models are decoded as the framework does, and encoding them returns the same
// object.
func TestModels_MatchSchemas(t *testing.T) {
	for _, newResource := range newResources {
		d := definitionOf(newResource())
		t.Run(d.TypeName, func(t *testing.T) { testModel(t, d) })
	}

	c, _ := startCore(t, mockserver.Behavior{})

	var schema, model []string

	for _, attribute := range c.schema.Provider.Block.Attributes {
		schema = append(schema, attribute.Name)
	}

	for _, attribute := range attributesOf(&providerModel{}) {
		model = append(model, attribute.name)
	}

	wantEqual(t, "attributes of the provider", slices.Sorted(slices.Values(schema)), slices.Sorted(slices.Values(model)))
}

func testModel(t *testing.T, d *definition) {
	t.Helper()

	c, _ := startCore(t, mockserver.Behavior{})
	schema := c.schema.ResourceSchemas[d.TypeName]
	newModel := func() any { return reflect.New(reflect.TypeOf(resourceTests[d.TypeName].model).Elem()).Interface() }
	null, unknown, set := map[string]any{}, map[string]any{}, map[string]any{}

	for _, attribute := range schema.Block.Attributes {
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
		object := c.value(schema, values)
		want, got := newModel(), newModel()

		if diags := (&tfsdk.State{Schema: d.Schema, Raw: object}).Get(t.Context(), want); diags.HasError() {
			t.Fatal(diags)
		}

		decodeModel(t.Context(), object, got)

		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("decoded (-framework +provider):\n%s", diff)
		}

		if encoded := encodeModel(t.Context(), got, object.Type()); !encoded.Equal(object) {
			t.Errorf("%s is encoded as %s", object, encoded)
		}
	}

	nulls, none := newModel(), newModel()
	decodeModel(t.Context(), c.value(schema, null), nulls)
	decodeModel(t.Context(), tftypes.NewValue(schema.ValueType(), nil), none)
	wantEqual(t, "a null object", nulls, none)
}
