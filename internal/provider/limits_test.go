package provider

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The limits are defined twice on purpose: in package client, which the
// validators use, and in openapi.yaml, a transcription of the API
// documentation. These tests compare them.

// requestSchemas returns the request schema of each resource.
func requestSchemas(t *testing.T) map[string]openapi3.Schemas {
	t.Helper()

	document := must(openapi3.NewLoader().LoadFromFile("../mockserver/openapi.yaml"))
	operations, schemas := map[string]*openapi3.Operation{}, map[string]openapi3.Schemas{}

	for _, path := range document.Paths.Map() {
		for _, operation := range path.Operations() {
			operations[operation.Tags[0]] = operation
		}
	}

	for typeName, test := range resourceTests {
		operation := operations[string(test.kind)]
		delete(operations, string(test.kind))

		schemas[typeName] = operation.RequestBody.Value.Content["application/json"].Schema.Value.Properties
	}

	for kind := range operations {
		t.Errorf("resourceTests lacks a resource for %s in openapi.yaml", kind)
	}

	return schemas
}

// edges returns values at the limits of a schema, and values one past them.
// Lengths are in characters: "é" has two bytes.
func edges(schema *openapi3.Schema) (inside, outside []any) {
	switch {
	case schema.Type.Is("boolean"):
		return []any{true, false}, nil
	// The API documentation types recommendations as "any", with a maximum
	// number of entries.
	case schema.Type.Is("array") || schema.MaxItems != nil:
		return listEdges(schema)
	case schema.Type.Is("string") && len(schema.Enum) > 0:
		return schema.Enum, []any{"", "neither", strings.ToUpper(schema.Enum[0].(string))}
	case schema.Type.Is("string") || schema.MaxLength != nil:
		return stringEdges(schema)
	}

	return nil, nil
}

func stringEdges(schema *openapi3.Schema) (inside, outside []any) {
	inside = append(inside, strings.Repeat("é", int(schema.MinLength)))
	if schema.MinLength > 0 {
		outside = append(outside, strings.Repeat("é", int(schema.MinLength)-1))
	}

	if schema.MaxLength == nil {
		return append(inside, strings.Repeat("é", 10_000)), outside
	}

	longest := int(*schema.MaxLength)

	return append(inside, strings.Repeat("é", longest), strings.Repeat("😀", longest)),
		append(outside, strings.Repeat("é", longest+1), strings.Repeat("x", longest+1))
}

func listEdges(schema *openapi3.Schema) (inside, outside []any) {
	elements, wrong := edges(schema.Items.Value)

	inside = append(inside, []string{})

	for _, element := range elements {
		inside = append(inside, []string{element.(string)})
	}

	for _, element := range wrong {
		outside = append(outside, []string{element.(string)})
	}

	if schema.MaxItems != nil {
		most := int(*schema.MaxItems)
		inside = append(inside, slices.Repeat([]string{"q"}, most))
		outside = append(outside, slices.Repeat([]string{"q"}, most+1))
	}

	return inside, outside
}

// Every request field is tried at each of its limits and one past it.
func TestLimits_MatchOpenAPI(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for typeName, fields := range requestSchemas(t) {
		for field, schema := range fields {
			inside, outside := edges(schema.Value)

			for _, attribute := range settersOf(core, typeName, field) {
				t.Run(typeName+"/"+attribute, func(t *testing.T) {
					if len(inside) == 0 && !isUnlimited[field] {
						t.Fatalf("no limit of %s was tested", field)
					}

					for _, value := range inside {
						if diagnostics := core.validate(typeName, with(typeName, attribute, value)); hasError(diagnostics) {
							t.Errorf("%.20v is within the limits but was refused: %s", value, describe(diagnostics))
						}
					}

					for _, value := range outside {
						wantRefusal(t, core, typeName, attribute, value)
					}
				})
			}
		}
	}
}

// A reader of the documentation needs the limits that a value is likely to exceed.
func TestLimits_AreInDescriptions(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for typeName, fields := range requestSchemas(t) {
		for _, attribute := range core.schema.ResourceSchemas[typeName].Block.Attributes {
			documented := fields[attribute.Name]
			if documented == nil {
				continue
			}

			for _, limit := range limitsOf(documented.Value) {
				if !slices.Contains(regexp.MustCompile(`\w+`).FindAllString(attribute.Description, -1), fmt.Sprint(limit)) {
					t.Errorf("the description of %s does not have the limit %v: %s", attribute.Name, limit, attribute.Description)
				}
			}
		}
	}
}

// limitsOf returns the largest lengths and the modes of a field.
func limitsOf(schema *openapi3.Schema) []any {
	limits := slices.Clone(schema.Enum)

	for _, most := range []*uint64{schema.MaxLength, schema.MaxItems} {
		if most != nil {
			limits = append(limits, *most)
		}
	}

	if schema.Items != nil {
		limits = append(limits, limitsOf(schema.Items.Value)...)
	}

	return limits
}

// isUnlimited names the fields without a limit in openapi.yaml: arbitrary
// JSON, and the port, which other tests cover.
var isUnlimited = map[string]bool{"custom_css_overrides": true, "service_account_key": true, "port": true}

// settersOf returns the attributes that set a field.
func settersOf(core *core, typeName, field string) []string {
	attributes := []string{field}

	for _, attribute := range core.schema.ResourceSchemas[typeName].Block.Attributes {
		if attribute.Name == field+"_wo" {
			attributes = append(attributes, attribute.Name)
		}
	}

	return attributes
}

// with adds an attribute, and what it requires, to a valid configuration.
func with(typeName, attribute string, value any) map[string]any {
	config := maps.Clone(resourceTests[typeName].required)
	config[attribute] = value

	if strings.HasSuffix(attribute, "_wo") {
		config[attribute+"_version"] = 1
	}

	return config
}

// wantRefusal asserts an error on the attribute that does not print a secret.
func wantRefusal(t *testing.T, core *core, typeName, attribute string, value any) {
	t.Helper()

	diagnostics := core.validate(typeName, with(typeName, attribute, value))
	wantExplained(t, diagnostics)

	if !hasError(diagnostics) {
		t.Errorf("%.40v was accepted", value)

		return
	}

	at := `AttributeName("` + attribute + `")`
	if shownAt(path.Root(attribute)).Equal(path.Empty()) {
		at = withoutLine
	}

	for _, diagnostic := range diagnostics {
		if !strings.HasPrefix(place("", diagnostic), at) || !strings.Contains(diagnostic.Detail, attribute) {
			t.Errorf("%.40v: the error is not on %s: %s", value, attribute, describe(diagnostics))
		}
	}

	if strings.Contains(describe(diagnostics), "hunter2") {
		t.Errorf("the secret is printed: %s", describe(diagnostics))
	}

	// A variable that a pipeline does not set is "". The CLI does not show which
	// value of a sensitive attribute is meant, so the error names it.
	if value == "" || cmp.Equal(value, []string{""}) {
		wantText(t, diagnostics, "Empty Value: ", attribute+" cannot be used: it is empty")

		// Neither a required attribute nor an element may be null.
		mayBeNull := value == "" && attribute != "id" && attribute != "name"
		if strings.HasSuffix(diagnostics[0].Detail, ", or null.") != mayBeNull {
			t.Errorf("null is advised or not: %s", describe(diagnostics))
		}
	}
}
