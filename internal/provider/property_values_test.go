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

// generatedAppearance draws a configuration of an appearance, as Go values.
// What a write-only value is follows from write_only_version where that is
// set: without a new version a new value is not to be seen.
func generatedAppearance(rt *rapid.T) map[string]any {
	text := rapid.SampledFrom([]string{"", "a", "A", "ä", `q"\<&>`, "x y"})
	config := map[string]any{"name": rapid.SampledFrom([]string{"n", "N", "ñ", `"`}).Draw(rt, "name")}

	optionally(rt, config, "theme_mode", rapid.SampledFrom([]string{"light", "dark", "both"}))
	optionally(rt, config, "start_message", text)
	optionally(rt, config, "recommendations", rapid.SliceOfN(text, 0, 3))
	optionally(rt, config, "response_mode", rapid.SampledFrom([]string{"full", "basic"}))
	optionally(rt, config, "show_sidebar", rapid.Bool())
	optionally(rt, config, "show_dashboards", rapid.Bool())
	optionally(rt, config, "write_only_version", rapid.IntRange(0, 2))

	for _, name := range appearanceColors() {
		optionally(rt, config, name, rapid.SampledFrom([]string{"#fff", "#000000", "red", "é"}))
	}

	optionally(rt, config, "custom_css_overrides", rapid.SampledFrom([]string{
		`{}`, `{"a":1,"b":[true,null]}`, `{"b": [true, null], "a": 1}`, `[]`, `"x"`, `10000000000000001`, `{"<":"&"}`,
	}))

	return config
}

// appearanceColors returns the names of the eight colour attributes.
func appearanceColors() []string {
	var names []string

	for _, value := range (&appearanceModel{}).writeOnly() {
		if strings.HasSuffix(value.name, "_color") {
			names = append(names, value.name)
		}
	}

	return names
}

// generatedSource draws a configuration of a source.
func generatedSource(rt *rapid.T) map[string]any {
	text := rapid.SampledFrom([]string{"a", "A", "ä", `q"\<&>`, "x y"})
	config := map[string]any{}

	for _, name := range []string{"account_name", "hostname", "username", "database_name", "host", "database", "account", "user", "public_key"} {
		optionally(rt, config, name, text)
	}

	optionally(rt, config, "port", rapid.IntRange(1, 3))
	optionally(rt, config, "selected_schemas", rapid.SliceOfNDistinct(text, 0, 3, rapid.ID))
	optionally(rt, config, "update_mode", rapid.SampledFrom([]string{updateChanged, updateFull}))

	for _, field := range []string{"password", "connection_string", "token", "service_account_key"} {
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

// paired makes a configuration valid and seeable: a write-only value follows
// from its version, and a credential is declared in one way.
func paired(config map[string]any) map[string]any {
	if version, ok := config["write_only_version"]; ok && version != nil {
		for _, name := range appearanceColors() {
			if config[name] != nil {
				config[name] = fmt.Sprintf("v%v", version)
			}
		}

		if config["custom_css_overrides"] != nil {
			config["custom_css_overrides"] = fmt.Sprintf(`{"v": %v}`, version)
		}
	}

	for _, field := range []string{"password", "connection_string", "token", "service_account_key"} {
		version, ok := config[field+"_wo_version"]

		switch {
		case !ok || version == nil:
			delete(config, field+"_wo_version")
			delete(config, field+"_wo")
		case version != nil:
			delete(config, field)
			config[field+"_wo"] = fmt.Sprintf(`{"v": %v}`, version)
		}
	}

	maps.DeleteFunc(config, func(_ string, value any) bool { return value == nil })

	return config
}

// wireFields returns the request fields that a configuration declares, as JSON
// decodes them.
func wireFields(config map[string]any) map[string]any {
	fields := map[string]any{}

	for name, value := range config {
		field := strings.TrimSuffix(name, "_wo")

		switch {
		case name == "id" || name == "update_mode" || strings.HasSuffix(name, "_version"):
		case field == "custom_css_overrides" || field == "service_account_key":
			fields[field] = json.RawMessage(value.(string))
		case field == "selected_schemas":
			sent := slices.Clone(value.([]string))
			slices.Sort(sent)
			fields[field] = sent
		default:
			fields[field] = value
		}
	}

	encoded, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}

	return decoded(encoded)
}

// declaredBy says in which way a configuration declares a field: by its own
// attribute, or write-only with a version.
func declaredBy(config map[string]any, field string) string {
	if version, ok := config[field+"_wo_version"]; ok {
		return fmt.Sprintf("version %v", version)
	}

	return "itself"
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
