package client_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// arrived is a request as received by a server.
type arrived struct {
	Method, Target, Host, Body string
	Header                     http.Header
}

// recorder returns a server that responds as documented, and the requests that
// it received.
func recorder(t *testing.T) (*httptest.Server, *[]arrived) {
	t.Helper()

	var requests []arrived

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}

		requests = append(requests, arrived{r.Method, r.RequestURI, r.Host, string(body), r.Header})

		_, _ = io.WriteString(w, appearanceResponse)
	}))
	t.Cleanup(server.Close)

	return server, &requests
}

func TestRequest_MatchesDocumentation(t *testing.T) {
	tests := map[string]struct {
		send   func(*client.Client) error
		method string
		target string
		body   string
	}{
		"appearance": {
			send: func(c *client.Client) error {
				_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{Name: "n"})

				return err
			},
			method: "PUT",
			target: "/api/v1/appearance/7/",
			body:   `{"name":"n"}`,
		},
		"source": {
			send: func(c *client.Client) error {
				_, err := c.UpdateSource(t.Context(), "7", client.SourceConfig{Port: ptr(int64(5432))})

				return err
			},
			method: "PATCH",
			target: "/api/v1/sources/7/update-config/",
			body:   `{"port":5432}`,
		},
	}

	prefixes := map[string]struct{ given, sent string }{
		"no prefix":                  {"", ""},
		"a trailing slash":           {"/", ""},
		"a prefix":                   {"/chat/eu", "/chat/eu"},
		"a prefix with a slash":      {"/chat/", "/chat"},
		"an escaped slash":           {"/a%2Fb", "/a%2Fb"},
		"an escaped slash at an end": {"/a%2F/", "/a%2F"},
		"a space":                    {"/a b", "/a%20b"},
		"what looks like a host":     {"//evil.example/x", "//evil.example/x"},
	}

	for name, test := range tests {
		for prefixName, prefix := range prefixes {
			t.Run(name+" with "+prefixName, func(t *testing.T) {
				server, requests := recorder(t)
				c := newClient(t, server.URL+prefix.given, client.Config{APIKey: "k-1", UserAgent: "Terraform/1.11 provider/2"})

				if err := test.send(c); err != nil {
					t.Fatal(err)
				}

				want := []arrived{{
					Method: test.method,
					Target: prefix.sent + test.target,
					Host:   server.Listener.Addr().String(),
					Body:   test.body,
				}}

				got := *requests
				header := got[0].Header
				got[0].Header = nil

				checkEqual(t, "request", want, got)

				for field, want := range map[string]string{
					"Authorization": "Bearer k-1",
					"Content-Type":  "application/json",
					"Accept":        "application/json",
					"User-Agent":    "Terraform/1.11 provider/2",
				} {
					if diff := cmp.Diff([]string{want}, header[field]); diff != "" {
						t.Errorf("%s (-want +got):\n%s", field, diff)
					}
				}
			})
		}
	}
}

func TestRequest_EscapesID(t *testing.T) {
	tests := map[string]string{
		"theme-1_a.b~c": "/api/v1/appearance/theme-1_a.b~c/",
		"a/b?c#d e":     "/api/v1/appearance/a%2Fb%3Fc%23d%20e/",
		"a%2Fb":         "/api/v1/appearance/a%252Fb/",
	}

	for id, want := range tests {
		t.Run(id, func(t *testing.T) {
			server, requests := recorder(t)

			_, err := newClient(t, server.URL, client.Config{}).UpdateAppearance(t.Context(), id, client.Appearance{Name: "n"})
			if err != nil {
				t.Fatal(err)
			}

			if got := (*requests)[0].Target; got != want {
				t.Errorf("the request went to %s, want %s", got, want)
			}
		})
	}
}

func TestRequest_SupportsIPv6Zone(t *testing.T) {
	service := &script{t: t, steps: []step{respond(200, sourceResponse)}}
	c := client.New(client.Config{BaseURL: parseBaseURL(t, "https://[fe80::1%25eth0]:8443"), APIKey: "k", Transport: service})

	if err := update(t.Context(), c); err != nil {
		t.Fatal(err)
	}

	if got, want := service.requests[0].URL, "https://[fe80::1%25eth0]:8443/api/v1/sources/7/update-config/"; got != want {
		t.Errorf("the request went to %s, want %s", got, want)
	}
}

func TestUpdateAppearance_SendsOnlySetFields(t *testing.T) {
	tests := map[string]struct {
		appearance client.Appearance
		want       string
	}{
		"nothing but the required name": {client.Appearance{Name: "n"}, `{"name":"n"}`},
		"empty values": {
			client.Appearance{
				Name: " ", StartMessage: ptr(""), Recommendations: []string{}, ShowSidebar: ptr(false), ShowDashboards: ptr(false),
			},
			`{"name":" ","start_message":"","recommendations":[],"show_sidebar":false,"show_dashboards":false}`,
		},
		"characters of HTML": {
			client.Appearance{Name: "<b>&'\"", Recommendations: []string{"a < b && c > d"}},
			`{"name":"<b>&'\"","recommendations":["a < b && c > d"]}`,
		},
		"overrides as they are": {
			client.Appearance{Name: "n", CustomCSSOverrides: json.RawMessage(
				`{"z": 123456789012345678901234567890, "a": 1.50, "html": "<&>", "none": null, "list": []}`)},
			`{"name":"n","custom_css_overrides":{"z":123456789012345678901234567890,"a":1.50,"html":"<&>","none":null,"list":[]}}`,
		},
		"null as overrides": {
			client.Appearance{Name: "n", CustomCSSOverrides: json.RawMessage(`null`)},
			`{"name":"n","custom_css_overrides":null}`,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, service := scripted(t, client.Config{}, respond(200, appearanceResponse))

			if _, err := c.UpdateAppearance(t.Context(), "7", test.appearance); err != nil {
				t.Fatal(err)
			}

			checkEqual(t, "body", test.want, service.requests[0].Body)
		})
	}
}

func TestUpdateSource_SendsOnlySetFields(t *testing.T) {
	tests := map[string]struct {
		config client.SourceConfig
		want   string
	}{
		"nothing": {client.SourceConfig{}, `{}`},
		"empty values": {
			client.SourceConfig{Port: ptr(int64(0)), Password: ptr(""), SelectedSchemas: []string{}},
			`{"port":0,"password":"","selected_schemas":[]}`,
		},
		"a key as it is": {
			client.SourceConfig{ServiceAccountKey: json.RawMessage(`{"n": 9007199254740993, "private_key": "-----\nAB<&>\n"}`)},
			`{"service_account_key":{"n":9007199254740993,"private_key":"-----\nAB<&>\n"}}`,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, service := scripted(t, client.Config{}, respond(200, sourceResponse))

			if _, err := c.UpdateSource(t.Context(), "7", test.config); err != nil {
				t.Fatal(err)
			}

			checkEqual(t, "body", test.want, service.requests[0].Body)
		})
	}
}

func TestUpdateSource_RefusesInvalidJSON(t *testing.T) {
	for _, document := range []string{`{"secret-canary": `, ``, `{} {}`} {
		t.Run(document, func(t *testing.T) {
			c, _ := scripted(t, client.Config{})

			_, err := c.UpdateSource(t.Context(), "7", client.SourceConfig{ServiceAccountKey: json.RawMessage(document)})

			want := &client.Error{Kind: client.KindUnsendable, Method: "PATCH", Path: "/api/v1/sources/7/update-config/", Text: "a value is not JSON"}
			checkEqual(t, "error", want, failure(t, err))
		})
	}
}

func TestUpdateAppearance_RefusesAnEmptyName(t *testing.T) {
	c, _ := scripted(t, client.Config{})

	_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{ThemeMode: ptr("dark")})

	want := &client.Error{
		Kind: client.KindUnsendable, Method: "PUT", Path: "/api/v1/appearance/7/", Text: "the API requires a name, and it is empty",
	}
	checkEqual(t, "error", want, failure(t, err))
}

func TestSourceConfig_IsEmptyWithoutValues(t *testing.T) {
	if !(client.SourceConfig{}).IsEmpty() {
		t.Error("a configuration without a value is not empty")
	}

	for _, config := range []client.SourceConfig{{Token: ptr("")}, {Port: ptr(int64(0))}, {SelectedSchemas: []string{}}} {
		if config.IsEmpty() {
			t.Errorf("%#v, which has an empty value, is empty", config)
		}
	}
}
