package provider

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Schema describes chatview_appearance.
func (r *appearanceResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "Id of an existing appearance configuration: letters, digits and `. _ ~ -`, a whole number without leading zeros. " +
				"Changing it makes the resource manage another one.",
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
			Validators:    []validator.String{validAppearanceID},
		},
		"name": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: fmt.Sprintf("Name of the theme, %d to %d characters.", client.MinAppearanceNameLength, client.MaxAppearanceNameLength),
			Validators:          []validator.String{textLength("Invalid Name", client.MinAppearanceNameLength, client.MaxAppearanceNameLength, ""), noControlCharacters},
		},
		"theme_mode": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Modes that the chat view offers: " + oneOf(client.ThemeModes()) +
				". With `both`, the user chooses.",
			Validators: []validator.String{oneMode(client.ThemeModes()...)},
		},
		"start_message": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: fmt.Sprintf("Text shown when the chat opens, at most %d characters.", client.MaxStartMessageLength),
			Validators:          []validator.String{textLength("Text Too Long", 0, client.MaxStartMessageLength, ""), noControlCharacters},
		},
		"recommendations": schema.ListAttribute{
			Optional:    true,
			ElementType: types.StringType,
			MarkdownDescription: fmt.Sprintf("Recommended questions on the start screen: at most %d, with at most %d characters each.",
				client.MaxRecommendations, client.MaxRecommendationLength),
			Validators: []validator.List{
				listvalidator.SizeAtMost(client.MaxRecommendations),
				noNullElements{"a list without null"},
				listvalidator.ValueStringsAre(textLength("Text Too Long", 0, client.MaxRecommendationLength, ""), noControlCharacters),
			},
		},
		"response_mode": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Response mode: " + oneOf(client.ResponseModes()) +
				". `full` includes advanced features such as code execution.",
			Validators: []validator.String{oneMode(client.ResponseModes()...)},
		},
		"show_sidebar":    schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the chat sidebar is visible in the iframe."},
		"show_dashboards": schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the dashboards tab is visible in the iframe."},

		// The API never returns these, nor the colors below. Three attributes track
		// their changes.
		overridesAttribute: schema.StringAttribute{
			Optional:  true,
			WriteOnly: true,
			MarkdownDescription: "Theme colors beyond the eight, as JSON: `jsonencode({ ... })`. Any JSON value except `null` is sent as it is. " +
				"Changed formatting is ignored.",
			Validators: []validator.String{validJSON},
		},
		"write_only_version": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Text in quotes: `2026-11-27` without them is `1988`. Change it to send the write-only values again. While it is set, `applied_colors` and " +
				"`custom_css_overrides_digest` are null, and changed write-only values are not detected.",
			Validators: []validator.String{noControlCharacters},
		},
		"applied_colors": schema.MapAttribute{
			Computed:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "Colors of the last apply by attribute name. Empty if none is configured.",
		},
		"custom_css_overrides_digest": computedString("Digest of the `custom_css_overrides` of the last apply, independent of formatting."),

		// These come from the response to an update.
		"custom_css_vars": computedString("Styling variables that the service derives."),
		"created_at":      computedString("Creation time (ISO 8601)."),
		"last_modified":   computedString("Time of the last change (ISO 8601), as of the last apply."),
		"is_default":      computedString("Whether this is the organization's default, as the API returns it."),

		"triggers": triggersAttribute(),
		"base_url": baseURLAttribute(),
	}

	for _, name := range palette.Attributes() {
		attributes[name] = schema.StringAttribute{
			Optional:            true,
			WriteOnly:           true,
			MarkdownDescription: colorDescription(name),
			Validators: []validator.String{
				textLength("Invalid Color", client.MinColorLength, client.MaxColorLength, ", usually of the form "+usualColorForm),
				noControlCharacters, usualColor{usualColorForm},
			},
		}
	}

	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages an existing appearance configuration: a theme of an embedded chat view. The first apply overwrites " +
			"its settings.",
		Attributes: attributes,
	}
}

// triggersAttribute is shared by both resources.
func triggersAttribute() schema.Attribute {
	return schema.MapAttribute{
		Optional:    true,
		ElementType: types.StringType,
		MarkdownDescription: "Arbitrary strings, never sent, shown in plans: derive none from a secret. Any change sends the complete " +
			"configuration again, including write-only values.",
		Validators: []validator.Map{mapvalidator.KeysAre(noControlCharacters), mapvalidator.ValueStringsAre(noControlCharacters)},
	}
}

// baseURLAttribute is shared by both resources.
func baseURLAttribute() schema.Attribute {
	return computedString("[Base URL](https://registry.terraform.io/providers/chatview/chatview/latest/docs#base-url-and-api-key) of the last apply. " +
		"In a plan, that of the next apply.")
}

// computedString is an attribute that only the provider sets.
func computedString(description string) schema.Attribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// colorDescription describes a color attribute, such as lm_button_outline_color.
// The example is what derive_palette returns for the color in the
// documentation's examples.
func colorDescription(attribute string) string {
	field, isLight := strings.CutPrefix(attribute, palette.LightPrefix)
	mode := "light"

	if !isLight {
		field, mode = strings.TrimPrefix(attribute, palette.DarkPrefix), "dark"
	}

	role := map[string]struct{ name, drawn string }{
		palette.PrimaryBackground: {"Primary background", "the page"},
		palette.LightBackground:   {"Light background", "answers and the input field"},
		palette.DarkBackground:    {"Dark background", "the sidebar and questions"},
		palette.ButtonOutline:     {"Outline of buttons", "buttons, recommended questions and the input field"},
	}[field]
	example := palette.Derive(palette.Color{R: 0x18, G: 0x64, B: 0xab})[attribute]

	return fmt.Sprintf("%s in %s mode, such as `%s`, %d–%d characters. In previews: %s.",
		role.name, mode, example, client.MinColorLength, client.MaxColorLength, role.drawn)
}
