package provider

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// secretAttributes may have a secret in the configuration, those that are not sensitive
// by mistake.
var secretAttributes = []string{
	"base_url", "api_key", "headers", "client_cert_pem", "client_key_pem", "password", "connection_string", "token", "service_account_key", "public_key",
}

// shownAt returns the path of a diagnostic about an attribute, or about a value of it. The
// CLI quotes the lines of that value, and without an attribute the first line of the block,
// but none for an empty path.
func shownAt(at path.Path, values ...string) path.Path {
	isSecret := func(value string) bool { return redact.IsPrivateKey(value) || redact.HasPassword(value) }

	if name := at.Steps()[0].String(); slices.Contains(secretAttributes, strings.TrimSuffix(name, "_wo")) || slices.ContainsFunc(values, isSecret) {
		return path.Empty()
	}

	return at
}
