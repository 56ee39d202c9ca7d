package client

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// properties returns the property names of a schema in openapi.yaml, the
// transcription of the API documentation.
func properties(t *testing.T, schema string) []string {
	t.Helper()

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

	return slices.Sorted(maps.Keys(document.Components.Schemas[schema].Properties))
}

func TestFields_MatchOpenAPI(t *testing.T) {
	tests := map[string]struct {
		fields, returned []string
		request          string
		response         string
	}{
		"appearance": {appearanceFields, returnedAppearanceFields, "AppearanceRequest", "AppearanceResponse"},
		"source":     {sourceFields, returnedSourceFields, "SourceRequest", "SourceResponse"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			documented := properties(t, test.request)
			if diff := cmp.Diff(documented, slices.Sorted(slices.Values(test.fields))); diff != "" {
				t.Errorf("request fields (-documented +sent):\n%s", diff)
			}

			repeated := slices.DeleteFunc(properties(t, test.response), func(field string) bool { return !slices.Contains(documented, field) })
			if diff := cmp.Diff(repeated, slices.Sorted(slices.Values(test.returned))); diff != "" {
				t.Errorf("request fields in the response (-documented +read):\n%s", diff)
			}
		})
	}
}
