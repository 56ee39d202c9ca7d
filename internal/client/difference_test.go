package client_test

import (
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestUpdateAppearance_ReportsDifferences(t *testing.T) {
	everything := client.Appearance{
		Name: "n", ThemeMode: ptr("dark"), StartMessage: ptr("Hi <b>"), Recommendations: []string{"a", "b"},
		ResponseMode: ptr("full"), ShowSidebar: ptr(true), ShowDashboards: ptr(false), LMPrimaryBackgroundColor: ptr("#fff"),
	}
	nothing := client.Appearance{Name: "n"}
	none := client.Appearance{Name: "n", StartMessage: ptr(""), Recommendations: []string{}}
	accented := client.Appearance{Name: "Caf\u00e9", StartMessage: ptr("\u00c5"), Recommendations: []string{"\ud55c"}}

	tests := map[string]struct {
		sent     client.Appearance
		reported string
		want     []string
	}{
		"nothing is reported": {everything, `"is_default":"true"`, nil},
		"the same": {everything, `"name":"n","theme_mode":"dark","start_message":"Hi \u003cb\u003e","recommendations":["a","b"],
			"response_mode":"full","show_sidebar":true,"show_dashboards":false`, nil},
		"bools as strings":   {everything, `"show_sidebar":"true","show_dashboards":"false"`, nil},
		"other cases":        {everything, `"theme_mode":"DARK","response_mode":"Full","show_sidebar":"True","show_dashboards":"FALSE"`, nil},
		"an HTML escape":     {client.Appearance{Name: "Q&A"}, `"name":"Q&amp;A"`, []string{"name"}},
		"bools as numbers":   {everything, `"show_sidebar":1,"show_dashboards":0`, []string{"show_sidebar", "show_dashboards"}},
		"what was not sent":  {nothing, `"name":"n","theme_mode":"light","recommendations":["x"],"show_sidebar":true`, nil},
		"a normalized value": {everything, `"name":"N","start_message":"Hi"`, []string{"name", "start_message"}},
		"everything differs, in the order of the API documentation": {
			everything, `"show_dashboards":true,"show_sidebar":false,"response_mode":"basic","recommendations":[],"start_message":"",
			"theme_mode":"both","name":""`,
			[]string{"name", "theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards"},
		},
		"null for a value":           {everything, `"theme_mode":null`, []string{"theme_mode"}},
		"an object for a value":      {everything, `"theme_mode":{"mode":"dark"}`, []string{"theme_mode"}},
		"a write-only value":         {everything, `"lm_primary_background_color":"#000"`, nil},
		"another order":              {everything, `"recommendations":["b","a"]`, []string{"recommendations"}},
		"one fewer":                  {everything, `"recommendations":["a"]`, []string{"recommendations"}},
		"null for some":              {everything, `"recommendations":null`, []string{"recommendations"}},
		"none of none":               {none, `"recommendations":[]`, nil},
		"null for none":              {none, `"recommendations":null`, nil},
		"some for none":              {none, `"recommendations":["x"]`, []string{"recommendations"}},
		"objects for none":           {none, `"recommendations":[{"text":"a"}]`, []string{"recommendations"}},
		"a text for some":            {everything, `"recommendations":"a, b"`, nil},
		"an empty text for some":     {everything, `"recommendations":""`, []string{"recommendations"}},
		"the empty text":             {none, `"start_message":""`, nil},
		"null for the empty text":    {none, `"start_message":null`, nil},
		"blanks for the empty text":  {none, `"start_message":" "`, []string{"start_message"}},
		"false for the empty text":   {none, `"start_message":false`, []string{"start_message"}},
		"decomposed texts":           {accented, `"name":"Cafe\u0301","start_message":"\u212b","recommendations":["\u1112\u1161\u11ab"]`, nil},
		"other texts":                {accented, `"name":"Cafe","start_message":"A","recommendations":["\u1112"]`, []string{"name", "start_message", "recommendations"}},
		"a compatible text":          {client.Appearance{Name: "\ufb01"}, `"name":"fi"`, []string{"name"}},
		"objects":                    {everything, `"recommendations":[{"text":"a"},{"text":"b"}]`, nil},
		"strings and something else": {everything, `"recommendations":["a",{"text":"b"}]`, nil},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var fields []string
			for _, difference := range updatedAppearance(t, respond(200, `{"id":7,`+test.reported+`}`), test.sent, client.Appearance{}).Differences {
				fields = append(fields, difference.Field)
			}

			checkEqual(t, "differing fields", test.want, fields)
		})
	}
}

// A field that was not sent is compared with its value before: the id may mean
// another source.
func TestUpdateSource_ReportsDifferences(t *testing.T) {
	before := client.Source{AccountName: ptr("A"), Type: ptr("postgres")}
	unnamed := client.SourceConfig{Port: ptr(int64(1))}
	named := func(name string) client.SourceConfig {
		return client.SourceConfig{AccountName: ptr(name), Password: ptr("hunter2-canary")}
	}
	names := func(expected, returned string) []client.Difference {
		return []client.Difference{{Field: "account_name", Expected: expected, Returned: returned}}
	}
	long, huge := strings.Repeat("é", 200), strings.Repeat("x", 70_000)

	tests := map[string]struct {
		sent     client.SourceConfig
		before   client.Source
		response string
		want     []client.Difference
	}{
		"the same":                {unnamed, before, `"account_name":"A","type":"postgres"`, nil},
		"nothing":                 {unnamed, before, `"port":1`, nil},
		"null":                    {unnamed, before, `"account_name":null,"type":null`, nil},
		"nothing before":          {unnamed, client.Source{}, `"account_name":"A","type":"postgres"`, nil},
		"another type":            {unnamed, before, `"type":"mysql"`, []client.Difference{{Field: "type", Expected: `"postgres"`, Returned: `"mysql"`}}},
		"another name":            {unnamed, before, `"account_name":"B"`, names(`"A"`, `"B"`)},
		"the name that is sent":   {named("B"), before, `"account_name":"B"`, nil},
		"neither name":            {named("B"), before, `"account_name":"b"`, names(`"B"`, `"b"`)},
		"a decomposed name":       {named("Caf\u00e9"), before, `"account_name":"Cafe\u0301"`, nil},
		"a decomposed one before": {unnamed, client.Source{AccountName: ptr("Caf\u00e9")}, `"account_name":"Cafe\u0301"`, nil},
		"null for the empty name": {named(""), before, `"account_name":null`, nil},
		"null for a sent name":    {named("B"), before, `"account_name":null`, names(`"B"`, "null")},
		"another JSON type":       {named("7"), before, `"account_name":{"b":[1, null]}`, names(`"7"`, `{"b":[1,null]}`)},
		"control codes":           {named("a\u200b\nb"), before, `"account_name":"\u001b[2Ja b\u202e"`, names(`"a\u200b\nb"`, `"\u001b[2Ja b\u202e"`)},
		"blanks":                  {named("Brand  X"), before, `"account_name":"Brand X"`, names(`"Brand  X"`, `"Brand X"`)},
		"a kind of blank":         {named("Brand\u00a0 X"), before, `"account_name":"Brand X\udb40\udc01"`, names(`"Brand\u00a0 X"`, `"Brand X\U000e0001"`)},
		"100 characters":          {named(long[:2*98]), before, `"account_name":"` + long[:2*97] + `!"`, names(`"`+long[:2*98]+`"`, `"`+long[:2*97]+`!"`)},
		"101 characters":          {named(long[:2*98]), before, `"account_name":"` + long[:2*98] + `!"`, names("…"+long[:2*20]+`"`, "…"+long[:2*20]+`!"`)},
		"long values":             {named(long), before, `"account_name":"` + long + `!"`, names("…"+long[:2*20]+`"`, "…"+long[:2*20]+`!"`)},
		"long after a difference": {named("a" + long), before, `"account_name":"b` + long + `"`, names(`"a`+long[:2*97]+"…", `"b`+long[:2*97]+"…")},
		"long around one":         {named(long + "a" + long), before, `"account_name":"` + long + "b" + long + `"`, names("…"+long[:2*20]+"a"+long[:2*77]+"…", "…"+long[:2*20]+"b"+long[:2*77]+"…")},
		"a secret before":         {named(long), before, `"account_name":"` + long + ` hunter2-canary` + long + long + `"`, names("…"+long[:2*20]+`"`, client.Withheld)},
		"a short secret":          {client.SourceConfig{AccountName: ptr("a"), Token: ptr("b\u00a0c")}, before, `"account_name":"a b\u00a0c"`, names(`"a"`, client.Withheld)},
		"a secret far behind":     {named(huge), before, `"account_name":"` + huge + `hunter2-canary"`, names("…"+huge[:20]+`"`, client.Withheld)},
		"a secret cut in two":     {named(huge + "hunter2-canary-and-some-more-a"), before, `"account_name":"` + huge + `hunter2-canary-and-some-more-b"`, names(client.Withheld, client.Withheld)},
		"a secret":                {named("a"), before, `"account_name":"it is hunter2-canary"`, names(`"a"`, client.Withheld)},
		"a secret that is sent":   {named("hunter2-canary"), before, `"account_name":"a"`, names(client.Withheld, `"a"`)},
		// A value that is stored is shown. Else the warning would say that the
		// password resembles it.
		"stored values": {client.SourceConfig{Password: ptr("mysql")}, before, `"account_name":"mysql","type":"mysql"`, []client.Difference{
			{Field: "account_name", Expected: `"A"`, Returned: `"mysql"`}, {Field: "type", Expected: `"postgres"`, Returned: `"mysql"`},
		}},
		"a name that is not stored": {client.SourceConfig{Password: ptr("orders of sales")}, before, `"account_name":"orders of sales"`, names(`"A"`, client.Withheld)},
		"a name that is sent":       {client.SourceConfig{AccountName: ptr("A"), Password: ptr("orders")}, before, `"account_name":"orders of sales"`, names(`"A"`, client.Withheld)},
		"an encoded secret":         {named("a"), before, `"account_name":"hunter2%2Dcanary"`, names(`"a"`, client.Withheld)},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := updatedSource(t, respond(200, `{"id":7,`+test.response+`}`), test.sent, test.before)
			checkEqual(t, "differences", test.want, got.Differences)
		})
	}
}
