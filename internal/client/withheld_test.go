package client_test

import (
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Callers store these values where anybody may read them. A short password is
// often a word of a name.
func TestUpdate_WithholdsValuesThatRepeatACredential(t *testing.T) {
	const long = "c5Pw-x-Zt9-kk"

	password := func(text string) client.SourceConfig { return client.SourceConfig{Password: ptr(text)} }

	for name, test := range map[string]struct {
		sent                client.SourceConfig
		returned, returnedT string // the name and the type
		isWithheld          bool   // the name
	}{
		"a password":                      {password(long), "bob:" + long + "@db", "postgres", true},
		"a password in a URL":             {password(long + "/"), "bob:" + long + "%2F@db", "postgres", true},
		"a password of a connection":      {client.SourceConfig{ConnectionString: ptr("postgres://bob:" + long + "@db/app")}, long, "postgres", true},
		"a private key":                   {client.SourceConfig{ServiceAccountKey: []byte(`{"private_key":"` + long + `"}`)}, long, "postgres", true},
		"a name that is sent":             {client.SourceConfig{AccountName: ptr(long), Password: ptr(long)}, long, "postgres", false},
		"12 characters":                   {password("warehouse-12"), "warehouse-12", "postgres", true},
		"11 characters":                   {password("warehouse12"), "warehouse12", "postgres", false},
		"11 characters in a longer value": {password("warehouse12"), "warehouse123", "postgres", true},
		"8 characters in a longer value":  {password("wareHou5"), "The wareHou5 in Basel", "postgres", true},
		"7 characters in a longer value":  {password("wareHo5"), "The wareHo5 in Basel", "postgres", false},
		"a part of a password":            {password(long), long[:12], "postgres", false},
		"one letter":                      {password("p"), "Warehouse", "postgres", false},
		"a name":                          {password("Warehouse"), "Warehouse", "postgres", false},
		"a type":                          {password("postgres"), "Warehouse", "postgres", false},
		"the start of a password":         {password("clickhouse-2024!"), "clickhouse", "clickhouse", false},
		"a type with a password":          {password(long), "Warehouse", long + "-db", false},
		"64 kB":                           {password(long), strings.Repeat("é", 32<<10-1), "postgres", false}, // with its quotes
		"more than is searched":           {password(long), strings.Repeat("x", 64<<10) + long, strings.Repeat("x", 64<<10), true},
	} {
		want := client.UpdatedSource{Source: client.Source{AccountName: ptr(test.returned), Type: ptr(test.returnedT)}}

		if test.isWithheld {
			want.AccountName, want.Withheld = nil, []string{"account_name"}
		}

		response := respond(200, `{"id":7,"account_name":"`+test.returned+`","type":"`+test.returnedT+`"}`)
		checkEqual(t, name, want, updatedSource(t, response, test.sent, client.Source{}))
	}
}

func TestUpdateAppearance_WithholdsValuesThatRepeatACredential(t *testing.T) {
	response := respond(200, `{"id":7,"custom_css_vars":"--key: key-of-the-tests;","created_at":"then","is_default":"key-of-the-tests"}`)
	got := updatedAppearance(t, response, client.Appearance{Name: "n"}, client.Appearance{})
	checkEqual(t, "appearance", client.UpdatedAppearance{CreatedAt: ptr("then"), Warnings: client.Warnings{Withheld: []string{"custom_css_vars", "is_default"}}}, got)

	cut := updatedAppearance(t, respond(200, `{"id":7,"name":"n key-of-the-…"}`), client.Appearance{Name: "n"}, client.Appearance{})
	checkEqual(t, "a sent field", []client.Difference{{Field: "name", Expected: `"n"`, Returned: client.Withheld}}, cut.Differences)

	removed := updatedAppearance(t, respond(200, `{"id":7,"start_message":"key-of-the-tests"}`), client.Appearance{Name: "n"}, client.Appearance{StartMessage: ptr("Hi")})
	checkEqual(t, "a removed field", []client.RemovedField{{Field: "start_message", Returned: client.Withheld}}, removed.Removed)
}
