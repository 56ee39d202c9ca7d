package client

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
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

	// Colors are the values of the color fields by name.
	Colors map[string]string `json:"-"`
	// CustomCSSOverrides is any JSON value.
	CustomCSSOverrides json.RawMessage `json:"custom_css_overrides,omitzero"`
}

// MarshalJSON encodes the colors next to the other fields.
func (a Appearance) MarshalJSON() ([]byte, error) {
	type plain Appearance

	fields, err := encode(plain(a))
	if err != nil || len(a.Colors) == 0 {
		return fields, err
	}

	colors, err := encode(a.Colors)
	if err != nil {
		return nil, err
	}

	return slices.Concat(fields[:len(fields)-1], []byte(","), colors[1:]), nil
}

// UpdatedAppearance is the response to the appearance update. A missing or
// null field is nil, although the API documentation requires it (section 2.1).
// A field that is not a string holds its JSON text.
type UpdatedAppearance struct {
	CustomCSSVars *string
	CreatedAt     *string
	LastModified  *string
	IsDefault     *string
	// Differences are the request fields that the response returned with a
	// different value.
	Differences []Difference
	// NoBody reports whether the response was empty, so its fields are
	// unknown.
	NoBody bool
}

// colorFields returns the names of the eight color fields (API documentation,
// section 2.1): lm for light mode, dm for dark mode.
func colorFields() []string {
	var fields []string

	for _, mode := range []string{"lm", "dm"} {
		for _, role := range []string{"primary_background", "light_background", "dark_background", "button_outline"} {
			fields = append(fields, mode+"_"+role+"_color")
		}
	}

	return fields
}

// appearanceFields are the request fields that an error may name.
var appearanceFields = append(fieldNames[Appearance](), colorFields()...)

// returnedAppearanceFields are the request fields that the response repeats.
var returnedAppearanceFields = []string{
	"name", "theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards",
}

// UpdateAppearance sends the PUT of API documentation, section 4.1, to the
// appearance configuration with the given id. Every error is an *Error.
func (c *Client) UpdateAppearance(ctx context.Context, id string, appearance Appearance) (UpdatedAppearance, error) {
	update := &operation{
		client:  c,
		method:  http.MethodPut,
		path:    c.endpoint("appearance", id),
		fields:  appearanceFields,
		secrets: sync.OnceValue(func() secrets { return c.secrets() }),
	}

	if appearance.Name == "" {
		return UpdatedAppearance{}, update.failure(attempt{}, KindUnsendable, "the API requires a name, and it is empty")
	}

	response, err := update.send(ctx, id, appearance)
	if err != nil {
		return UpdatedAppearance{}, err
	}

	return UpdatedAppearance{
		CustomCSSVars: text(response["custom_css_vars"]),
		CreatedAt:     text(response["created_at"]),
		LastModified:  text(response["last_modified"]),
		IsDefault:     text(response["is_default"]),
		Differences:   update.differences(response, returnedAppearanceFields),
		NoBody:        response == nil,
	}, nil
}
