package provider

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The limits are defined twice on purpose: in package client, which the
// validators use, and in openapi.yaml, a transcription of the API
// documentation. These tests compare them.

// requestSchemas returns the request schema of each resource.
func requestSchemas(t *testing.T) map[string]openapi3.Schemas {
	t.Helper()

	document, err := openapi3.NewLoader().LoadFromFile("../mockserver/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}

	body := func(operation *openapi3.Operation) openapi3.Schemas {
		return operation.RequestBody.Value.Content["application/json"].Schema.Value.Properties
	}

	return map[string]openapi3.Schemas{
		appearanceType: body(document.Paths.Value("/api/v1/appearance/{id}/").Put),
		sourceType:     body(document.Paths.Value("/api/v1/sources/{id}/update-config/").Patch),
	}
}

// valid returns a configuration to which a test adds one attribute.
func valid(typeName string) map[string]any {
	if typeName == appearanceType {
		return map[string]any{"id": "1", "name": "N"}
	}

	return map[string]any{"id": "7"}
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
	config := valid(typeName)
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
	for _, diagnostic := range diagnostics {
		if diagnostic.Attribute == nil || !strings.HasPrefix(diagnostic.Attribute.String(), at) {
			t.Errorf("%.40v: the error is not on %s: %s", value, attribute, describe(diagnostics))
		}
	}

	if strings.Contains(describe(diagnostics), "hunter2") {
		t.Errorf("the secret is printed: %s", describe(diagnostics))
	}

	// A variable that a pipeline does not set is "". The CLI does not show which
	// value of a sensitive attribute is meant, so the error names it.
	if value == "" || cmp.Equal(value, []string{""}) {
		wantText(t, diagnostics, "Empty Value: ")
		wantText(t, diagnostics, attribute+" cannot be used: it is empty")
	}
}

// These are the provider's own limits, which the API documentation does not
// have.
func TestBadInput_IsRefusedOnItsAttribute(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})

	for _, test := range []struct {
		typeName, attribute string
		good, bad           []any
	}{
		{appearanceType, "id", []any{"1", "brand-1.x_~", "..."}, []any{"", ".", "..", "a/b", "a b", "é", "1?x", "1%2F"}},
		{appearanceType, "custom_css_overrides", []any{`{}`, `[]`, `"x"`, `"null"`, `1`}, []any{``, `{`, `{} {}`, `nope`, `null`, " null\n"}},
		{sourceType, "id", []any{"0", "7", "12345678901234567890123"}, []any{"", "-1", "+1", "01", "1.0", "1e3", "postgres", "٣"}},
		{sourceType, "port", []any{1, 65535}, []any{0, -1, 65536, 5432.5}},
		{sourceType, "service_account_key", []any{`{}`, `{"a": "b"}` + "\n"}, []any{``, `{"private_key": "hunter2"`, `hunter2`}},
		{sourceType, "service_account_key_wo", []any{`{}`}, []any{``, `{"private_key": "hunter2"`, `hunter2`}},
		{
			sourceType, "public_key",
			[]any{"MIIB", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----"},
			[]any{"-----BEGIN PRIVATE KEY-----\nhunter2", "-----BEGIN ENCRYPTED PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----"},
		},
		{sourceType, "update_mode", []any{"changed", "full"}, []any{"", "all"}},
	} {
		t.Run(test.typeName+"/"+test.attribute, func(t *testing.T) {
			for _, value := range test.good {
				if diagnostics := core.validate(test.typeName, with(test.typeName, test.attribute, value)); len(diagnostics) > 0 {
					t.Errorf("%v was refused: %s", value, describe(diagnostics))
				}
			}

			for _, value := range test.bad {
				wantRefusal(t, core, test.typeName, test.attribute, value)
			}
		})
	}

	wantRequests(t, service)
}

func TestBadInput_UnknownModesAndLongTextsAreNamed(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for _, test := range []struct {
		typeName, attribute string
		value               any
		want                string
	}{
		{appearanceType, "theme_mode", "drak", `Invalid Mode: The value "drak" of theme_mode cannot be used: there is no such mode. Use light, dark or both.`},
		{appearanceType, "response_mode", "Full", `Invalid Mode: The value "Full" of response_mode cannot be used: there is no such mode. Use full or basic.`},
		{sourceType, "update_mode", "all", `Invalid Mode: The value "all" of update_mode cannot be used: there is no such mode. Use changed or full.`},
		{
			appearanceType, "start_message", strings.Repeat("é", 121),
			"Text Too Long: The value of start_message cannot be used: it has 121 characters. Use at most 120 characters.",
		},
		{
			appearanceType, "recommendations", []string{strings.Repeat("é", 281)},
			"Text Too Long: An element of recommendations cannot be used: it has 281 characters. Use at most 280 characters.",
		},
	} {
		got := core.validate(test.typeName, with(test.typeName, test.attribute, test.value))
		wantText(t, got, test.want)
		wantExplained(t, got)
	}
}

// A word is not a color because it has letters only.
func TestBadInput_UnusualColorIsAWarning(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for value, unusual := range map[string]bool{
		"#fff": false, "#1864AB": false, "Tomato": false, "grey": false, "wihte": true, "ggray": true, "#ffff": true, "1864ab": true, "red ": true,
	} {
		got := core.validate(appearanceType, with(appearanceType, "lm_dark_background_color", value))

		want := ""
		if unusual {
			want = "WARNING AttributeName(\"lm_dark_background_color\"): Unusual Color: lm_dark_background_color = " + strconv.Quote(value)
		}

		if text := describe(got); !strings.Contains(text, want) || !unusual && text != "" {
			t.Errorf("%q: %s", value, text)
		}
	}

	// A value that is refused gets no advice as well.
	if got := core.validate(appearanceType, with(appearanceType, "lm_dark_background_color", "#1864abff")); len(got) != 1 || !hasError(got) {
		t.Errorf("a color that is too long: %s", describe(got))
	}
}

func TestBadInput_CredentialPairsAreRefused(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for _, field := range credentialFields {
		writeOnly, version := field+"_wo", field+"_wo_version"
		at := func(attribute string) string {
			return `ERROR: Invalid Attribute Combination at AttributeName("` + attribute + `")`
		}
		value := `"hunter2"`

		for name, test := range map[string]struct {
			config map[string]any
			want   []string
		}{
			"Plain":                 {map[string]any{field: value}, nil},
			"WriteOnly":             {map[string]any{writeOnly: value, version: 1}, nil},
			"Both":                  {map[string]any{field: value, writeOnly: value, version: 1}, []string{at(writeOnly)}},
			"BothWithoutVersion":    {map[string]any{field: value, writeOnly: value}, []string{at(writeOnly), at(writeOnly)}},
			"WithoutVersion":        {map[string]any{writeOnly: value}, []string{at(writeOnly)}},
			"VersionAlone":          {map[string]any{version: 1}, []string{at(version)}},
			"VersionWithPlain":      {map[string]any{field: value, version: 1}, []string{at(version)}},
			"UnknownMayBeNull":      {map[string]any{field: unknownValue{}, writeOnly: value, version: 1}, nil},
			"UnknownVersion":        {map[string]any{writeOnly: value, version: unknownValue{}}, nil},
			"UnknownVersionAlone":   {map[string]any{version: unknownValue{}}, nil},
			"UnknownWriteOnly":      {map[string]any{writeOnly: unknownValue{}, version: 1}, nil},
			"UnknownBesideTheOther": {map[string]any{field: value, writeOnly: unknownValue{}}, nil},
		} {
			t.Run(field+"/"+name, func(t *testing.T) {
				test.config["id"] = "7"

				diagnostics := core.validate(sourceType, test.config)
				wantHeadlines(t, diagnostics, test.want...)

				if name == "VersionAlone" {
					wantText(t, diagnostics, version+" has no effect, because "+writeOnly+" is null. Most likely, its value is missing")
				}

				if strings.Contains(describe(diagnostics), "hunter2") {
					t.Errorf("the secret is printed: %s", describe(diagnostics))
				}
			})
		}
	}
}
