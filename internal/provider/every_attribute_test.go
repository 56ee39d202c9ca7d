package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A PUT has what is configured and nothing else, and a PATCH what changed. What is removed
// is named.
func TestEveryAttribute_IsCreatedUpdatedAndRemoved(t *testing.T) {
	for _, newResource := range newResources {
		d := definitionOf(newResource())
		t.Run(d.TypeName, func(t *testing.T) {
			c, service := startCore(t, mockserver.Behavior{})
			test, last := resourceTests[d.TypeName], map[string]any{}

			for _, config := range lifecycle(d.examples("update_mode", "write_only_version", "triggers")) {
				maps.Copy(config, test.required)

				body := requestFields(config)
				if !test.isPut {
					body = requestFields(changedValues(config, last))
				}

				var requests []string
				if len(body) > 0 { // a PATCH sends nothing of what is removed
					requests = []string{fmt.Sprintf(test.request, config["id"], jsonOf(body))}
				}

				got, removed := c.apply("x", d.TypeName, config, nil).diagnostics, d.removed(last, config)
				if wantEqual(t, "removed attributes", removed, removedBy(got)); len(removed) == 0 {
					wantHeadlines(t, got)
				}

				if wantRequests(t, service, requests...); c.instances["x"] == nil {
					t.Fatal("the create was refused")
				}

				c.wantStored(t, "x", config)
				c.restart()
				wantNoChange(t, c, resourceBlock{"x", d.TypeName, config})

				unknown := maps.Clone(test.required)
				for name := range changedValues(config, test.required) {
					unknown[name] = unknownValue{}
				}

				plan, _ := c.plan("x", d.TypeName, unknown)
				wantHeadlines(t, plan.diagnostics)

				last = config
			}
		})
	}
}

// removed returns the attributes that a configuration no longer has.
func (d *definition) removed(last, config map[string]any) (names []string) {
	for name := range last {
		if config[name] == nil && !d.Schema.Attributes[name].IsComputed() {
			names = append(names, name)
		}
	}

	return slices.Sorted(slices.Values(names))
}

// removedBy returns the attributes that warnings name as removed.
func removedBy(diagnostics []*tfprotov6.Diagnostic) (names []string) {
	for _, diagnostic := range diagnostics {
		if list, isRemoved := strings.CutPrefix(diagnostic.Summary, "Removed Attributes Not Unset: "); isRemoved {
			names = append(names, strings.Split(list, ", ")...)
		}
	}

	return slices.Sorted(slices.Values(names))
}

// wantStored asserts that the state has each attribute as configured. Every plan of a core
// is checked for write-only values.
func (c *core) wantStored(t *testing.T, address string, config map[string]any) {
	t.Helper()

	schema, state := c.schema.ResourceSchemas[c.instances[address].typeName], c.attributes(c.instances[address].state)

	for _, attribute := range schema.Block.Attributes {
		want := attributeValue(attribute.Type, config[attribute.Name])
		if got := state[attribute.Name]; !got.Equal(want) && !attribute.WriteOnly && (!attribute.Computed || !want.IsNull()) {
			t.Errorf("%s is stored as %s, want %s", attribute.Name, got, want)
		}
	}
}

// attributeExample is an attribute, the value that a test creates it with, and the
// one that it changes it to. Its neighbors have other values.
type attributeExample struct {
	name             string
	created, updated any
}

// examples returns an example of each optional attribute that sets a request
// field, in the order of the model. It takes them from the schema, so a new
// attribute is tested without being listed.
func (d *definition) examples(excluded ...string) []attributeExample {
	var examples []attributeExample

	for i, attribute := range attributesOf(resourceTests[d.TypeName].model) {
		schema := d.Schema.Attributes[attribute.name]
		if !schema.IsOptional() || slices.Contains(excluded, attribute.name) || strings.Contains(attribute.name, "_wo") {
			continue
		}

		example := textExample(attribute.name, i)

		switch attribute.value.(type) {
		case types.Bool:
			example.created, example.updated = i%2 == 0, i%2 != 0
		case types.Number:
			example.created, example.updated = 1000+i, 2000+i
		case types.List, types.Set:
			example.created, example.updated = []string{attribute.name}, []string{attribute.name, attribute.name + " 2"}
		case types.Map:
			example.created, example.updated = map[string]any{"k": "1"}, map[string]any{"k": "2"}
		}

		examples = append(examples, example)
	}

	return examples
}

// texts are two values of attributes that do not accept any text.
var texts = map[string][]string{
	"theme_mode":           {"light", "dark"},
	"response_mode":        {"full", "basic"},
	"custom_css_overrides": {`{}`, `{"a":1,"b":[true,null]}`},
	"service_account_key":  {`"a"`, `{"k":1}`},
}

func textExample(name string, i int) attributeExample {
	if strings.HasSuffix(name, "_color") {
		return attributeExample{name, fmt.Sprintf("#1%05d", i), fmt.Sprintf("#2%05d", i)}
	}

	if allowed := texts[name]; allowed != nil {
		return attributeExample{name, allowed[0], allowed[1]}
	}

	return attributeExample{name, "first " + name, "second " + name}
}

// lifecycle returns the configurations of five steps. The first creates every
// attribute. The next ones update every other one, update the others, remove every
// other one, and remove the others. What happens to an attribute never happens to its
// neighbor, and each is kept in an update of others, so an attribute that is mixed up
// with another one is noticed.
func lifecycle(examples []attributeExample) []map[string]any {
	steps := []map[string]any{{}, {}, {}, {}, {}}

	for i, example := range examples {
		parity := i % 2
		for _, config := range steps[:1+parity] {
			config[example.name] = example.created
		}

		for _, config := range steps[1+parity : 3+parity] {
			config[example.name] = example.updated
		}
	}

	return steps
}

// jsonOf returns a value as JSON, which is also an expression.
func jsonOf(value any) string { return string(must(json.Marshal(value))) }

// must returns a value that a test needs before it begins.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}

	return value
}

// changedValues returns the values that the last configuration does not have.
func changedValues(config, last map[string]any) map[string]any {
	changed := maps.Clone(config)
	maps.DeleteFunc(changed, func(name string, value any) bool { return reflect.DeepEqual(value, last[name]) })

	return changed
}
