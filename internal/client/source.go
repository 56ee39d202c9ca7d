package client

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
)

// Limits of a data source's connection (interface, sections 2.2 and 8).
// Lengths are in characters. The interface does not bound the port; a TCP port
// is.
const (
	MinSourceStringLength = 1
	MinPort               = 1
	MaxPort               = 65535
)

// SourceConfig is the request body of the source update (interface, section
// 2.2). A nil field is absent from the request.
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

// secrets returns the values that must never be shown.
func (s SourceConfig) secrets() []string {
	secrets := jsonSecrets(s.ServiceAccountKey)

	for _, secret := range []*string{s.Password, s.Token} {
		if secret != nil {
			secrets = append(secrets, *secret)
		}
	}

	if s.ConnectionString != nil {
		secrets = append(secrets, connectionSecrets(*s.ConnectionString)...)
	}

	return secrets
}

// UpdatedSource is what the service answers (interface, section 2.2). A field
// that is missing or null is nil.
type UpdatedSource struct {
	AccountName *string
	Type        *string
	// Differences are the request fields that the response gives another value
	// than the one that was sent.
	Differences []Difference
	// NoBody reports that the response was empty, so its fields are not known.
	NoBody bool
}

// sourceFields are the request fields an error can speak of.
var sourceFields = []string{
	"account_name", "hostname", "port", "username", "password", "database_name", "connection_string",
	"service_account_key", "token", "host", "database", "account", "user", "public_key", "selected_schemas",
}

// reportedSourceFields are the request fields that the answer repeats.
var reportedSourceFields = []string{"account_name"}

// UpdateSource sends the PATCH of interface section 4.2 for the data source
// with the given id, which is the path's id and the documented pk in one. Every
// failure is an *Error. The secrets in alsoKnown, which the service may have from
// earlier requests, are kept out of it like those that are sent.
func (c *Client) UpdateSource(ctx context.Context, id string, config SourceConfig, alsoKnown ...SourceConfig) (UpdatedSource, error) {
	secrets := func() []string {
		secrets := append(config.secrets(), c.config.APIKey)
		for _, known := range alsoKnown {
			secrets = append(secrets, known.secrets()...)
		}

		return secrets
	}

	update := &operation{
		client:  c,
		method:  http.MethodPatch,
		path:    c.endpoint("sources", id, "update-config"),
		fields:  sourceFields,
		secrets: newSecrets(secrets),
	}

	answer, differing, err := update.send(ctx, id, config, reportedSourceFields)
	if err != nil {
		return UpdatedSource{}, err
	}

	return UpdatedSource{
		AccountName: text(answer["account_name"]),
		Type:        text(answer["type"]),
		Differences: differing,
	}, nil
}
