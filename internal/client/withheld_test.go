package client_test

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Callers store these values where anybody may read them.
func TestUpdate_WithholdsValuesThatRepeatACredential(t *testing.T) {
	const key, password = "key-4711-abcdefgh", "c5Pw-x-Zt9-kk"

	postgres := client.Source{Type: ptr("postgres")}

	for name, test := range map[string]struct {
		sent     client.SourceConfig
		returned string // the name
		want     client.UpdatedSource
	}{
		"a password": {
			client.SourceConfig{Password: ptr(password)}, "postgres://bob:" + password + "@db/orders",
			client.UpdatedSource{Source: postgres, Withheld: []string{"account_name"}},
		},
		"a name that is sent": {
			client.SourceConfig{AccountName: ptr(password), Password: ptr(password)}, password,
			client.UpdatedSource{Source: client.Source{AccountName: ptr(password), Type: ptr("postgres")}},
		},
		"a short password": {
			client.SourceConfig{Password: ptr("post")}, "A",
			client.UpdatedSource{Source: client.Source{AccountName: ptr("A"), Type: ptr("postgres")}},
		},
	} {
		c, _ := scripted(t, client.Config{}, respond(200, `{"id":7,"account_name":"`+test.returned+`","type":"postgres"}`))

		got, err := c.UpdateSource(t.Context(), "7", test.sent, client.Source{})
		checkEqual(t, name+": error", nil, err)
		checkEqual(t, name, test.want, got)
	}

	c, _ := scripted(t, client.Config{APIKey: key}, respond(200, `{"id":7,"custom_css_vars":"--key: `+key+`;","created_at":"then"}`))

	got, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{Name: "n"}, client.Appearance{})
	checkEqual(t, "error", nil, err)
	checkEqual(t, "appearance", client.UpdatedAppearance{CreatedAt: ptr("then"), Withheld: []string{"custom_css_vars"}}, got)
}
