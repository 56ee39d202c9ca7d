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
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// A PUT has what is configured and nothing else, and a PATCH what changed. The resources
// share their steps, because each starts the CLI nine times.
func TestAcc_AttributesAreCreatedUpdatedAndRemoved(t *testing.T) {
	service, steps, requests := startService(t), make([]resource.TestStep, 5), make([][]string, 5)

	for _, newResource := range newResources {
		definitionOf(newResource()).addLifecycle(service, steps, requests)
	}

	for i := range steps {
		steps[i].Config = service.config(steps[i].Config)
		steps[i].ConfigStateChecks = append(steps[i].ConfigStateChecks, service.received(t, requests[i]...))
	}

	runSteps(t, steps...)
}

func (d *definition) addLifecycle(service *service, steps []resource.TestStep, requests [][]string) {
	var last map[string]any

	test, address := resourceTests[d.TypeName], d.TypeName+".test"
	examples := d.examples("account_name", "update_mode", "write_only_version", "triggers")
	computed := test.checks()

	for i, config := range lifecycle(examples) {
		maps.Copy(config, test.required)

		body := requestFields(config)
		if !test.isPut {
			body = requestFields(changedValues(config, last))
		}

		if len(body) > 0 { // a PATCH sends nothing of what is removed
			requests[i] = append(requests[i], fmt.Sprintf(test.request, config["id"], jsonOf(body)))
		}

		step := &steps[i]
		step.Config += block(d.TypeName, arguments(config)) + "\n"
		step.ConfigPlanChecks.PreApply = append(step.ConfigPlanChecks.PreApply,
			plancheck.ExpectResourceAction(address, createThenUpdate(i)),
			plancheck.ExpectKnownValue(address, tfjsonpath.New("base_url"), exactly(service.url)))
		step.ConfigStateChecks = slices.Concat(step.ConfigStateChecks, stored(address, examples, config), computed(config),
			[]statecheck.StateCheck{inState(address, "base_url", exactly(service.url))})
		last = config
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

// arguments returns a configuration as arguments of a block.
func arguments(config map[string]any) []string {
	var lines []string

	for _, name := range slices.Sorted(maps.Keys(config)) {
		lines = append(lines, name+" = "+jsonOf(config[name]))
	}

	return lines
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

// stored checks that the state has each attribute as configured, and no
// write-only value.
func stored(address string, examples []attributeExample, config map[string]any) []statecheck.StateCheck {
	var checks []statecheck.StateCheck

	for _, example := range examples {
		value := config[example.name]
		if isWriteOnly(example.name) {
			value = nil
		}

		checks = append(checks, inState(address, example.name, exactly(value)))
	}

	return checks
}

// inState checks an attribute in state.
func inState(address, attribute string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), value)
}

// exactly returns a check for a value. Nil means null.
func exactly(value any) knownvalue.Check {
	switch value := value.(type) {
	case nil:
		return knownvalue.Null()
	case bool:
		return knownvalue.Bool(value)
	case int:
		return knownvalue.Int64Exact(int64(value))
	case []string:
		elements := []knownvalue.Check{}
		for _, element := range value {
			elements = append(elements, exactly(element))
		}

		return knownvalue.ListExact(elements)
	case map[string]any:
		elements := map[string]knownvalue.Check{}
		for key, element := range value {
			elements[key] = exactly(element)
		}

		return knownvalue.MapExact(elements)
	}

	return knownvalue.StringExact(value.(string))
}
