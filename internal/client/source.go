package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
)

// Limits of a data source's connection (API documentation, sections 2.2 and
// 8). Lengths are in characters. The API documentation has no limits for the
// port; these are TCP's.
const (
	MinSourceStringLength = 1
	MinPort               = 1
	MaxPort               = 65535
)

// SourceConfig is the request body of the source update (API documentation,
// section 2.2). A nil field is omitted.
type SourceConfig struct {
	AccountName       *string         `json:"account_name,omitzero"`
	Hostname          *string         `json:"hostname,omitzero"`
	Port              *int64          `json:"port,omitzero"`
	Username          *string         `json:"username,omitzero"`
	Password          *string         `json:"password,omitzero"`
	DatabaseName      *string         `json:"database_name,omitzero"`
	ConnectionString  *string         `json:"connection_string,omitzero"`
	ServiceAccountKey json.RawMessage `json:"service_account_key,omitzero"`
	Token             *string         `json:"token,omitzero"`
	Host              *string         `json:"host,omitzero"`
	Database          *string         `json:"database,omitzero"`
	Account           *string         `json:"account,omitzero"`
	User              *string         `json:"user,omitzero"`
	PublicKey         *string         `json:"public_key,omitzero"`
	SelectedSchemas   []string        `json:"selected_schemas,omitzero"`
}

// IsEmpty reports whether there is nothing to send.
func (s SourceConfig) IsEmpty() bool { return reflect.ValueOf(s).IsZero() }

// addTo returns the secrets with the credentials.
func (s SourceConfig) addTo(hidden secrets) secrets {
	for _, credential := range []*string{s.Password, s.Token} {
		if credential != nil {
			hidden.addCredential(*credential)
		}
	}

	if s.ConnectionString != nil {
		hidden.addConnection(*s.ConnectionString)
	}

	hidden.addKey(s.ServiceAccountKey)

	return hidden
}

// UpdatedSource is the response to the source update (API documentation,
// section 2.2). A missing or null field is nil.
type UpdatedSource struct {
	AccountName *string
	Type        *string
	// Differences are the request fields that the response returned with a
	// different value.
	Differences []Difference
	// NoBody reports whether the response was empty.
	NoBody bool
}

// sourceFields are the request fields that an error may name.
var sourceFields = fieldNames[SourceConfig]()

// returnedSourceFields are the request fields that the response repeats.
var returnedSourceFields = []string{"account_name"}

// UpdateSource sends the PATCH of API documentation, section 4.2, to the data
// source with the given id, which is both the id in the path and the
// documented pk. Every error is an *Error. It does not show the credentials of
// config, nor those in hide, which the service may know from earlier requests.
func (c *Client) UpdateSource(ctx context.Context, id string, config SourceConfig, hide ...string) (UpdatedSource, error) {
	update := c.newOperation(http.MethodPatch, "/api/v1/sources/"+url.PathEscape(id)+"/update-config/", sourceFields,
		func() secrets { return config.addTo(c.secrets(hide...)) })

	response, err := update.send(ctx, id, config)
	if err != nil {
		return UpdatedSource{}, err
	}

	differences, _ := update.compare(nil, response, returnedSourceFields)

	return UpdatedSource{
		AccountName: text(response["account_name"]),
		Type:        text(response["type"]),
		Differences: differences,
		NoBody:      response == nil,
	}, nil
}
