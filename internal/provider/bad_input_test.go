package provider

import (
	"encoding/base64"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// These are the provider's own limits, which the API documentation does not
// have.
func TestBadInput_IsRefusedOnItsAttribute(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})

	for _, test := range []struct {
		typeName, attribute string
		good, bad           []any
	}{
		{appearanceType, "id", []any{"0", "1", "0x", "0.5", "0.10.2", "brand-1.x_~", "..."}, []any{"", ".", "..", "01", "00", "01.0", "7.", "7.0", "a/b", "a b", "é", "1?x", "1%2F"}},
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
		{sourceType, "hostname", []any{
			"db.example.com", "db.example.com:5432", "[::1]:5432", "a:27017,b:27017", `db\INST,1433`, "/var/run/postgresql", "tcp:db.example.com,1433", "//db:1521/orders", "postgres://u@db/orders",
			"(DESCRIPTION=(ADDRESS=(PROTOCOL=tcps)(HOST=h)(PORT=1522)))", "jdbc:oracle:thin:@db_high", "postgres://u:@db/orders", "/cloudsql/project:region:instance", "user@tenant",
		}, nil},
		{sourceType, "database", []any{"my-project:dataset", "orders", "orders?schema=public"}, nil},
		{sourceType, "account", []any{"xy12345.eu-central-1.aws", "acme-prod"}, nil},
		{sourceType, "username", []any{"serviceAccount:bq@my-project.iam.gserviceaccount.com", "user:group@db", "DOMAIN/user@corp"}, nil},
		{sourceType, "account_name", []any{"Orders: me@example.com", "https://db.example.com"}, nil},
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

func TestBadInput_IsNamedWithItsPlace(t *testing.T) {
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
			appearanceType, "recommendations", []string{"short", strings.Repeat("é", 281)},
			`AttributeName("recommendations").ElementKeyInt(1): Text Too Long: The value of recommendations[1] cannot be used: it has 281 characters. Use at most 280 characters.`,
		},
		{
			appearanceType, "recommendations", []any{"a", nil, unknownValue{}},
			`AttributeName("recommendations").ElementKeyInt(1): Null Element: recommendations[1] is null, which cannot be sent. Use text, or compact(...) to drop it.`,
		},
		{sourceType, "selected_schemas", []any{"hunter2", nil}, "This attribute contains a null value."},
		{sourceType, "selected_schemas", []string{"hunter2", ""}, "Empty Value: An element of selected_schemas cannot be used"},
		{appearanceType, "custom_css_overrides", "{\n  \"é\": \"#1864ab\",\n}\n", "Invalid JSON: The value of custom_css_overrides cannot be used: it is not valid JSON at line 3, column 1. "},
		{appearanceType, "custom_css_overrides", "\ufeff{\"é\" 1}", "not valid JSON at line 1, column 6. "},
		{appearanceType, "custom_css_overrides", "é", "not valid JSON at line 1, column 1. "},
		{appearanceType, "custom_css_overrides", `{"a": {`, "not valid JSON at line 1, column 8. "},
		{sourceType, "service_account_key_wo", base64.StdEncoding.EncodeToString([]byte(`{"type": "service_account"}`)), "it is JSON in Base64. Use the content of the key file, such as file(\"key.json\") or base64decode(google_service_account_key.x.private_key)."},
		{sourceType, "service_account_key", "eyJhIjog\nMX0=\n", "it is JSON in Base64. Use "},
		{sourceType, "service_account_key", "MTIz!", "not valid JSON at line 1, column 1. "},
		{sourceType, "service_account_key", base64.StdEncoding.EncodeToString([]byte("hunter2")), "not valid JSON at line 1, column 1. Use the content of the key file"},
		{
			appearanceType, "start_message", "Héllo\r\n\tyou\r\rNo changes.",
			`Control Character: The value of start_message cannot be used: it has the control character U+000D at line 2, column 5, which can hide parts of a plan; ` +
				`replace(TEXT, "\u000d", "") removes it. Use text without control characters, except tabs and line breaks (LF or CR LF).`,
		},
		{appearanceType, "recommendations", []string{"a", "b\u0085"}, "The value of recommendations[1] cannot be used: it has the control character U+0085 at line 1, column 2"},
		{sourceType, "selected_schemas", []string{"a", "hunter2\x7f"}, "An element of selected_schemas cannot be used: it has the control character U+007F"},
		{sourceType, "triggers", map[string]any{"k\x1b": "v"}, `The value of triggers["k\x1b"] cannot be used: it has the control character U+001B at line 1, column 2`},
	} {
		got := core.validate(test.typeName, with(test.typeName, test.attribute, test.value))
		wantText(t, got, test.want)
		wantExplained(t, got)

		if count := len(got); count != 1 || strings.ContainsAny(got[0].Detail, "\r\x1b\x7f\u0085") || strings.Contains(got[0].Detail, "hunter2") {
			t.Errorf("%d errors, or one that prints the value: %q", count, describe(got))
		}
	}
}

// valuesWith returns values with a text, if an attribute can have one. JSON has no
// control characters, and neither do the values that a service computes.
func valuesWith(attribute *tfprotov6.SchemaAttribute, text string) []any {
	isJSON := strings.HasPrefix(attribute.Name, serviceAccountKeyField) && attribute.Sensitive || attribute.Name == overridesAttribute

	switch {
	case attribute.Computed && !attribute.Optional, attribute.Type.Is(tftypes.Bool), attribute.Type.Is(tftypes.Number), isJSON:
		return nil
	case attribute.Type.Is(tftypes.String):
		return []any{text}
	case attribute.Type.Is(tftypes.Map{}):
		return []any{map[string]any{"k": text}, map[string]any{text: "v"}}
	}

	return []any{[]string{"a", text}}
}

// A new argument needs the validator, or has to be exempt here.
func TestBadInput_ControlCharactersAreRefusedInWhatPlansShow(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for typeName, schema := range core.schema.ResourceSchemas {
		for _, attribute := range schema.Block.Attributes {
			validate := func(value any) []*tfprotov6.Diagnostic {
				config := with(typeName, attribute.Name, value)
				if writeOnly, isVersion := strings.CutSuffix(attribute.Name, "_version"); isVersion && strings.HasSuffix(writeOnly, "_wo") {
					config[writeOnly] = "{}"
				}

				return core.validate(typeName, config)
			}

			for _, char := range "\x00\x08\v\f\r\x1b\x1f\x7f\u0080\u0085\u009f\u202d\u202e" {
				for _, value := range valuesWith(attribute, "x"+string(char)) {
					got := validate(value)
					if isRefused := len(got) == 1 && hasError(got) && !strings.ContainsRune(got[0].Detail, char); isRefused == attribute.Sensitive {
						t.Errorf("%s: %q is refused with one error, which does not have it: %t: %s", attribute.Name, char, isRefused, describe(got))
					}
				}
			}

			for _, value := range valuesWith(attribute, "x\t\r\n\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069") {
				if got := validate(value); strings.Contains(describe(got), "Control Character") {
					t.Errorf("%s: a tab, a line break or a mark of direction is refused: %s", attribute.Name, describe(got))
				}
			}
		}
	}
}

// A word is not a color because it has letters only.
func TestBadInput_UnusualColorIsAWarning(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for value, unusual := range map[string]bool{
		"#fff": false, "#1864AB": false, "Tomato": false, "grey": false, "wihte": true, "ggray": true, "#ffff": true, "1864ab": true, "#1864ag": true, "red ": true,
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
	for _, refused := range []string{"#1864abff", "wihte\r"} {
		if got := core.validate(appearanceType, with(appearanceType, "lm_dark_background_color", refused)); len(got) != 1 || !hasError(got) {
			t.Errorf("%q: %s", refused, describe(got))
		}
	}
}

func TestBadInput_CredentialPairsAreRefused(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for _, field := range credentialFields {
		writeOnly, version := field+"_wo", field+"_wo_version"
		at := func(attribute string) string {
			if attribute == version {
				return `ERROR: Invalid Attribute Combination at AttributeName("` + version + `")`
			}

			return "ERROR: Invalid Attribute Combination" + withoutLine
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
