package provider

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// What the values of attributes are in requests.

// credentialFields are the fields with a plain and a write-only attribute.
var credentialFields = func() (fields []string) {
	for _, c := range (&sourceModel{}).credentials() {
		fields = append(fields, c.field)
	}

	return fields
}()

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

	encoded, _ := json.Marshal(written)

	return decoded(encoded)
}

// decoded returns nil if the body is not an object.
func decoded(body []byte) (fields map[string]any) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()

	_ = decoder.Decode(&fields)

	return fields
}
