package provider

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// serviceAccountKeyField is the credential that is JSON.
const serviceAccountKeyField = "service_account_key"

// credential is a secret field of a source, which can be set in two ways:
// plain and stored in state, or write-only with a version. A valid
// configuration uses at most one.
type credential struct {
	field     string
	plain     types.String
	writeOnly types.String
	version   types.String
}

// credentialModels are a credential of the configuration, plan and state.
type credentialModels models[credential]

// equalPlain compares the plain values of two credentials. It ignores the
// formatting of a service account key.
func (c credential) equalPlain(other credential) bool {
	if c.field == serviceAccountKeyField {
		return equalJSON(c.plain, other.plain)
	}

	return c.plain.Equal(other.plain)
}

// configured reports whether the field is set in either way. If ignore_changes
// covers the write-only value, only its version is set.
func (c credential) configured() bool {
	return !c.plain.IsNull() || !c.writeOnly.IsNull() || !c.version.IsNull()
}

// value returns what the field is set to, or null.
func (c credential) value() types.String {
	if !c.writeOnly.IsNull() {
		return c.writeOnly
	}

	return c.plain
}

// attribute returns the name of the attribute that sets the field.
func (c credential) attribute() string {
	if !c.version.IsNull() {
		return c.field + "_wo"
	}

	return c.field
}

// withVersion names an attribute and its version, if it has one.
func withVersion(attribute string) string {
	if strings.HasSuffix(attribute, "_wo") {
		return attribute + " and " + attribute + "_version"
	}

	return attribute
}

// kept returns the attributes that ignore_changes keeps in state and out of a request. Of
// a write-only one, state has the version.
func (d credentialModels) kept() (names []string) {
	if !d.plan.plain.IsNull() && !d.plan.equalPlain(d.config) {
		names = append(names, d.plan.field)
	}

	if !d.plan.version.IsNull() && (d.config.writeOnly.IsNull() || d.coversConfigured()) {
		names = append(names, d.plan.field+"_wo")
	}

	return names
}

// refuseBothForms refuses an update that would leave both forms of a credential in
// state, which would not say what the object has. A plan cannot refuse it: that of a
// replacement, which sends one of them, looks the same.
func (d credentialModels) refuseBothForms(diags *diag.Diagnostics) {
	if d.plan.plain.IsNull() || d.plan.version.IsNull() {
		return
	}

	var (
		kept   []string
		beside string
	)

	for _, attribute := range d.kept() {
		kept = append(kept, withVersion(attribute))
	}

	if configured := d.config.attribute(); !slices.Contains(d.kept(), configured) {
		beside = ", next to " + configured + ", which is configured"
	}

	diags.AddAttributeError(shownAt(path.Root(d.plan.field)), "ignore_changes Blocks Update", fmt.Sprintf(
		"The update was not sent: ignore_changes keeps %[1]s in state%[2]s. They set the same field, so state would not say which value the data source has. "+
			"Remove %[1]s from ignore_changes. If you cannot edit the module, use -replace.", strings.Join(kept, ", "), beside))
}

// coversConfigured reports in an apply whether ignore_changes covers the configured value. In a
// plan, an ignored value is null, or that of the state.
func (d credentialModels) coversConfigured() bool {
	if d.config.writeOnly.IsNull() {
		return !d.plan.equalPlain(d.config)
	}

	// It covers the version, whose last value is planned (in a plan, a version that is null was
	// never applied), or the write-only value, which was null when the change was planned.
	return d.config.version.IsNull() || !d.plan.version.Equal(d.config.version) || d.private.nullWhenPlanned(d.config.field+"_wo")
}

// asField returns the field that the credential sets. What is compared is the version, and
// state keeps the last one that was not ignored: without ignore_changes, the next update sends
// the value if the version differs, or if state has none, as after an import that ignored it.
// A state with both forms, which no update leaves, does not say which was sent last: a change
// of either sends.
func (d credentialModels) asField() field {
	f := field{name: d.config.field, attribute: d.config.attribute(), value: d.config.value()}

	switch inState := d.kept(); {
	case len(inState) > 0:
		f.fate, f.inState = ignored, inState[0] // an update with two is refused
	case d.coversConfigured():
		f.fate = ignoredUnset
	case !d.plan.version.Equal(d.state.version), !d.plan.plain.Equal(d.state.plain):
		f.fate = changed
	}

	return f
}

// What is sent instead of a credential is known by its shape. A random one of 8 printable
// characters has such a shape ten times in a million, or less.
var (
	// reference matches what a template, a shell or a pipeline replaces, and names in stores.
	reference = regexp.MustCompile(`^(?:\$?\{\{.+\}\}|[$#%]\{[\w.:/ -]+\}#?|\$\([\w. /-]+\)|\(\(.+\)\)|\[\[.+\]\]|<%.+%>|<<.+>>|` +
		`\$[A-Z]+(?:_[A-Z0-9]+)*|%[A-Z][A-Z0-9_]*%|op://.+|arn:aws[\w-]*:.+|projects/[^/]+/secrets/.+|@Microsoft\.KeyVault\(.+\))$`)
	// location matches akv://vault/db or /run/secrets/db, not a connection string's password. Base64 has slashes, too.
	location = regexp.MustCompile(`^(?:[a-z][a-z0-9+-]+://.+|/[a-z]{3,}/[a-z-]{3,}/.+|[a-z]{3,}:[a-z-]{3,}[:/].+|[a-z]{4,}/[a-z-]{4,}/[a-z0-9_/-]+)$`)
	// masked matches words in brackets, text between double signs, and x over and over.
	masked = regexp.MustCompile(strings.ReplaceAll(`^(?:\[W\]|<W>|\(W\)|\{W\}|\*\*.+\*\*|::.+::|__.+__|[xX]{3,})$`,
		"W", `(?:\p{Lu}?[\p{Ll}_ -]+|[\p{Lu}_ -]+|(?:\p{Lu}\p{Ll}+[_ -]?)+)`))
)

// isMasked reports whether a text hides a value, also as one sign over and over. Brackets
// are none: a password in ODBC's that begins with two is read as {{{, too.
func isMasked(text string) bool {
	sign, size := utf8.DecodeRuneInString(text)
	isSign := unicode.In(sign, unicode.Pc, unicode.Pd, unicode.Po, unicode.S)

	return masked.MatchString(text) || isSign && len(text) > 2*size && strings.Trim(text, string(sign)) == ""
}

// warnSent warns about a mistake in a value that is sent to an object: no plan shows it.
func (f field) warnSent(object string, diags *diag.Diagnostics) {
	text, attribute := sentValue[types.String]([]field{f}, f.name).ValueString(), f.attribute
	summary, mistake := "Trailing Line Break", "ends with a line break, as files and the output of echo do. To remove it, use chomp(...)."

	document, _ := redact.DecodeJSON([]byte(withoutByteOrderMark(text))) // others are no mistake
	members, isObject := document.(map[string]any)
	privateKey, _ := members["private_key"].(string)
	line := strings.TrimRight(text, "\r\n")

	secrets := []string{line}
	if f.name == "connection_string" {
		secrets = append(secrets, redact.PasswordsIn(line)...)
	}

	switch {
	case strings.Contains(privateKey, `\n`):
		summary, mistake = "Escaped Line Breaks", `has a private_key with the two characters \n instead of line breaks. To replace them, use `+
			`jsonencode(merge(jsondecode(KEY), { private_key = replace(jsondecode(KEY).private_key, "\\n", "\n") })).`
	case isObject && f.name != serviceAccountKeyField:
		summary, mistake = "JSON Instead of a Password", fmt.Sprintf("is a JSON object, as a secret store may return. To send one of its values, use jsondecode(...)[%q].", f.name)
	case slices.ContainsFunc(secrets, reference.MatchString), f.name != "connection_string" && location.MatchString(line):
		summary, mistake = "Unresolved Reference", "has the name of a secret or variable where the secret should be."
	case slices.ContainsFunc(secrets, isMasked):
		summary, mistake = "Masked Value", "has a mask or a placeholder where the secret should be."
	case f.name == "token" && strings.HasPrefix(strings.ToLower(text), "bearer "):
		summary, mistake = "Bearer in a Token", fmt.Sprintf("begins with %[1]q, which is no part of a token. To remove it, use trimprefix(..., %[1]q).", text[:len("bearer ")])
	case f.name == "token" && strings.TrimSpace(text) != line:
		mistake = "begins or ends with white space. To remove it, use trimspace(...)."
	case f.name == serviceAccountKeyField, line == text, strings.HasSuffix(line, "-----"): // as a PEM file ends
		return
	}

	if attribute != f.name {
		mistake += fmt.Sprintf(" After an apply, change %s_version, too, or the corrected value is never sent.", attribute)
	}

	diags.AddAttributeWarning(shownAt(path.Root(attribute)), summary+": "+attribute, fmt.Sprintf("The %s that the apply sends to the %s %s", attribute, object, mistake))
}

// validate refuses combinations of the attributes that cannot be applied.
func (c credential) validate(diags *diag.Diagnostics) {
	writeOnly, version := c.field+"_wo", c.field+"_wo_version"
	refuse := func(attribute, reason string) {
		diags.AddAttributeError(shownAt(path.Root(attribute)), "Invalid Attribute Combination", reason)
	}

	if known(c.writeOnly) && known(c.plain) {
		refuse(writeOnly, fmt.Sprintf("%[1]s and %[2]s set the same field, and only one of them can be sent. Keep %[2]s, which is not stored in state, "+
			"or %[1]s, and remove the other.", c.field, writeOnly))
	}

	if known(c.writeOnly) && c.version.IsNull() {
		refuse(writeOnly, fmt.Sprintf("%[1]s is configured without %[2]s. Terraform does not store the value, so only the version can show that it changed. "+
			"Set %[2]s to any text, such as \"1\", and change it together with the value.", writeOnly, version))
	}

	if known(c.version) && c.writeOnly.IsNull() {
		refuse(version, fmt.Sprintf("%[2]s has no effect, because %[1]s is null. Most likely, its value is missing where it comes from, such as a variable "+
			"or a map of passwords without this entry: add it there. To leave the field as it is, remove %[2]s.", writeOnly, version))
	}
}

// checkVersion refuses a version that changes without a value to send: it
// would look like a rotation and send nothing.
func (d credentialModels) checkVersion(diags *diag.Diagnostics) {
	if c := d.config; c.writeOnly.IsNull() && known(c.version) && !c.version.Equal(d.state.version) {
		diags.AddAttributeError(shownAt(path.Root(c.field+"_wo")), "Missing Write-Only Value", fmt.Sprintf(
			"%[1]s_wo_version changed, but %[1]s_wo is null, so there is nothing to send. Set %[1]s_wo, or remove both. "+
				"If %[1]s_wo is set, ignore_changes covers it: remove it there to send it, or add %[1]s_wo_version there to send neither.", c.field))
	}
}
