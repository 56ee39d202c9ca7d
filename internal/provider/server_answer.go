package provider

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What the framework keeps to itself: how it writes its types in the protocol.

// diagnosticsOf returns diagnostics as the protocol has them.
func diagnosticsOf(diags diag.Diagnostics) []*tfprotov6.Diagnostic {
	var answered []*tfprotov6.Diagnostic

	for _, d := range diags {
		severity := tfprotov6.DiagnosticSeverityWarning
		if d.Severity() == diag.SeverityError {
			severity = tfprotov6.DiagnosticSeverityError
		}

		diagnostic := &tfprotov6.Diagnostic{Severity: severity, Summary: d.Summary(), Detail: d.Detail()}
		if d, ok := d.(diag.DiagnosticWithPath); ok {
			diagnostic.Attribute = attributeOf(d.Path())
		}

		answered = append(answered, diagnostic)
	}

	return answered
}

// attributeOf returns the path of an attribute as the protocol has it.
func attributeOf(attribute path.Path) *tftypes.AttributePath {
	answered := tftypes.NewAttributePath()

	for _, step := range attribute.Steps() {
		if name, ok := step.(path.PathStepAttributeName); ok {
			answered = answered.WithAttributeName(string(name))
		}
	}

	return answered
}

// decodePrivate takes private state apart: a JSON object of values in base64. It
// is not ok for what no resource has put there. The framework has values of its
// own, for itself to deal with.
func decodePrivate(packed []byte) (values map[string][]byte, ok bool) {
	if len(packed) == 0 {
		return nil, true
	}

	if err := json.Unmarshal(packed, &values); err != nil {
		return nil, false
	}

	for key := range values {
		if !slices.Contains(privateKeys, key) {
			return nil, false
		}
	}

	return values, true
}

// encodePrivate puts private state together. It is nil with nothing in it.
func encodePrivate(ctx context.Context, private privateState) ([]byte, error) {
	values := map[string][]byte{}

	for _, key := range privateKeys {
		if value, _ := private.GetKey(ctx, key); len(value) > 0 { // fails for keys of the framework only
			values[key] = value
		}
	}

	if len(values) == 0 {
		return nil, nil
	}

	return json.Marshal(values)
}
