package client

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// Limits of a data source's connection (API documentation, sections 2.2 and
// 8). Lengths are in characters. The API documentation has no limits for the
// port; these are TCP's.
const (
	MinSourceStringLength = 1
	MinPort               = 1
	MaxPort               = 65535
)

var sourceIDPattern = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

// ValidateSourceID requires a number in its canonical form. The API documentation
// types the id in the path as a string and pk as an integer (section 4.2), and
// the path has only one id.
func ValidateSourceID(id string) error {
	if !sourceIDPattern.MatchString(id) {
		return errors.New("only a whole number without a sign or leading zeros is allowed")
	}

	return nil
}

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

// SourceFields returns the names of the fields of SourceConfig (API documentation, section
// 2.2).
func SourceFields() []string { return fieldNames[SourceConfig]() }

// publicSourceFields may be shown. Any other field of SourceConfig is a credential,
// a text or JSON (TestPublicSourceFields_LackOnlyCredentials).
var publicSourceFields = []string{
	"account_name", "hostname", "port", "username", "database_name", "host", "database", "account", "user", "public_key", "selected_schemas",
}

// addTo adds the credentials to secrets.
func (s SourceConfig) addTo(hidden *redact.Secrets) {
	for i, field := range sourceFields {
		value := reflect.Indirect(reflect.ValueOf(s).Field(i))

		switch {
		case slices.Contains(publicSourceFields, field), !value.IsValid():
		case field == "connection_string":
			hidden.Add(redact.ConnectionString, value.String())
		case value.Kind() == reflect.String:
			hidden.Add(redact.Credential, value.String())
		case value.Type() == reflect.TypeFor[json.RawMessage]():
			hidden.Add(redact.ServiceAccountKey, string(value.Bytes()))
		}
	}
}

// Source is what the API returns of a data source (API documentation, section
// 2.2). A missing or null field is nil.
type Source struct {
	AccountName *string `json:"account_name,omitzero"`
	Type        *string `json:"type,omitzero"`
}

// UpdatedSource is the response to the source update.
type UpdatedSource struct {
	Source
	Warnings
}

var (
	sourceFields         = SourceFields()
	returnedSourceFields = fieldNames[Source]()
)

// UpdateSource sends the PATCH of API documentation, section 4.2, to the data
// source with the given id, which is both the id in the path and the
// documented pk. The expected values are those of fields that are not sent, or nil if
// there is none. The error does not show the credentials of config, nor those of other
// configurations that the service may know.
func (c *Client) UpdateSource(ctx context.Context, id string, config SourceConfig, expected Source, others ...SourceConfig) (UpdatedSource, *Error) {
	update := c.newOperation(http.MethodPatch, "/api/v1/sources/"+url.PathEscape(id)+"/update-config/", sourceFields, func() redact.Secrets {
		hidden := c.secrets()
		for _, known := range append(others, config) {
			known.addTo(&hidden)
		}

		return hidden
	})

	response, warnings, failed := update.run(ctx, id, config)
	if failed != nil {
		return UpdatedSource{}, failed
	}

	sent, compared := jsonFields(config), jsonFields(expected)
	// A null says nothing about a field that was not sent.
	maps.DeleteFunc(compared, func(field string, _ any) bool { return response[field] == nil })
	maps.Copy(compared, sent)

	values, withheld := update.values(response, sent, returnedSourceFields...)
	warnings.Withheld = withheld
	warnings.Differences = update.differences(compared, sent, response, returnedSourceFields)

	return UpdatedSource{Source{AccountName: values["account_name"], Type: values["type"]}, warnings}, nil
}
