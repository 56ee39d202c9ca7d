package provider

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
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
	attributes := map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "Id of the data source, a whole number without sign or leading zeros. The source has to exist in the service: the provider " +
				"takes it over and does not create it. Changing it takes over another source and leaves this one as it is.",
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			Validators:    []validator.String{validSourceID},
		},
		"update_mode": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What an update sends: `" + updateChanged + "` (the default), only the attributes that changed; or `" + updateFull +
				"`, every configured one, for connection types that insist on it. It is not sent itself. Changing it alone sends nothing under `" +
				updateChanged + "`, and everything under `" + updateFull + "`.",
			Validators: []validator.String{stringvalidator.OneOf(updateChanged, updateFull)},
		},
		"type": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "Connection type, as the service reported it at the last apply. The interface documents no values. " +
				"Null after an import, until the first apply.",
			// Not UseStateForUnknown, which would keep the null of an import
			// (TestAccSource_ImportByIDThenUpdate).
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseNonNullStateForUnknown()},
		},
	}

	maps.Copy(attributes, sourceConnectionAttributes())
	maps.Copy(attributes, credentialAttributes("password", "Password, at least 1 character.", secretText()))
	maps.Copy(attributes, credentialAttributes("connection_string", "Connection string, which may hold a password, at least 1 character.", secretText()))
	maps.Copy(attributes, credentialAttributes("token", "Authentication token, at least 1 character.", secretText()))
	maps.Copy(attributes, credentialAttributes("service_account_key",
		"Service account key (BigQuery), as JSON: `file(\"key.json\")` works as it is. Formatting is not a change.", validJSON))

	resp.Schema = schema.Schema{
		MarkdownDescription: "The connection settings of a data source, such as PostgreSQL, MySQL, BigQuery, ClickHouse or Snowflake.\n\n" +
			"The service can only **update** a data source. The first apply takes over the existing one with the given `id` and sends every " +
			"configured attribute; later ones send what changed. Destroying the resource forgets it, sends nothing, and leaves its settings in force. " +
			"There is no read: a change made elsewhere is not seen.\n\n" +
			"Which attributes a connection type needs is for the service to say; no combination is refused here.",
		Attributes: attributes,
	}
}

// secretText asks for at least one character and does not print the value.
func secretText() validator.String {
	return stringvalidator.UTF8LengthAtLeast(client.MinSourceStringLength)
}

// sourceConnectionAttributes are the settings that are no secrets.
func sourceConnectionAttributes() map[string]schema.Attribute {
	text := func(description string, more ...validator.String) schema.StringAttribute {
		return schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: description + " " + noDefault,
			Validators:          append([]validator.String{stringvalidator.UTF8LengthAtLeast(client.MinSourceStringLength)}, more...),
		}
	}

	accountName := text("Display name of the connection, at least 1 character. Where it is not configured, this is the name that the service reports.")
	accountName.Computed = true

	return map[string]schema.Attribute{
		"account_name":  accountName,
		"hostname":      text("Host name of the database server, at least 1 character."),
		"username":      text("User name for the database server, at least 1 character."),
		"database_name": text("Name of the database, at least 1 character."),
		"host":          text("Host (ClickHouse), at least 1 character."),
		"database":      text("Database (ClickHouse), at least 1 character."),
		"account":       text("Account (Snowflake), at least 1 character."),
		"user":          text("User (Snowflake), at least 1 character."),
		"public_key":    text("Public key (Snowflake), at least 1 character. A PEM private key is refused, for plans show this attribute.", notPrivateKey),
		"port": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: fmt.Sprintf("Port number, %d to %d. "+noDefault, client.MinPort, client.MaxPort),
			Validators:          []validator.Int64{int64validator.Between(client.MinPort, client.MaxPort)},
		},
		"selected_schemas": schema.SetAttribute{
			Optional:    true,
			ElementType: types.StringType,
			MarkdownDescription: "Names of the schemas to include (PostgreSQL, MySQL and similar), each at least 1 character. Their order means nothing. " +
				"`[]` is sent as an empty list. " + noDefault,
			Validators: []validator.Set{
				setvalidator.NoNullValues(),
				setvalidator.ValueStringsAre(stringvalidator.UTF8LengthAtLeast(client.MinSourceStringLength)),
			},
		},
	}
}

// credentialAttributes are the three ways in which a secret field shows: plain,
// write-only, and the write-only value's version. What holds between the three
// stands at credential.
func credentialAttributes(field, description string, valid validator.String) map[string]schema.Attribute {
	writeOnly := field + "_wo"
	version := field + "_wo_version"

	return map[string]schema.Attribute{
		field: schema.StringAttribute{
			Optional:  true,
			Sensitive: true,
			MarkdownDescription: description + " Stored in state and in saved plans: `" + writeOnly + "` is not. Sent when it changes. Conflicts with `" +
				writeOnly + "`. " + noDefault,
			Validators: []validator.String{valid},
		},
		writeOnly: schema.StringAttribute{
			Optional:  true,
			Sensitive: true,
			WriteOnly: true,
			MarkdownDescription: description + " Never stored, so that it may be an ephemeral value. Needs `" + version +
				"`, and is sent when that changes, not when its value does; with `update_mode = \"" + updateFull + "\"`, with every update. Conflicts with `" + field + "`. " + noDefault,
			Validators: []validator.String{valid},
		},
		version: schema.Int64Attribute{
			Optional: true,
			MarkdownDescription: "Whole number that says by its own change that `" + writeOnly + "` has changed: change it to send the value again. " +
				"It is not sent itself. Needs `" + writeOnly + "`.",
		},
	}
}
