package client_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestRequest_MatchesDocumentation(t *testing.T) {
	for path, send := range map[string]sender{
		"PUT /api/v1/appearance/7/": putAppearance(client.Appearance{Name: "n"}),
		"PATCH " + sourcePath:       patchSource(client.SourceConfig{Port: ptr(int64(5432))}),
	} {
		c, service := scripted(t, client.Config{
			APIKey: "k-1", UserAgent: "Terraform/1.11 provider/2",
			Headers: map[string]string{"x-tenant": "eu", "accept": "text/html", "AUTHORIZATION": "Basic x", "user-agent": "curl"},
		}, respond(200, `{"id":7}`))

		wantSuccess(t, send(t.Context(), c))

		got := service.first()
		checkEqual(t, "request", path, strings.Replace(got.Method+" "+got.URL, "https://chat.example", "", 1))
		checkEqual(t, "header", http.Header{
			"Authorization": {"Bearer k-1"},
			"Content-Type":  {"application/json"},
			"Accept":        {"application/json"},
			"User-Agent":    {"Terraform/1.11 provider/2"},
			"X-Tenant":      {"eu"},
		}, got.Header)
	}
}

func TestRequest_EscapesID(t *testing.T) {
	tests := []struct{ address, id, want string }{
		{"https://chat.example/", "7", "https://chat.example/api/v1/appearance/7/"},
		{"https://chat.example/chat/eu", "7", "https://chat.example/chat/eu/api/v1/appearance/7/"},
		{"https://chat.example/a%2Fb", "7", "https://chat.example/a%2Fb/api/v1/appearance/7/"},
		{"https://chat.example/a b", "7", "https://chat.example/a%20b/api/v1/appearance/7/"},
		{"https://chat.example//evil.example/x", "7", "https://chat.example//evil.example/x/api/v1/appearance/7/"},
		{"https://chat.example", "theme-1_a.b~c", "https://chat.example/api/v1/appearance/theme-1_a.b~c/"},
		{"https://chat.example", "a/b?c#d e", "https://chat.example/api/v1/appearance/a%2Fb%3Fc%23d%20e/"},
		{"https://chat.example", "a%2Fb", "https://chat.example/api/v1/appearance/a%252Fb/"},
	}

	for _, test := range tests {
		service := &script{t: t, steps: []step{respond(204, "")}}
		c := newClient(t, test.address, client.Config{Transport: service})
		_, err := c.UpdateAppearance(t.Context(), test.id, client.Appearance{Name: "n"}, client.Appearance{})

		wantSuccess(t, err)
		checkEqual(t, "URL", test.want, service.first().URL)
	}
}

func TestRequest_SendsOnlySetFields(t *testing.T) {
	for want, send := range map[string]sender{
		`{"name":"n"}`: putAppearance(client.Appearance{Name: "n"}),
		`{"name":" ","start_message":"","recommendations":[],"show_sidebar":false,"show_dashboards":false}`: putAppearance(client.Appearance{
			Name: " ", StartMessage: ptr(""), Recommendations: []string{}, ShowSidebar: ptr(false), ShowDashboards: ptr(false),
		}),
		`{"name":"n","lm_dark_background_color":"<&>","dm_button_outline_color":""}`: putAppearance(client.Appearance{
			Name: "n", LMDarkBackgroundColor: ptr("<&>"), DMButtonOutlineColor: ptr(""),
		}),
		`{"name":"<b>&'\"","recommendations":["a < b && c > d"]}`: putAppearance(client.Appearance{Name: "<b>&'\"", Recommendations: []string{"a < b && c > d"}}),
		`{"name":"n","custom_css_overrides":{"z":123456789012345678901234567890,"a":1.50,"html":"<&>","none":null,"list":[]}}`: putAppearance(client.Appearance{
			Name: "n", CustomCSSOverrides: json.RawMessage(`{"z": 123456789012345678901234567890, "a": 1.50, "html": "<&>", "none": null, "list": []}`),
		}),
		`{}`: patchSource(client.SourceConfig{}),
		`{"port":0,"password":"","selected_schemas":[]}`: patchSource(client.SourceConfig{Port: ptr(int64(0)), Password: ptr(""), SelectedSchemas: []string{}}),
		`{"service_account_key":{"n":9007199254740993,"private_key":"-----\nAB<&>\n"}}`: patchSource(client.SourceConfig{
			ServiceAccountKey: json.RawMessage(`{"n": 9007199254740993, "private_key": "-----\nAB<&>\n"}`),
		}),
	} {
		c, service := scripted(t, client.Config{}, respond(200, `{"id":7}`))

		wantSuccess(t, send(t.Context(), c))
		checkEqual(t, "body", rawFields(t, want), rawFields(t, service.first().Body))
	}
}

// rawFields returns the fields of a JSON object, which have no order, as they are
// written.
func rawFields(t *testing.T, object string) (fields map[string]json.RawMessage) {
	t.Helper()

	if err := json.Unmarshal([]byte(object), &fields); err != nil {
		t.Fatal(err)
	}

	return fields
}

func TestRequest_InvalidIsNotSent(t *testing.T) {
	key := func(document string) sender {
		return patchSource(client.SourceConfig{ServiceAccountKey: json.RawMessage(document)})
	}

	for name, test := range map[string]struct {
		send         sender
		method, path string
		text         string
	}{
		"an empty name": {putAppearance(client.Appearance{ThemeMode: ptr("dark")}), "PUT", "/api/v1/appearance/7/", "the API requires a name, and it is empty"},
		"half a key":    {key(`{"secret-canary": `), "PATCH", sourcePath, "a value is not JSON"},
		"no key":        {key(``), "PATCH", sourcePath, "a value is not JSON"},
		"two keys":      {key(`{} {}`), "PATCH", sourcePath, "a value is not JSON"},
	} {
		c, _ := scripted(t, client.Config{})
		want := &client.Error{Kind: client.KindUnsendable, Method: test.method, Path: test.path, Text: test.text}
		checkEqual(t, name, want, failure(t, test.send(t.Context(), c)))
	}
}
