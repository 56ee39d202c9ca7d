package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
)

// Limits of an appearance configuration (API documentation, sections 2.1 and 8).
// Lengths are in characters.
const (
	MinAppearanceNameLength = 1
	MaxAppearanceNameLength = 100
	MaxStartMessageLength   = 120
	MaxRecommendations      = 500
	MaxRecommendationLength = 280
	MinColorLength          = 1
	MaxColorLength          = 7
)

// ThemeModes are the values of theme_mode (API documentation, section 2.1).
func ThemeModes() []string { return []string{"light", "dark", "both"} }

// ResponseModes are the values of response_mode (API documentation, section 2.1).
func ResponseModes() []string { return []string{"full", "basic"} }

var appearanceIDPattern = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// ValidateAppearanceID restricts an id to one segment of the request path, and to one
// spelling of each number.
func ValidateAppearanceID(id string) error {
	switch {
	case !appearanceIDPattern.MatchString(id) || id == "." || id == "..":
		return errors.New(`only letters, digits and the characters . _ ~ - are allowed, and the id cannot be "." or ".."`)
	case integer.ReplaceAllString(id, "$1") != id:
		return errors.New("a whole number has digits only, and no leading zeros")
	}

	return nil
}

// Appearance is the request body of the appearance update (API documentation,
// section 2.1). A nil field is omitted; an empty string or list is sent.
type Appearance struct {
	Name            string   `json:"name"`
	ThemeMode       *string  `json:"theme_mode,omitzero"`
	StartMessage    *string  `json:"start_message,omitzero"`
	Recommendations []string `json:"recommendations,omitzero"`
	ResponseMode    *string  `json:"response_mode,omitzero"`
	ShowSidebar     *bool    `json:"show_sidebar,omitzero"`
	ShowDashboards  *bool    `json:"show_dashboards,omitzero"`

	LMPrimaryBackgroundColor *string `json:"lm_primary_background_color,omitzero"`
	LMLightBackgroundColor   *string `json:"lm_light_background_color,omitzero"`
	LMDarkBackgroundColor    *string `json:"lm_dark_background_color,omitzero"`
	LMButtonOutlineColor     *string `json:"lm_button_outline_color,omitzero"`
	DMPrimaryBackgroundColor *string `json:"dm_primary_background_color,omitzero"`
	DMLightBackgroundColor   *string `json:"dm_light_background_color,omitzero"`
	DMDarkBackgroundColor    *string `json:"dm_dark_background_color,omitzero"`
	DMButtonOutlineColor     *string `json:"dm_button_outline_color,omitzero"`

	// CustomCSSOverrides is any JSON value.
	CustomCSSOverrides json.RawMessage `json:"custom_css_overrides,omitzero"`
}

// UpdatedAppearance is the response to the appearance update. A missing or
// null field is nil, although the API documentation requires it (section 2.1).
// A field that is not a string holds its JSON text.
type UpdatedAppearance struct {
	CustomCSSVars *string
	CreatedAt     *string
	LastModified  *string
	IsDefault     *string

	Warnings
}

var appearanceFields = fieldNames[Appearance]()

// returnedAppearanceFields are the request fields that the response repeats.
var returnedAppearanceFields = []string{
	"name", "theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards",
}

// readOnlyAppearanceFields are the response fields that a request does not accept.
var readOnlyAppearanceFields = []string{"custom_css_vars", "created_at", "last_modified", "is_default"}

// UpdateAppearance sends the PUT of API documentation, section 4.1, to the
// appearance configuration with the given id. The settings before are those of
// the last update, or the zero value.
func (c *Client) UpdateAppearance(ctx context.Context, id string, appearance, before Appearance) (UpdatedAppearance, *Error) {
	update := c.newOperation(http.MethodPut, "/api/v1/appearance/"+url.PathEscape(id)+"/", appearanceFields, c.secrets)

	if appearance.Name == "" {
		return UpdatedAppearance{}, update.newError(result{}, KindUnsendable, "the API requires a name, and it is empty")
	}

	response, warnings, failed := update.run(ctx, id, appearance)
	if failed != nil {
		return UpdatedAppearance{}, failed
	}

	sent := jsonFields(appearance)
	values, withheld := update.values(response, sent, readOnlyAppearanceFields...)
	warnings.Withheld = withheld
	warnings.Differences = update.differences(sent, sent, response, returnedAppearanceFields)
	warnings.Removed = update.removedFields(jsonFields(before), sent, response)

	return UpdatedAppearance{
		CustomCSSVars: values["custom_css_vars"],
		CreatedAt:     values["created_at"],
		LastModified:  values["last_modified"],
		IsDefault:     values["is_default"],
		Warnings:      warnings,
	}, nil
}
