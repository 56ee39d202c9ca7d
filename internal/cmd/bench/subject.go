package main

import (
	"fmt"
	"strings"
)

// subject is a kind of object to measure.
type subject struct {
	name string
	// program is the provider's, empty for what is built into the CLI.
	program string
	// resource is the type of the objects, and the provider's name in front.
	resource string
	// arguments are those of one object. each.value is its id.
	arguments string
	// before and after are the values of var.changing, which every object has
	// in one argument.
	before, after string
}

// The names of what others are compared with.
const (
	builtIn   = "terraform_data"
	floorName = "floor"
)

// The programs, by the names under which they are built.
const (
	providerProgram = "terraform-provider-chatview"
	floorProgram    = "floor"
	meterProgram    = "meter"
)

// allSubjects are the kinds, those first that others are compared with.
var allSubjects = []subject{
	{
		name: builtIn, resource: builtIn,
		arguments: `
			input = { id = each.value, name = each.key, theme_mode = var.changing }`,
		before: "both", after: "dark",
	},
	{
		name: floorName, program: floorProgram, resource: "floor_appearance",
		arguments: `
			id         = each.value
			name       = each.key
			theme_mode = var.changing`,
		before: "both", after: "dark",
	},
	{
		// An appearance with what the floor has, and nothing else.
		name: "minimal", program: providerProgram, resource: "chatview_appearance",
		arguments: `
			id         = each.value
			name       = each.key
			theme_mode = var.changing`,
		before: "both", after: "dark",
	},
	{
		// Every attribute but write_only_version, which would switch the
		// fingerprints off.
		name: "appearance", program: providerProgram, resource: "chatview_appearance",
		arguments: `
			id              = each.value
			name            = each.key
			theme_mode      = "both"
			start_message   = "Ask me about sales, orders and customers."
			recommendations = ["What sold best last month?", "Who came back this year?", "Which orders are late, and why?"]
			response_mode   = "full"
			show_sidebar    = true
			show_dashboards = false

			lm_primary_background_color = var.changing
			lm_light_background_color   = "#f8f9fa"
			lm_dark_background_color    = "#dee2e6"
			lm_button_outline_color     = "#495057"
			dm_primary_background_color = "#1a1b1e"
			dm_light_background_color   = "#2c2e33"
			dm_dark_background_color    = "#101113"
			dm_button_outline_color     = "#909296"
			custom_css_overrides        = jsonencode({ accent = "#f08c00", radius = 4 })`,
		before: "#1864ab", after: "#0b7285",
	},
	{
		// Every field of the interface.
		name: "source", program: providerProgram, resource: "chatview_source",
		arguments: `
			id               = each.value
			account_name     = each.key
			hostname         = var.changing
			port             = 5432
			username         = "chatview"
			database_name    = "warehouse"
			host             = "click.example.com"
			database         = "events"
			account          = "account-1"
			user             = "reader"
			public_key       = "public-key"
			selected_schemas = ["public", "sales", "support"]

			password_wo                    = "a password of the bench"
			password_wo_version            = 1
			connection_string_wo           = "postgres://chatview:secret@db.example.com/warehouse"
			connection_string_wo_version   = 1
			token_wo                       = "a token of the bench"
			token_wo_version               = 1
			service_account_key_wo         = jsonencode({ type = "service_account", project_id = "warehouse" })
			service_account_key_wo_version = 1`,
		before: "db.example.com", after: "db.example.net",
	},
}

// subjectNames returns the names of all kinds.
func subjectNames() []string {
	names := make([]string, 0, len(allSubjects))
	for _, s := range allSubjects {
		names = append(names, s.name)
	}

	return names
}

// configuration returns the configuration of the kind. var.objects is a map of
// names and ids: with a set, the CLI itself takes several times as long.
func (s subject) configuration() string {
	var provider string

	if name, _, _ := strings.Cut(s.resource, "_"); s.program != "" {
		provider = fmt.Sprintf("terraform {\n  required_providers {\n    %s = { source = \"chatview/chatview\" }\n  }\n}\n", name)
	}

	return provider + fmt.Sprintf(`
variable "objects" { type = map(string) }

variable "changing" { default = %q }

resource %q "object" {
  for_each = var.objects
%s
}
`, s.before, s.resource, s.arguments)
}
