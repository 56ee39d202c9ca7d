package provider

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Schema describes chatview_appearance.
func (r *appearanceResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "Id of the appearance configuration, which has to exist in the service: the provider takes it over and does not " +
				"create it. Letters, digits and `. _ ~ -`. Changing it takes over another configuration and leaves this one as it is.",
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			Validators:    []validator.String{validAppearanceID},
		},
	}

	maps.Copy(attributes, appearanceDeclaredAttributes())
	maps.Copy(attributes, appearanceColorAttributes())
	maps.Copy(attributes, appearanceAnsweredAttributes())

	resp.Schema = schema.Schema{
		MarkdownDescription: "An appearance configuration: a theme of the chat view that an organization embeds in its pages.\n\n" +
			"The service can only **update** an appearance configuration. The first apply takes over the existing one with the given `id` and writes " +
			"what is declared over it. Destroying the resource forgets it, sends nothing, and leaves its settings in force. There is no read: a change " +
			"made elsewhere is not seen.",
		Attributes: attributes,
	}
}

// appearanceDeclaredAttributes are the settings that Terraform keeps in state.
func appearanceDeclaredAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Required: true,
			MarkdownDescription: fmt.Sprintf("Name of the theme, %d to %d characters. The service wants it with every update.",
				client.MinAppearanceNameLength, client.MaxAppearanceNameLength),
			Validators: []validator.String{
				stringvalidator.UTF8LengthBetween(client.MinAppearanceNameLength, client.MaxAppearanceNameLength),
			},
		},
		"theme_mode": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Theme options that the chat view offers: " + oneOf(client.ThemeModes()) +
				". With `both` the user chooses. " + noDefault,
			Validators: []validator.String{stringvalidator.OneOf(client.ThemeModes()...)},
		},
		"start_message": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: fmt.Sprintf("Text shown when the chat opens, at most %d characters. `\"\"` is a value and is sent. "+noDefault,
				client.MaxStartMessageLength),
			Validators: []validator.String{stringvalidator.UTF8LengthAtMost(client.MaxStartMessageLength)},
		},
		"recommendations": schema.ListAttribute{
			Optional:    true,
			ElementType: types.StringType,
			MarkdownDescription: fmt.Sprintf("Recommended questions on the start screen, at most %d of at most %d characters each. "+
				"`[]` is sent as an empty list. "+noDefault, client.MaxRecommendations, client.MaxRecommendationLength),
			Validators: []validator.List{
				listvalidator.SizeAtMost(client.MaxRecommendations),
				listvalidator.NoNullValues(),
				listvalidator.ValueStringsAre(stringvalidator.UTF8LengthAtMost(client.MaxRecommendationLength)),
			},
		},
		"response_mode": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Kind of responses: " + oneOf(client.ResponseModes()) +
				". `full` includes advanced features such as code execution. " + noDefault,
			Validators: []validator.String{stringvalidator.OneOf(client.ResponseModes()...)},
		},
		"show_sidebar": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Whether the chat sidebar is visible in the iframe. " + noDefault,
		},
		"show_dashboards": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Whether the dashboards tab is visible in the iframe. " + noDefault,
		},
	}
}

// appearanceColorAttributes are the settings that the service never returns,
// and what stands for them in state.
func appearanceColorAttributes() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{
		"custom_css_overrides": schema.StringAttribute{
			Optional:  true,
			WriteOnly: true,
			MarkdownDescription: "Further theme colours beyond the eight of the base palette, as JSON: `jsonencode({ ... })`. " +
				"Formatting and the order of keys are not a change. The interface documents no structure, so any JSON value but `null` is accepted. " + noDefault,
			Validators: []validator.String{validJSON},
		},
		"write_only_version": schema.Int64Attribute{
			Optional: true,
			MarkdownDescription: "Whole number that says by its own change that the write-only colours have changed, for values that are new in every run, " +
				"such as those of an ephemeral generator. While it is set, `write_only_fingerprints` is not kept, and a colour that is changed or " +
				"removed is not seen by itself: change the number to apply that. It is not sent itself. Without it, fingerprints say what has changed, " +
				"and a value has to be the same while planning and while applying.",
		},
		"write_only_fingerprints": schema.MapAttribute{
			Computed:    true,
			ElementType: types.StringType,
			MarkdownDescription: fmt.Sprintf("First %d hex digits of a SHA-256 for each write-only attribute that is configured, by which a change "+
				"is seen and shown in a plan. Null while `write_only_version` is set. Colours are not secrets: a fingerprint does not hide them.",
				fingerprintLength),
		},
	}

	for prefix, mode := range map[string]string{"lm": "light", "dm": "dark"} {
		for name, what := range map[string]string{
			"primary_background_color": "primary background",
			"light_background_color":   "light background",
			"dark_background_color":    "dark background",
			"button_outline_color":     "button outline",
		} {
			attributes[prefix+"_"+name] = schema.StringAttribute{
				Optional:  true,
				WriteOnly: true,
				MarkdownDescription: fmt.Sprintf("Colour of the %s in %s mode, such as `#1a2b3c`, %d to %d characters. The interface documents no "+
					"format, so that none is imposed. "+noDefault, what, mode, client.MinColorLength, client.MaxColorLength),
				Validators: []validator.String{stringvalidator.UTF8LengthBetween(client.MinColorLength, client.MaxColorLength)},
			}
		}
	}

	return attributes
}

// appearanceAnsweredAttributes are what the service says after an update.
func appearanceAnsweredAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"custom_css_vars": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Styling variables that the service derived, as of the last apply. Null after an import, until the first apply.",
		},
		"created_at": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "When the configuration was created, as an ISO 8601 time. Null after an import, until the first apply.",
			// Not UseStateForUnknown, which would keep the null of an import
			// (TestAccAppearance_ImportByIDThenUpdate).
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseNonNullStateForUnknown()},
		},
		"last_modified": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "When the configuration was last changed, as an ISO 8601 time, as of the last apply. A change made elsewhere is not seen. " +
				"Null after an import, until the first apply.",
		},
		"is_default": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "Whether this is the organization's default, as of the last apply. The interface types it as a string and " +
				"documents no values. Null after an import, until the first apply.",
		},
	}
}
