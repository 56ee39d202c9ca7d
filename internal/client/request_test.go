package client_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestRequest_MatchesDocumentation(t *testing.T) {
	tests := map[string]struct {
		send   sender
		method string
		url    string
		body   string
	}{
		"appearance": {
			putAppearance(client.Appearance{Name: "n"}), "PUT", "https://chat.example/api/v1/appearance/7/", `{"name":"n"}`,
		},
		"source": {
			patchSource(client.SourceConfig{Port: ptr(int64(5432))}), "PATCH", "https://chat.example/api/v1/sources/7/update-config/", `{"port":5432}`,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, service := scripted(t, client.Config{
				APIKey: "k-1", UserAgent: "Terraform/1.11 provider/2",
				Headers: map[string]string{"x-tenant": "eu", "accept": "text/html", "AUTHORIZATION": "Basic x", "user-agent": "curl"},
			}, respond(200, `{"id":7}`))

			if err := test.send(t.Context(), c); err != nil {
				t.Fatal(err)
			}

			want := receivedRequest{Method: test.method, URL: test.url, Body: test.body, At: service.requests[0].At, Header: http.Header{
				"Authorization": {"Bearer k-1"},
				"Content-Type":  {"application/json"},
				"Accept":        {"application/json"},
				"User-Agent":    {"Terraform/1.11 provider/2"},
				"X-Tenant":      {"eu"},
			}}
			checkEqual(t, "request", want, service.requests[0])
		})
	}
}

// requestURL returns the URL of an update of the appearance with an id.
func requestURL(t *testing.T, address, id string) string {
	t.Helper()

	service := &script{t: t, steps: []step{respond(204, "")}}
	c := newClient(t, address, client.Config{Transport: service})

	if _, err := c.UpdateAppearance(t.Context(), id, client.Appearance{Name: "n"}, client.Appearance{}); err != nil {
		t.Fatal(err)
	}

	return service.requests[0].URL
}

func TestRequest_KeepsBaseURL(t *testing.T) {
	for address, want := range map[string]string{
		"https://chat.example/":                "https://chat.example",
		"https://chat.example/chat/eu":         "https://chat.example/chat/eu",
		"https://chat.example/chat/":           "https://chat.example/chat",
		"https://chat.example/a%2Fb":           "https://chat.example/a%2Fb",
		"https://chat.example/a%2F/":           "https://chat.example/a%2F",
		"https://chat.example/a b":             "https://chat.example/a%20b",
		"https://chat.example//evil.example/x": "https://chat.example//evil.example/x",
	} {
		if got := requestURL(t, address, "7"); got != want+"/api/v1/appearance/7/" {
			t.Errorf("with %s, the request went to %s", address, got)
		}
	}
}

func TestRequest_EscapesID(t *testing.T) {
	for id, want := range map[string]string{
		"theme-1_a.b~c": "theme-1_a.b~c",
		"a/b?c#d e":     "a%2Fb%3Fc%23d%20e",
		"a%2Fb":         "a%252Fb",
	} {
		if got := requestURL(t, "https://chat.example", id); got != "https://chat.example/api/v1/appearance/"+want+"/" {
			t.Errorf("for the id %s, the request went to %s", id, got)
		}
	}
}

func TestRequest_SendsOnlySetFields(t *testing.T) {
	tests := map[string]struct {
		send sender
		want string
	}{
		"no appearance fields": {putAppearance(client.Appearance{Name: "n"}), `{"name":"n"}`},
		"empty values": {
			putAppearance(client.Appearance{
				Name: " ", StartMessage: ptr(""), Recommendations: []string{}, ShowSidebar: ptr(false), ShowDashboards: ptr(false),
			}),
			`{"name":" ","start_message":"","recommendations":[],"show_sidebar":false,"show_dashboards":false}`,
		},
		"colors": {
			putAppearance(client.Appearance{Name: "n", LMDarkBackgroundColor: ptr("<&>"), DMButtonOutlineColor: ptr("")}),
			`{"name":"n","lm_dark_background_color":"<&>","dm_button_outline_color":""}`,
		},
		"characters of HTML": {
			putAppearance(client.Appearance{Name: "<b>&'\"", Recommendations: []string{"a < b && c > d"}}),
			`{"name":"<b>&'\"","recommendations":["a < b && c > d"]}`,
		},
		"overrides as they are": {
			putAppearance(client.Appearance{Name: "n", CustomCSSOverrides: json.RawMessage(
				`{"z": 123456789012345678901234567890, "a": 1.50, "html": "<&>", "none": null, "list": []}`)}),
			`{"name":"n","custom_css_overrides":{"z":123456789012345678901234567890,"a":1.50,"html":"<&>","none":null,"list":[]}}`,
		},
		"no source fields": {patchSource(client.SourceConfig{}), `{}`},
		"empty source values": {
			patchSource(client.SourceConfig{Port: ptr(int64(0)), Password: ptr(""), SelectedSchemas: []string{}}),
			`{"port":0,"password":"","selected_schemas":[]}`,
		},
		"a key as it is": {
			patchSource(client.SourceConfig{ServiceAccountKey: json.RawMessage(`{"n": 9007199254740993, "private_key": "-----\nAB<&>\n"}`)}),
			`{"service_account_key":{"n":9007199254740993,"private_key":"-----\nAB<&>\n"}}`,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, service := scripted(t, client.Config{}, respond(200, `{"id":7}`))

			if err := test.send(t.Context(), c); err != nil {
				t.Fatal(err)
			}

			checkEqual(t, "body", test.want, service.requests[0].Body)
		})
	}
}

func TestRequest_InvalidIsNotSent(t *testing.T) {
	key := func(document string) sender {
		return patchSource(client.SourceConfig{ServiceAccountKey: json.RawMessage(document)})
	}

	tests := map[string]struct {
		send       sender
		path, text string
	}{
		"an empty name": {
			putAppearance(client.Appearance{ThemeMode: ptr("dark")}), "/api/v1/appearance/7/", "the API requires a name, and it is empty",
		},
		"half a key": {key(`{"secret-canary": `), sourcePath, "a value is not JSON"},
		"no key":     {key(``), sourcePath, "a value is not JSON"},
		"two keys":   {key(`{} {}`), sourcePath, "a value is not JSON"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{})
			got := failure(t, test.send(t.Context(), c))

			want := &client.Error{Kind: client.KindUnsendable, Method: got.Method, Path: test.path, Text: test.text}
			checkEqual(t, "error", want, got)
		})
	}
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
