package client

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// openapi.yaml is the transcription of the API documentation.
func TestFields_MatchOpenAPI(t *testing.T) {
	text, err := os.ReadFile("../mockserver/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}

	var document struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}

	tested := map[string]struct{ sent, returned []string }{
		"Appearance": {appearanceFields, returnedAppearanceFields},
		"Source":     {sourceFields, returnedSourceFields},
	}

	for schema := range document.Components.Schemas {
		name, isRequest := strings.CutSuffix(schema, "Request")
		if !isRequest {
			continue
		}

		fields, isTested := tested[name]
		if !isTested {
			t.Errorf("openapi.yaml has %s, and this test does not have its fields", schema)

			continue
		}

		request, response := document.Components.Schemas[schema].Properties, document.Components.Schemas[name+"Response"].Properties
		if diff := cmp.Diff(slices.Sorted(maps.Keys(request)), slices.Sorted(slices.Values(fields.sent))); diff != "" {
			t.Errorf("request fields (-documented +sent):\n%s", diff)
		}

		for _, field := range fields.returned {
			if response[field] == nil {
				t.Errorf("%s is read, and not documented", field)
			}
		}

		for field := range response {
			if request[field] != nil && !slices.Contains(fields.returned, field) {
				t.Errorf("the response repeats %s, which is not read", field)
			}
		}
	}
}

func TestPublicSourceFields_LackOnlyCredentials(t *testing.T) {
	for i, field := range sourceFields {
		kind := reflect.TypeFor[SourceConfig]().Field(i).Type
		mayBeCredential := kind == reflect.TypeFor[*string]() || kind == reflect.TypeFor[json.RawMessage]()

		if !mayBeCredential && !slices.Contains(publicSourceFields, field) {
			t.Errorf("%s is no text and no JSON, so it is no credential, and publicSourceFields lacks it", field)
		}
	}
}
