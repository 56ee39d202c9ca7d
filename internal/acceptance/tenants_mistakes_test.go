package acceptance

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
)

// TestTenants_MistakesSendNothing makes mistakes in the file of tenants. The plan finds
// those of one test together, so none is left to the apply.
func TestTenants_MistakesSendNothing(t *testing.T) {
	t.Parallel()

	staging := newTenants(t)[0]

	tenants := readFile(t, staging.workspace, "tenants.yaml")
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(tenants) }
	color := "name: t000\n  brand_color: \"#1864ab\""

	const (
		settings = "\n  appearance_id: 1\n  name: North\n  brand_color: gold\n"
		unknown  = "The module does not know these settings (the top of its mistakes.tf says how to add one): "
		noText   = `Tenants have settings that are missing or have no usable value (texts such as "#1864ab", "no" and "2026.10" need quotation marks): `
	)

	mistaken, unusable := tenantsWithoutValues()

	// A semicolon separates the errors of a plan.
	tests := map[string]struct{ tenants, passwords, want string }{
		"values that the provider refuses": {
			tenants: replace("key: t000\n", "key: t000\n  start_message: "+strings.Repeat("x", 121)+"\n", "appearance_id: 1001", "appearance_id: a/b", "name: t002", "name: "+strings.Repeat("x", 101), "id: 2000,", "id: seven,") + "  recommendations: [" + strings.Repeat("x", 281) + "]\n",
			want:    `Invalid ID with module.tenants.chatview_source.this["t000"]; Text Too Long with module.tenants.module.theme["t000"]; Invalid ID with module.tenants.module.theme["t001"]; Invalid Name with module.tenants.module.theme["t002"]; Text Too Long with module.tenants.module.theme["t003"]`,
		},
		"unreadable outlines": {tenants: replace(color, "name: t000\n  brand_color: red\n  outline_color: white") + "  outline_color: gren\n", want: "Unreadable colors in the theme t000:; Unreadable colors in the theme t003:"},
		"missing passwords":   {tenants: tenants, passwords: `{"t001": "x", "t002": ""}`, want: "The variable passwords has no entry for t000, t002, t003."},
		// TestTenants_PipelineAppliesByEnvironment plans with it.
		"the placeholder": {tenants: tenants, passwords: `{"*": "not-the-password"}`, want: "The variable passwords has no entry for t000, t001, t002, t003."},
		"no values":       {tenants: mistaken, want: noText + strings.Join(unusable, ", ") + "."},
		"no keys": {
			tenants: "- key: no" + settings + "- key:" + settings + "- key: [a]" + settings + "- key: ''" + settings + "- key: {}" + settings + "- key: 1.5" + settings + "- no map\n",
			want:    noText + "key of entry 1, key of entry 2, key of entry 3, key of entry 4, key of entry 5, key of entry 6, appearance_id of entry 7, brand_color of entry 7, key of entry 7, name of entry 7.",
		},
		"all at once": {
			tenants: replace("key: t002\n", "key: t001\n  hello: x\n  name1: x\n  source.port: 1\n  colors: {lm_color: gold}\n", "id: 2000,", "id: 2000, user_name: x,", "id: 2002, hostname: db.example.com, username: u, database_name: d, password_version: 1", "id: 2001, hostname: db.example.com, username: u, database_name: d, password_version: 2026.10", "appearance_id: 1002", "appearance_id: \"1001\""),
			want:    unknown + "source.user_name of t000, 'source.port' of t001, colors.lm_color of t001, hello of t001, name1 of t001. " + noText + "source.password_version of t001. More than one tenant has the key t001. More than one tenant has the appearance_id 1001: each would overwrite the other's theme. More than one tenant has the source.id 2001: each would overwrite the other's connection.",
		},
		"no tenants":       {tenants: "---\n", want: "Required variable not set"},
		"no list":          {tenants: "t000:\n  name: North\n", want: unknown + "t000 of entry 1."},
		"no map":           {tenants: "- t000\n", want: noText + "appearance_id of entry 1, brand_color of entry 1, key of entry 1, name of entry 1."},
		"no YAML":          {tenants: "- key: [\n", want: "yamldecode"},
		"an unknown color": {tenants: replace(color, "name: t000\n  brand_color: gren"), want: "The brand color of t000 is not"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			write(t, staging.workspace, "tenants.yaml", test.tenants)

			w := staging.workspace
			if test.passwords != "" {
				w.environment = append(slices.Clone(w.environment), "TF_VAR_passwords="+test.passwords)
			}

			expectErrors(t, fails(t, w, "apply", "-auto-approve"), strings.Split(test.want, "; ")...)
			staging.expectSent(t)
		})
	}
}

// expectErrors expects that an output has these errors, and no others.
func expectErrors(t *testing.T, output string, texts ...string) {
	t.Helper()

	expectOutput(t, output, texts...)

	if got := len(regexp.MustCompile(`(?m)^Error: `).FindAllString(output, -1)); got != len(texts) {
		t.Errorf("%d errors, want %d:\n%s", got, len(texts), output)
	}
}

// tenantsWithoutValues returns a file in which each tenant has another setting without a
// usable value, and what an error has to name.
func tenantsWithoutValues() (file string, unusable []string) {
	const (
		source = "{id: 102, hostname: localhost, username: postgres, database_name: sales, password_version: 103, port: 5432}"
		tenant = "appearance_id: 101, name: North, theme_mode: both, brand_color: gold, outline_color: gray, colors: {lm_dark_background_color: silver}, start_message: Hello, send_again: 104, recommendations: [Why, How], source: " + source
	)

	noTexts := []string{"[a]", "{a: b}", "yes", "2026.10"}

	for _, setting := range []struct {
		values map[string]string // by name
		no     []string
	}{
		{map[string]string{"appearance_id": "101", "name": "North", "brand_color": "gold", "outline_color": "gray", "colors.lm_dark_background_color": "silver", "source.id": "102", "source.port": "5432", "source.hostname": "localhost", "source.username": "postgres", "source.database_name": "sales", "source.password_version": "103"}, append([]string{"", `""`}, noTexts...)},
		{map[string]string{"start_message": "Hello", "send_again": "104", "theme_mode": "both"}, append([]string{".inf"}, noTexts...)},
		{map[string]string{"recommendations": "[Why, How]"}, []string{"Why", "1", "yes", "{a: b}", "[Why, null]", "[[a]]", "[{a: b}]", "[yes]", "[Why, 2026.10]", "[1.5, Why]", `["Why, How", "\", no", yes]`}},
		{map[string]string{"source": source, "colors": "{lm_dark_background_color: silver}"}, []string{"db", "1", "yes", "[a]"}},
	} {
		for name, value := range setting.values {
			for _, no := range setting.no {
				key := fmt.Sprintf("t%d", len(unusable))
				file += "- {key: " + key + ", " + strings.Replace(tenant, value, no, 1) + "}\n"
				unusable = append(unusable, name+" of "+key)
			}
		}
	}

	file += "- key: comment\n  appearance_id: 1\n  name: North\n  brand_color: #1864ab\n- {key: none, source: {}}\n"

	unusable = append(unusable, "brand_color of comment", "appearance_id of none, brand_color of none, name of none, source.database_name of none, source.hostname of none, source.id of none, source.password_version of none, source.username of none")

	return file, unusable
}

// TestTenants_TextsMatchGoldenFile applies texts that look like something else, and whole
// numbers, and compares the requests. Then it rotates a password.
func TestTenants_TextsMatchGoldenFile(t *testing.T) {
	t.Parallel()

	const tenants = `
- key: "no"
  appearance_id: 101
  name: 365
  brand_color: gold
  outline_color: "#997000"
  theme_mode: dark
  colors: {dm_button_outline_color: "#b84fd2"}
  start_message:
  send_again:
  recommendations: [7, "yes"]
  source: {id: 11, hostname: localhost, port: 5433, username: "on", database_name: "010", password_version: "2026.1"}
- key: 7
  appearance_id: 102
  name: "2026-01-01"
  brand_color: "#1864ab"
  outline_color: "#997000"
  recommendations:
  source: {id: 9, service_account_key_version: 1}
`

	staging := newTenants(t)[0]
	apply := func(tenants, password string) string {
		write(t, staging.workspace, "tenants.yaml", tenants)

		w := staging.workspace
		w.environment = append(slices.Clone(w.environment), `TF_VAR_passwords={"no": "`+password+`", "7": "{\"client_id\": 7}"}`)
		output := succeeds(t, w, "apply", "-auto-approve")
		succeeds(t, w, "plan", "-detailed-exitcode")

		return output
	}

	apply(tenants, "first")

	golden.Compare(t, filepath.Join("examples", "tenants.json"), encode(t, staging.sent(t)))

	if output := apply(strings.Replace(tenants, "2026.1", "2026.10", 1), "second"); strings.Contains(output, "Warning") {
		t.Errorf("a rotation warns:\n%s", output)
	}

	staging.expectSent(t, "PATCH /api/v1/sources/11/update-config/ 200 map[password:second]")
}

// TestTenants_MayHaveUnknownValues plans tenants with values that are known after apply,
// and finds a mistake in the others before it sends anything.
func TestTenants_MayHaveUnknownValues(t *testing.T) {
	t.Parallel()

	const (
		database = "\nresource \"terraform_data\" \"database\" {\n  input = \"localhost\"\n}\n"
		unknown  = `{ key = "t000", appearance_id = 1000, name = terraform_data.database.output, brand_color = "gold", outline_color = "#997000", recommendations = [terraform_data.database.output], source = { id = length(terraform_data.database.output), hostname = terraform_data.database.output, username = "u", database_name = "d", password_version = terraform_data.database.id } }`
		mistake  = `{ key = "t001", appearance_id = 1001, name = "N", brand_color = "gold", outline_color = null }`
	)

	staging := newTenants(t)[0]
	main := readFile(t, staging.workspace, "main.tf") + database
	configure := func(tenants string) {
		write(t, staging.workspace, "main.tf", strings.Replace(main, `yamldecode(file("${path.module}/tenants.yaml"))`, "["+tenants+"]", 1))
	}

	configure(unknown + ", " + mistake)
	expectErrors(t, fails(t, staging.workspace, "apply", "-auto-approve"), "outline_color of t001.")
	staging.expectSent(t)

	configure(unknown)
	expectOutput(t, succeeds(t, staging.workspace, "apply", "-auto-approve"), "Apply complete! Resources: 3 added")

	if bodies := staging.sent(t); len(bodies) != 2 || bodies["PATCH /api/v1/sources/9/update-config/ 200"]["hostname"] != "localhost" {
		t.Errorf("sent %v", bodies)
	}

	succeeds(t, staging.workspace, "plan", "-detailed-exitcode")
}

// TestTenants_ColorsComeFromTokens replaces the tenants of the example as the page does.
func TestTenants_ColorsComeFromTokens(t *testing.T) {
	t.Parallel()

	block := blocks(regexp.MustCompile("(?ms)^```terraform\n(  tenants = .*?)^```$"), readPage(t, "guides/themes-for-tenants"))
	if len(block) != 1 {
		t.Fatalf("%d blocks", len(block))
	}

	staging := newTenants(t)[0]
	write(t, staging.workspace, "tokens.json", `{"$description": "", "t000": {"brand": {"$value": {"hex": "#0b7285"}}}, "t001": {"brand": {"$value": {"hex": "#0b7285", "alpha": 0.1}}}}`)
	write(t, staging.workspace, "tenants.yaml", "- key: t000\n  appearance_id: 1000\n  name: North\n")

	main := readFile(t, staging.workspace, "main.tf")
	write(t, staging.workspace, "main.tf", strings.Replace(main, "  tenants   = yamldecode(file(\"${path.module}/tenants.yaml\"))\n", block[0], 1)+
		"\nlocals {\n  tokens = jsondecode(file(\"${path.module}/tokens.json\"))\n}\n")
	expectOutput(t, succeeds(t, staging.workspace, "plan"), `"lm_button_outline_color" = "#0b7285"`)

	write(t, staging.workspace, "tenants.yaml", "- key: t001\n  appearance_id: 1000\n  name: North\n")
	expectErrors(t, fails(t, staging.workspace, "plan"), "brand_color of t001.")
}

// TestTenants_SettingsAreAddedAsWritten adds those of the page.
func TestTenants_SettingsAreAddedAsWritten(t *testing.T) {
	t.Parallel()

	_, page, _ := strings.Cut(readPage(t, "guides/themes-for-tenants"), "\n## 9.")
	staging := newTenants(t)[0]

	for _, edit := range []struct{ file, before, code string }{
		{"tenants/mistakes.tf", `"theme_mode"`, `"response_mode"`},
		{"tenants/mistakes.tf", `"port"`, `"selected_schemas"`},
		{"tenants/mistakes.tf", `recommendations = local.texts`, `"source.selected_schemas" = local.texts`},
		{"tenants/main.tf", "  theme_mode ", "response_mode = each.value.response_mode"},
		{"tenants/main.tf", "  port ", "selected_schemas = each.value.selected_schemas"},
		{"theme/variables.tf", `variable "theme_mode"`, `variable "response_mode" { default = null }`},
		{"theme/main.tf", "  theme_mode ", "response_mode = var.response_mode"},
	} {
		file := workspace{dir: filepath.Join(staging.dir, "../modules")}
		text := readFile(t, file, edit.file)

		if !strings.Contains(page, "`"+edit.code+"`") || !strings.Contains(text, edit.before) {
			t.Fatalf("the page has no %s, or %s no %s", edit.code, edit.file, edit.before)
		}

		separator := map[bool]string{true: ", ", false: "\n"}[strings.HasSuffix(edit.file, "mistakes.tf")]
		write(t, file, edit.file, strings.Replace(text, edit.before, edit.code+separator+edit.before, 1))
	}

	tenants := strings.Replace(readFile(t, staging.workspace, "tenants.yaml"), "  source: {", "  response_mode: full\n  source: {selected_schemas: [no, 2026.10, 0123], ", 1)
	write(t, staging.workspace, "tenants.yaml", tenants)
	expectErrors(t, fails(t, staging.workspace, "apply", "-auto-approve"), `need quotation marks): source.selected_schemas of t000.`)

	write(t, staging.workspace, "tenants.yaml", strings.Replace(tenants, "[no, 2026.10, 0123]", `["no", "2026.10", "0123"]`, 1))
	succeeds(t, staging.workspace, "apply", "-auto-approve")

	sent := staging.sent(t)
	if mode, schemas := sent[staging.theme(0)]["response_mode"], sent[staging.source(0)]["selected_schemas"]; mode != "full" || fmt.Sprint(schemas) != "[0123 2026.10 no]" {
		t.Errorf("sent %v and %v", mode, schemas)
	}
}
