package provider

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Schema describes chatview_source.
func (r *sourceResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	text := func(description string, more ...validator.String) schema.StringAttribute {
		return schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: description,
			Validators:          append([]validator.String{sourceText, noControlCharacters}, more...),
		}
	}

	accountName := text("Display name of the connection. Defaults to the name that the API returns.", noURLWithPassword)
	accountName.Computed = true

	attributes := map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "Id of an existing data source: a whole number without sign or leading zeros. " +
				"Changing it makes the resource manage another data source.",
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			Validators:    []validator.String{validSourceID},
		},
		"account_name":  accountName,
		"hostname":      text("Host name of the database server, such as `db.example.com`.", noPassword),
		"username":      text("User name for the database, such as `chatview`.", noURLWithPassword),
		"database_name": text("Name of the database, such as `orders`.", noPassword),
		"host":          text("Host name of ClickHouse, such as `metrics.example.com`.", noPassword),
		"database":      text("Name of the ClickHouse database, such as `default`.", noPassword),
		"account":       text("Snowflake account identifier, such as `myorg-account123`.", noPassword),
		"user":          text("Snowflake user, such as `CHATVIEW`.", noURLWithPassword),
		"public_key": text("Public key of the Snowflake user, such as `file(\"rsa_key.pub\")`. A private key is refused, because plans show "+
			"this attribute.", notPrivateKey),
		"port": schema.NumberAttribute{
			Optional:            true,
			MarkdownDescription: fmt.Sprintf("Port number, %d to %d.", client.MinPort, client.MaxPort),
			Validators:          []validator.Number{wholeNumbersFrom(client.MinPort, client.MaxPort)},
		},
		"selected_schemas": schema.SetAttribute{
			Optional:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "Names of the schemas to include, such as `[\"public\", \"sales\"]`, for PostgreSQL, MySQL and similar. `[]` is sent as an empty list.",
			Validators: []validator.Set{
				setvalidator.NoNullValues(),
				setvalidator.ValueStringsAre(sourceText, noControlCharacters),
			},
		},
		"update_mode": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What an update sends: `" + updateChanged + "` (default) the attributes that changed, `" + updateFull +
				"` the complete configuration. Use `" + updateFull + "` if the API requires several fields together.",
			Validators: []validator.String{oneMode(updateChanged, updateFull)},
		},
		"triggers": triggersAttribute(),
		"base_url": baseURLAttribute(),
		"type":     computedString("Connection type, as of the last apply."),
	}

	maps.Copy(attributes, credentialAttributes("password", "Password of the database user", sourceText))
	maps.Copy(attributes, credentialAttributes("connection_string", "Connection string, such as `postgresql://user:password@db.example.com/orders`", sourceText))
	maps.Copy(attributes, credentialAttributes("token", "Authentication token, such as a personal access token", sourceText))
	maps.Copy(attributes, credentialAttributes(serviceAccountKeyField, "Service account key for BigQuery, as JSON, such as `file(\"key.json\")`", validKey))

	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages the connection settings of an existing data source, such as PostgreSQL, MySQL, BigQuery, ClickHouse or Snowflake. " +
			"The first apply overwrites the settings that are configured.",
		Attributes: attributes,
	}
}

// sourceText is the limit of every text of a source.
var sourceText = textLength("Empty Value", client.MinSourceStringLength, 0, "")

// credentialAttributes are the three attributes of a secret field: plain,
// write-only, and the version of the write-only value. credential.validate has
// the rules between them.
func credentialAttributes(field, description string, valid validator.String) map[string]schema.Attribute {
	writeOnly := field + "_wo"
	version := field + "_wo_version"

	return map[string]schema.Attribute{
		field: schema.StringAttribute{
			Optional:            true,
			Sensitive:           true,
			MarkdownDescription: description + ". Stored in state: prefer `" + writeOnly + "`.",
			Validators:          []validator.String{valid},
		},
		writeOnly: schema.StringAttribute{
			Optional:            true,
			Sensitive:           true,
			WriteOnly:           true,
			MarkdownDescription: "As `" + field + "`, but never stored. Requires `" + version + "`.",
			Validators:          []validator.String{valid},
		},
		version: schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Text in quotes: `2026-11-27` without them is `1988`. Shown in plans: never derive it from the value. Change it to send `" + writeOnly + "` again.",
			Validators:          []validator.String{noControlCharacters},
		},
	}
}
