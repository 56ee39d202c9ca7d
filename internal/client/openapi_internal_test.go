package client

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

// openapi.yaml is the transcription of the API documentation.
func TestFields_MatchOpenAPI(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromFile("../mockserver/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}

	schemas := document.Components.Schemas
	tested := map[string]struct{ sent, returned []string }{
		"Appearance": {appearanceFields, returnedAppearanceFields},
		"Source":     {sourceFields, returnedSourceFields},
	}

	for schema := range schemas {
		name, isRequest := strings.CutSuffix(schema, "Request")
		if !isRequest {
			continue
		}

		fields, isTested := tested[name]
		if !isTested {
			t.Errorf("openapi.yaml has %s, and this test does not have its fields", schema)

			continue
		}

		request, response := schemas[schema].Value.Properties, schemas[name+"Response"].Value.Properties
		if diff := cmp.Diff(slices.Sorted(maps.Keys(request)), slices.Sorted(slices.Values(fields.sent))); diff != "" {
			t.Errorf("request fields (-in openapi.yaml +sent):\n%s", diff)
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
