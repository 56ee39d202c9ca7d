package provider

import (
	"strconv"
	"strings"
	"testing"

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
