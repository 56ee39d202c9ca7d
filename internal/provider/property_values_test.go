package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// generatedAppearance draws a configuration of an appearance, as Go values. Its
// name is unique to the address.
func generatedAppearance(rt *rapid.T, address string) map[string]any {
	text := rapid.SampledFrom([]string{"", "a", "A", "ä", `q"\<&>`, "x y"})
	config := map[string]any{"name": address + rapid.SampledFrom([]string{"n", "N", "ñ", `"`}).Draw(rt, "name")}

	optionally(rt, config, "theme_mode", rapid.SampledFrom([]string{"light", "dark", "both"}))
	optionally(rt, config, "start_message", text)
	optionally(rt, config, "recommendations", rapid.SliceOfN(text, 0, 3))
	optionally(rt, config, "response_mode", rapid.SampledFrom([]string{"full", "basic"}))
	optionally(rt, config, "show_sidebar", rapid.Bool())
	optionally(rt, config, "show_dashboards", rapid.Bool())
	optionally(rt, config, "write_only_version", rapid.IntRange(0, 2))
	optionally(rt, config, "triggers", triggers)

	for _, name := range appearanceColors() {
		optionally(rt, config, name, rapid.SampledFrom([]string{"#fff", "#000000", "red", "é"}))
	}

	optionally(rt, config, "custom_css_overrides", rapid.SampledFrom([]string{
		`{}`, `{"a":1,"b":[true,null]}`, `{"b": [true, null], "a": 1}`, `[]`, `"x"`, `10000000000000001`, `{"<":"&"}`,
	}))

	return config
}

// appearanceColors returns the names of the eight color attributes.
func appearanceColors() []string {
	var names []string

	for _, mode := range []string{"lm", "dm"} {
		for _, role := range []string{"primary_background", "light_background", "dark_background", "button_outline"} {
			names = append(names, mode+"_"+role+"_color")
		}
	}

	return names
}

// credentialFields are the fields with a plain and a write-only attribute.
var credentialFields = []string{"password", "connection_string", "token", "service_account_key"}

// triggers draws a value of the attribute triggers.
var triggers = rapid.SampledFrom([]map[string]string{{}, {"k": "1"}, {"k": "2"}})

// generatedSource draws a configuration of a source. Its hostname is unique to
// the address.
func generatedSource(rt *rapid.T, address string) map[string]any {
	text := rapid.SampledFrom([]string{"a", "A", "ä", `q"\<&>`, "x y"})
	config := map[string]any{"hostname": address + text.Draw(rt, "hostname")}

	for _, name := range []string{"account_name", "username", "database_name", "host", "database", "account", "user", "public_key"} {
		optionally(rt, config, name, text)
	}

	optionally(rt, config, "port", rapid.IntRange(1, 3))
	optionally(rt, config, "selected_schemas", rapid.SliceOfNDistinct(text, 0, 3, rapid.ID))
	optionally(rt, config, "update_mode", rapid.SampledFrom([]string{"changed", "full"}))
	optionally(rt, config, "triggers", triggers)

	for _, field := range credentialFields {
		switch rapid.IntRange(0, 2).Draw(rt, field) {
		case 1:
			config[field] = rapid.SampledFrom([]string{`"a"`, `{"k":1}`, `{ "k": 1 }`}).Draw(rt, "plain")
		case 2:
			config[field+"_wo_version"] = rapid.IntRange(0, 2).Draw(rt, "version")
		}
	}

	return config
}

func optionally[T any](rt *rapid.T, config map[string]any, name string, value *rapid.Generator[T]) {
	if rapid.Bool().Draw(rt, "with "+name) {
		config[name] = value.Draw(rt, name)
	}
}

// paired makes a configuration valid. It derives write-only values from their
// versions, because a changed value with the same version is not detected, and
// keeps one form of each credential.
func paired(config map[string]any) map[string]any {
	if version := config["write_only_version"]; version != nil {
		for _, name := range appearanceColors() {
			if config[name] != nil {
				config[name] = fmt.Sprintf("v%v", version)
			}
		}

		if config["custom_css_overrides"] != nil {
			config["custom_css_overrides"] = fmt.Sprintf(`{"v": %v}`, version)
		}
	}

	for _, field := range credentialFields {
		if version := config[field+"_wo_version"]; version != nil {
			config[field], config[field+"_wo"] = nil, fmt.Sprintf(`{"v": %v}`, version)
		} else {
			config[field+"_wo"] = nil
		}
	}

	maps.DeleteFunc(config, func(_ string, value any) bool { return value == nil })

	return config
}

// requestFields returns the request fields that attributes set, as JSON decodes
// them.
func requestFields(values map[string]any) map[string]any {
	fields := map[string]any{}

	for name, value := range canonical(values) {
		if name != "id" && name != "update_mode" && name != "triggers" && !strings.HasSuffix(name, "_version") {
			fields[strings.TrimSuffix(name, "_wo")] = value
		}
	}

	return fields
}

// canonical returns attributes as JSON decodes them: JSON text is decoded, and a
// set sorted.
func canonical(values map[string]any) map[string]any {
	written := map[string]any{}

	for name, value := range values {
		switch name {
		case "custom_css_overrides", "service_account_key", "service_account_key_wo":
			written[name] = json.RawMessage(value.(string))
		case "selected_schemas":
			elements := slices.Clone(value.([]string))
			slices.Sort(elements)
			written[name] = elements
		default:
			written[name] = value
		}
	}

	encoded, err := json.Marshal(written)
	if err != nil {
		panic(err)
	}

	return decoded(encoded)
}

func decoded(body []byte) map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()

	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		panic(err)
	}

	return fields
}
