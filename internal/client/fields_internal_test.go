package client

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The request fields that the interface documents (sections 2.1 and 2.2), by
// the names that the wire types give them.
var (
	documentedAppearance = map[string]string{
		"Name":                     "name",
		"ThemeMode":                "theme_mode",
		"StartMessage":             "start_message",
		"Recommendations":          "recommendations",
		"ResponseMode":             "response_mode",
		"ShowSidebar":              "show_sidebar",
		"ShowDashboards":           "show_dashboards",
		"LMPrimaryBackgroundColor": "lm_primary_background_color",
		"LMLightBackgroundColor":   "lm_light_background_color",
		"LMDarkBackgroundColor":    "lm_dark_background_color",
		"LMButtonOutlineColor":     "lm_button_outline_color",
		"DMPrimaryBackgroundColor": "dm_primary_background_color",
		"DMLightBackgroundColor":   "dm_light_background_color",
		"DMDarkBackgroundColor":    "dm_dark_background_color",
		"DMButtonOutlineColor":     "dm_button_outline_color",
		"CustomCSSOverrides":       "custom_css_overrides",
	}
	documentedSource = map[string]string{
		"AccountName":       "account_name",
		"Hostname":          "hostname",
		"Port":              "port",
		"Username":          "username",
		"Password":          "password",
		"DatabaseName":      "database_name",
		"ConnectionString":  "connection_string",
		"ServiceAccountKey": "service_account_key",
		"Token":             "token",
		"Host":              "host",
		"Database":          "database",
		"Account":           "account",
		"User":              "user",
		"PublicKey":         "public_key",
		"SelectedSchemas":   "selected_schemas",
	}
)

func TestFieldsHaveTheInterfacesNames(t *testing.T) {
	tests := map[string]struct {
		documented map[string]string
		wire       any
		send       func(*Client, any) error
		// always are the names that stand in every body.
		always []string
		// errors are the names under which an error is looked for.
		errors []string
	}{
		"appearance": {
			documented: documentedAppearance,
			wire:       Appearance{},
			send: func(c *Client, body any) error {
				_, err := c.UpdateAppearance(t.Context(), "7", body.(Appearance))

				return err
			},
			always: []string{"name"},
			errors: appearanceFields,
		},
		"source": {
			documented: documentedSource,
			wire:       SourceConfig{},
			send: func(c *Client, body any) error {
				_, err := c.UpdateSource(t.Context(), "7", body.(SourceConfig))

				return err
			},
			errors: sourceFields,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := map[string]string{}

			wireType := reflect.TypeOf(test.wire)
			for index := range wireType.NumField() {
				body := reflect.New(wireType).Elem()
				fill(t, body.Field(index))

				sent := namesSent(t, func(c *Client) error { return test.send(c, body.Interface()) })
				if len(sent) > 1 {
					sent = slices.DeleteFunc(sent, func(name string) bool { return slices.Contains(test.always, name) })
				}

				got[wireType.Field(index).Name] = strings.Join(sent, " ")
			}

			if diff := cmp.Diff(test.documented, got); diff != "" {
				t.Errorf("names (-documented +sent):\n%s", diff)
			}

			var documented []string
			for _, name := range test.documented {
				documented = append(documented, name)
			}

			slices.Sort(documented)

			if diff := cmp.Diff(documented, slices.Sorted(slices.Values(test.errors))); diff != "" {
				t.Errorf("names in errors (-documented +looked for):\n%s", diff)
			}
		})
	}
}

func TestReportedFieldsAreRequestFields(t *testing.T) {
	for _, field := range reportedAppearanceFields {
		if !slices.Contains(appearanceFields, field) {
			t.Errorf("%s is reported, but can not be sent", field)
		}
	}

	for _, field := range reportedSourceFields {
		if !slices.Contains(sourceFields, field) {
			t.Errorf("%s is reported, but can not be sent", field)
		}
	}
}

// namesSent returns the names in the JSON object that an update sends.
func namesSent(t *testing.T, send func(*Client) error) []string {
	t.Helper()

	var body map[string]any

	c := New(Config{
		BaseURL: &url.URL{Scheme: "https", Host: "chat.example"},
		Transport: transportFunc(func(req *http.Request) (*http.Response, error) {
			if err := json.NewDecoder(req.Body).Decode(&body); err != nil {
				t.Error(err)
			}

			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"id":7}`))}, nil
		}),
	})

	if err := send(c); err != nil {
		t.Fatal(err)
	}

	var names []string
	for name := range body {
		names = append(names, name)
	}

	return names
}

// fill sets a field of a wire struct to some value.
func fill(t *testing.T, field reflect.Value) {
	t.Helper()

	switch value := field.Addr().Interface().(type) {
	case *string:
		*value = "x"
	case **string:
		*value = ptr("x")
	case **int64:
		*value = ptr(int64(1))
	case **bool:
		*value = ptr(true)
	case *[]string:
		*value = []string{"x"}
	case *json.RawMessage:
		*value = json.RawMessage(`{"x":1}`)
	default:
		t.Fatalf("a field of type %s", field.Type())
	}
}

// transportFunc is a transport that is one function.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func ptr[T any](value T) *T { return &value }
