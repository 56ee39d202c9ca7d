package provider

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// before returns the state at an address.
func (c *core) before(address string, schema *tfprotov6.Schema) (tftypes.Value, []byte, *tfprotov6.ResourceIdentityData) {
	if existing := c.instances[address]; existing != nil {
		return existing.state, existing.private, existing.identity
	}

	return tftypes.NewValue(schema.ValueType(), nil), nil, nil
}

// planRequest and readRequest return the requests of core.
func (c *core) planRequest(
	typeName string, prior, config tftypes.Value, private []byte, identity *tfprotov6.ResourceIdentityData,
) *tfprotov6.PlanResourceChangeRequest {
	c.t.Helper()

	proposed := config
	if !config.IsNull() {
		proposed = c.proposedNew(c.schema.ResourceSchemas[typeName], prior, config)
	}

	return &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: c.pack(prior), ProposedNewState: c.pack(proposed), Config: c.pack(config), PriorPrivate: private, PriorIdentity: identity,
	}
}

func (c *core) readRequest(i *instance) *tfprotov6.ReadResourceRequest {
	c.t.Helper()

	return &tfprotov6.ReadResourceRequest{TypeName: i.typeName, CurrentState: c.pack(i.state), Private: i.private, CurrentIdentity: i.identity}
}

// proposedNew merges the configuration with the state, as core does: a computed
// attribute that is not configured keeps its value.
func (c *core) proposedNew(schema *tfprotov6.Schema, prior, config tftypes.Value) tftypes.Value {
	priorAttributes := c.attributes(prior)
	merged := c.attributes(config)

	for _, attribute := range schema.Block.Attributes {
		if before, ok := priorAttributes[attribute.Name]; ok && attribute.Computed && merged[attribute.Name].IsNull() {
			merged[attribute.Name] = before
		}
	}

	return tftypes.NewValue(schema.ValueType(), merged)
}

// withIgnored returns the configuration that core plans with: ignore_changes
// replaces values with those in state, where write-only values are null.
func (c *core) withIgnored(schema *tfprotov6.Schema, prior, config tftypes.Value) tftypes.Value {
	if prior.IsNull() || config.IsNull() {
		return config
	}

	before, merged := c.attributes(prior), c.attributes(config)

	for _, attribute := range schema.Block.Attributes {
		settable := attribute.Optional || attribute.Required
		if settable && (slices.Contains(c.ignored, attribute.Name) || slices.Contains(c.ignored, "all")) {
			merged[attribute.Name] = before[attribute.Name]
		}
	}

	return tftypes.NewValue(schema.ValueType(), merged)
}

func (c *core) identity(id tftypes.Value) *tfprotov6.ResourceIdentityData {
	c.t.Helper()

	identityType := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}

	return &tfprotov6.ResourceIdentityData{IdentityData: c.pack(tftypes.NewValue(identityType, map[string]tftypes.Value{"id": id}))}
}

// storedPrivateState decodes private state that may have keys of the framework.
func storedPrivateState(packed []byte) privateState {
	var keys map[string][]byte

	_ = json.Unmarshal(packed, &keys)
	state, _ := parsePrivateState(keys[privateStateKey])

	return state
}

// packPrivateState encodes private state the way the framework does.
func packPrivateState(state any) []byte {
	return []byte(jsonOf(map[string][]byte{privateStateKey: []byte(jsonOf(state))}))
}

// edit changes a text in the state of an instance.
func (i *instance) edit(c *core, attribute string, text any) {
	attributes := c.attributes(i.state)
	attributes[attribute] = tftypes.NewValue(tftypes.String, text)
	i.state = tftypes.NewValue(i.state.Type(), attributes)
}

// configValue is value for a configuration that may be nil, which becomes null.
func (c *core) configValue(schema *tfprotov6.Schema, config map[string]any) tftypes.Value {
	c.t.Helper()

	if config == nil {
		return tftypes.NewValue(schema.ValueType(), nil)
	}

	return c.value(schema, config)
}

// value returns an object made from Go values: string, int, bool, []string, []any,
// map[string]any, nil and unknownValue. Missing attributes are null.
func (c *core) value(schema *tfprotov6.Schema, values map[string]any) tftypes.Value {
	c.t.Helper()

	attributes := map[string]tftypes.Value{}

	for _, attribute := range schema.Block.Attributes {
		attributes[attribute.Name] = attributeValue(attribute.Type, values[attribute.Name])
	}

	for name := range values {
		if _, ok := attributes[name]; !ok {
			c.t.Fatalf("no attribute %s", name)
		}
	}

	return tftypes.NewValue(schema.ValueType(), attributes)
}

// attributeValue converts a number for a string, as core does.
func attributeValue(attributeType tftypes.Type, value any) tftypes.Value {
	if number, isNumber := value.(int); isNumber && attributeType.Is(tftypes.String) {
		value = strconv.Itoa(number)
	}

	switch value := value.(type) {
	case unknownValue:
		return tftypes.NewValue(attributeType, tftypes.UnknownValue)
	case map[string]any:
		elements := map[string]tftypes.Value{}
		for key, element := range value {
			elements[key] = attributeValue(tftypes.String, element)
		}

		return tftypes.NewValue(attributeType, elements)
	case []any:
		elements := []tftypes.Value{}
		for _, element := range value {
			elements = append(elements, attributeValue(tftypes.String, element))
		}

		return tftypes.NewValue(attributeType, elements)
	case []string:
		elements := []tftypes.Value{}
		for _, element := range value {
			elements = append(elements, tftypes.NewValue(tftypes.String, element))
		}

		return tftypes.NewValue(attributeType, elements)
	}

	return tftypes.NewValue(attributeType, value)
}

func (c *core) attributes(object tftypes.Value) map[string]tftypes.Value {
	c.t.Helper()

	attributes := map[string]tftypes.Value{}
	if object.IsNull() {
		return attributes
	}

	c.must(object.As(&attributes))

	// As returns the value's own map.
	return maps.Clone(attributes)
}

// stateText returns an attribute in state as text, or "<null>".
func (c *core) stateText(address, attribute string) string {
	c.t.Helper()

	value := c.attributes(c.instances[address].state)[attribute]
	if value.IsNull() {
		return "<null>"
	}

	var text string
	if value.As(&text) == nil {
		return text
	}

	return value.String()
}

// wantState asserts attributes in state, as text, or "<null>".
func wantState(t *testing.T, c *core, address string, want map[string]string) {
	t.Helper()

	got := map[string]string{}
	for attribute := range want {
		got[attribute] = c.stateText(address, attribute)
	}

	wantEqual(t, "the state of "+address, want, got)
}

func (c *core) pack(value tftypes.Value) *tfprotov6.DynamicValue {
	c.t.Helper()

	packed, err := tfprotov6.NewDynamicValue(value.Type(), value)
	c.must(err)

	return &packed
}

func (c *core) unpack(packed *tfprotov6.DynamicValue, schema *tfprotov6.Schema) tftypes.Value {
	c.t.Helper()

	value, err := packed.Unmarshal(schema.ValueType())
	c.must(err)

	return value
}

func (c *core) must(err error) {
	c.t.Helper()

	if err != nil {
		c.t.Fatal(err)
	}
}
