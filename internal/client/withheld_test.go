package client_test

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Callers store these values where anybody may read them.
func TestUpdate_WithholdsValuesThatRepeatACredential(t *testing.T) {
	const key, password, url = "key-4711-abcdefgh", "c5Pw-x-Zt9-kk", "postgres://bob:c5Pw-x-Zt9-kk@db/orders"

	t.Run("Source", func(t *testing.T) {
		c, _ := scripted(t, client.Config{APIKey: key}, respond(200, `{"id":7,"account_name":"`+url+`","type":"postgres"}`))

		got, err := c.UpdateSource(t.Context(), "7", client.SourceConfig{Password: ptr(password)}, client.Source{})
		if err != nil {
			t.Fatal(err)
		}

		checkEqual(t, "source", client.UpdatedSource{Source: client.Source{Type: ptr("postgres")}, Withheld: []string{"account_name"}}, got)
	})

	t.Run("Source/sent name", func(t *testing.T) {
		c, _ := scripted(t, client.Config{APIKey: key}, respond(200, `{"id":7,"account_name":"`+password+`","type":"postgres"}`))

		got, err := c.UpdateSource(t.Context(), "7", client.SourceConfig{AccountName: ptr(password), Password: ptr(password)}, client.Source{})
		if err != nil {
			t.Fatal(err)
		}

		checkEqual(t, "source", client.UpdatedSource{Source: client.Source{AccountName: ptr(password), Type: ptr("postgres")}}, got)
	})

	t.Run("Source/short password", func(t *testing.T) {
		c, _ := scripted(t, client.Config{APIKey: key}, respond(200, `{"id":7,"account_name":"A","type":"postgres"}`))

		got, err := c.UpdateSource(t.Context(), "7", client.SourceConfig{Password: ptr("post")}, client.Source{})
		if err != nil {
			t.Fatal(err)
		}

		checkEqual(t, "source", client.UpdatedSource{Source: client.Source{AccountName: ptr("A"), Type: ptr("postgres")}}, got)
	})

	t.Run("Appearance", func(t *testing.T) {
		c, _ := scripted(t, client.Config{APIKey: key}, respond(200,
			`{"id":"42","name":"n","custom_css_vars":"--key: `+key+`;","created_at":"then","last_modified":null,"is_default":"false"}`))

		got, err := c.UpdateAppearance(t.Context(), "42", client.Appearance{Name: "n"}, client.Appearance{})
		if err != nil {
			t.Fatal(err)
		}

		checkEqual(t, "appearance",
			client.UpdatedAppearance{CreatedAt: ptr("then"), IsDefault: ptr("false"), Withheld: []string{"custom_css_vars"}}, got)
	})
}
