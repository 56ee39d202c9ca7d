package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// fingerprintLength is how many hex digits of the hash stand in state. They
// tell a changed value from an unchanged one; they do not hide it, and colours
// need no hiding.
const fingerprintLength = 12

// writeOnlyValue is one write-only attribute of a configuration. Its text is
// canonical: equal for values that mean the same.
type writeOnlyValue struct {
	attribute string
	text      types.String
}

// fingerprint stands for a value that Terraform does not keep. The attribute's
// name goes in so that equal colours do not look alike in state.
func (v writeOnlyValue) fingerprint() types.String {
	hash := sha256.Sum256([]byte(v.attribute + "\x00" + v.text.ValueString()))

	return types.StringValue(hex.EncodeToString(hash[:])[:fingerprintLength])
}

// plannedFingerprints compares configured values with the fingerprints of the
// last apply. What is the same stays; what changed or is new is unknown, since
// a known value would fail with "inconsistent final plan" where an ephemeral
// value differs between plan and apply; what is not configured goes.
//
// A version in the configuration takes the place of fingerprints.
func plannedFingerprints(values []writeOnlyValue, version types.Int64, prior types.Map) types.Map {
	if version.IsUnknown() {
		return types.MapUnknown(types.StringType)
	}

	if !version.IsNull() {
		return types.MapNull(types.StringType)
	}

	// A value that is not known yet may turn out null, so that not even the
	// keys are known.
	if slices.ContainsFunc(values, func(value writeOnlyValue) bool { return value.text.IsUnknown() }) {
		return types.MapUnknown(types.StringType)
	}

	before := prior.Elements()
	elements := make(map[string]attr.Value, len(values))

	for _, value := range values {
		if value.text.IsNull() {
			continue
		}

		elements[value.attribute] = types.StringUnknown()

		if fingerprint := value.fingerprint(); fingerprint.Equal(before[value.attribute]) {
			elements[value.attribute] = fingerprint
		}
	}

	if len(elements) == 0 {
		return types.MapNull(types.StringType)
	}

	return types.MapValueMust(types.StringType, elements)
}

// plannedOnly returns what a plan leaves of an attribute's configured value: all
// of it where the plan has a fingerprint for it, or no fingerprints at all because
// they were not known or a version takes their place; else null.
func plannedOnly(version types.Int64, planned types.Map, undeclared []string) func(attribute string, value types.String) types.String {
	everything := planned.IsUnknown() || !version.IsNull()
	fingerprints := planned.Elements()

	return func(attribute string, value types.String) types.String {
		_, ok := fingerprints[attribute]
		if (ok || everything) && !slices.Contains(undeclared, attribute) {
			return value
		}

		return types.StringNull()
	}
}

// appliedFingerprints fills in what the plan left unknown.
func appliedFingerprints(values []writeOnlyValue, version types.Int64, planned types.Map) types.Map {
	if planned.IsUnknown() {
		planned = plannedFingerprints(values, version, types.MapNull(types.StringType))
	}

	if planned.IsNull() {
		return planned
	}

	elements := planned.Elements()

	for _, value := range values {
		if element, ok := elements[value.attribute]; ok && element.IsUnknown() {
			elements[value.attribute] = value.fingerprint()
		}
	}

	return types.MapValueMust(types.StringType, elements)
}

// canonicalJSON writes a JSON text without white space and with sorted keys, so
// that jsonencode() and a file with the same content are equal. A text that is
// not JSON is returned as it is.
func canonicalJSON(text string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	// A large number must not be rounded to one that looks unchanged.
	decoder.UseNumber()

	var value any
	if err := decoder.Decode(&value); err != nil {
		return text
	}

	canonical, err := json.Marshal(value)
	if err != nil {
		return text
	}

	return string(canonical)
}
