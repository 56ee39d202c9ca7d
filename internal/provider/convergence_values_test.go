package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"
)

// credentialFields are the fields with a plain and a write-only attribute.
var credentialFields = func() (fields []string) {
	for _, c := range (&sourceModel{}).credentials() {
		fields = append(fields, c.field)
	}

	return fields
}()

// texts are the values of text attributes that do not accept any text, by the end
// of their names.
var texts = map[string][]string{
	"theme_mode":           {"light", "dark", "both"},
	"response_mode":        {"full", "basic"},
	"update_mode":          {"changed", "full"},
	"_version":             {"0", "1", "2"},
	"_color":               {"#fff", "#000000", "red", "é"},
	"start_message":        {"", "a", "A", "ä", `q"\<&>`, "x y"},
	"recommendations":      {"", "a", "A", "ä", `q"\<&>`, "x y"},
	"custom_css_overrides": {`{}`, `{"a":1,"b":[true,null]}`, `{"b": [true, null], "a": 1}`, `[]`, `"x"`, `10000000000000001`, `{"<":"&"}`},
	"service_account_key":  {`"a"`, `{"k":1}`, `{ "k": 1 }`},
}

// draw draws a configuration, as Go values. The one attribute that it always has
// is unique to the address.
func (s *sequence) draw(address string) map[string]any {
	config := map[string]any{}

	for _, attribute := range s.attributes() {
		text := rapid.SampledFrom([]string{"a", "A", "ä", `q"\<&>`, "x y"})

		for suffix, allowed := range texts {
			if strings.HasSuffix(attribute.Name, suffix) {
				text = rapid.SampledFrom(allowed)
			}
		}

		switch name := attribute.Name; {
		case name == resourceTests[s.typeName].unique:
			config[name] = address + text.Draw(s.rt, name)
		case name == "id", !attribute.Optional && !attribute.Required, rapid.Bool().Draw(s.rt, "without "+name):
		case attribute.Type.Is(tftypes.Bool):
			config[name] = rapid.Bool().Draw(s.rt, name)
		case attribute.Type.Is(tftypes.Number):
			config[name] = rapid.IntRange(1, 3).Draw(s.rt, name)
		case attribute.Type.Is(tftypes.List{}), attribute.Type.Is(tftypes.Set{}):
			config[name] = rapid.SliceOfNDistinct(text, 0, 3, rapid.ID).Draw(s.rt, name)
		case attribute.Type.Is(tftypes.Map{}):
			config[name] = rapid.SampledFrom([]map[string]any{{}, {"k": "1"}, {"k": "2"}}).Draw(s.rt, name)
		default:
			config[name] = text.Draw(s.rt, name)
		}
	}

	return paired(config)
}

// paired makes a configuration valid. It derives write-only values from their
// versions, because a changed value with the same version is not detected, and
// keeps one form of each credential.
func paired(config map[string]any) map[string]any {
	for _, field := range credentialFields {
		delete(config, field+"_wo")

		if version := config[field+"_wo_version"]; version != nil {
			delete(config, field)

			config[field+"_wo"] = fmt.Sprintf("[%v]", version)
		}
	}

	for name := range config {
		if version := config["write_only_version"]; version != nil && isWriteOnly(name) {
			config[name] = fmt.Sprintf("[%v]", version)
		}
	}

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

// compared returns the attributes that the next plan compares: those in state, and
// the write-only ones of an appearance without write_only_version.
func compared(config map[string]any) map[string]any {
	values := maps.Clone(config)
	maps.DeleteFunc(values, func(name string, _ any) bool {
		return isWriteOnly(name) && (strings.HasSuffix(name, "_wo") || config["write_only_version"] != nil)
	})

	return values
}

// isWriteOnly reports whether a resource has a write-only attribute with this name.
func isWriteOnly(name string) bool { return writeOnlyAttributes()[name] }

var writeOnlyAttributes = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}

	for _, newResource := range newResources {
		for name, attribute := range definitionOf(newResource()).Schema.Attributes {
			names[name] = attribute.IsWriteOnly()
		}
	}

	return names
})

// attributes returns the attributes of the resource.
func (s *sequence) attributes() []*tfprotov6.SchemaAttribute {
	return s.core.schema.ResourceSchemas[s.typeName].Block.Attributes
}

func (s *sequence) attributeNames() (names []string) {
	for _, attribute := range s.attributes() {
		names = append(names, attribute.Name)
	}

	return names
}
