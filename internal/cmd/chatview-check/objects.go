package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// fields are those of a request. A name is what follows the number of the request.
type fields = map[string]any

// object is what is asked of a kind of object.
type object struct {
	kind, id, nameField string
	// complete has every kind of field, and other differs in each: one of two values
	// is not the default.
	complete, other fields
	// groups are left out if they are refused, one after the other.
	groups []group
	// some are the fields of an update that omits the others, and omission judges it.
	some     fields
	omission probe
	// mayRefuse says that a refusal may be about something else than the request.
	mayRefuse bool
	probes    []probe
	send      func(api *client.Client, id string, body, expected fields) answer
}

// group is a group of fields, and the advice if they are refused.
type group struct {
	name, refused string
	has           func(field string) bool
}

// probe is a change of a request that was taken.
type probe struct {
	step   string
	change fields
	// Advice if values are taken, refused, or come back otherwise; %s has their fields.
	taken, refused, otherwise string
	// isOmission says that change is omitted instead of sent.
	isOmission bool
	// again is asked with texts as they came back, if that is otherwise.
	again *probe
}

const (
	setAll  = "Configure every setting of a theme: an update without some may be refused, or change them."
	sendAll = `Set update_mode = "full" in every chatview_source: an update of some settings may be refused, or change the others.`
	shorter = "Keep %s shorter, or without emoji: a plan accepts more than the API."
	fewer   = "Configure fewer recommendations: a plan accepts more than the API."
	tryReal = "Try the settings of a database that exists: those of one that does not are refused."
	omit    = "Leave out %s where it is empty."
	avoid   = `Avoid blanks at the ends, line ends and "<" in %s.`
)

// readable are the optional fields of a theme that a response has.
var readable = client.ReturnedAppearanceFields()[1:] // without the name

// theme returns what is asked of a theme. Some services refuse dark colors in a light
// one.
func theme() object {
	o := object{
		kind: "theme", nameField: "name", some: fields{"name": ""},
		omission: probe{step: "only a name", refused: setAll, otherwise: setAll},
		complete: fields{
			"name": "", "theme_mode": "both", "start_message": "Hello", "recommendations": []string{"One?", "Two?"}, "response_mode": "basic",
			"show_sidebar": false, "show_dashboards": false, "custom_css_overrides": fields{"--check": "#0a1b2c"},
		},
		other: fields{
			"name": "", "theme_mode": "dark", "start_message": "Welcome", "recommendations": []string{"Three?"}, "response_mode": "full",
			"show_sidebar": true, "show_dashboards": true, "custom_css_overrides": fields{"--check": "#2c1b0a"},
		},
		groups: []group{
			{"custom_css_overrides", "Leave out custom_css_overrides.", func(field string) bool { return field == "custom_css_overrides" }},
			{"the colors", "Leave out the colors.", func(field string) bool { return strings.HasSuffix(field, "_color") }},
			{"settings", "Configure fewer settings.", func(field string) bool { return slices.Contains(readable, field) }},
		},
		probes: themeProbes,
	}

	for _, color := range palette.Attributes() {
		o.complete[color], o.other[color] = "#1864ab", "#2b8a3e"
	}

	return o
}

var themeProbes = []probe{
	{
		step: "blanks, line ends and <", refused: avoid,
		change: fields{"name": " a < b ", "start_message": " a <\nb ", "recommendations": []string{" a <\nb? "}},
		again:  &probe{step: "the same, as returned", taken: "Write %s as returned, or every apply warns.", otherwise: avoid},
	},
	{step: `start_message = ""`, change: fields{"start_message": ""}, refused: omit, otherwise: omit},
	{step: "recommendations = []", change: fields{"recommendations": []string{}}, refused: omit, otherwise: omit},
	{step: "the longest texts", refused: shorter, otherwise: shorter, change: fields{
		"name": emoji(client.MaxAppearanceNameLength), "start_message": emoji(client.MaxStartMessageLength),
		"recommendations": []string{emoji(client.MaxRecommendationLength)},
	}},
	{step: "500 recommendations", refused: fewer, otherwise: fewer, change: fields{"recommendations": questions(client.MaxRecommendations)}},
	{step: "the colors #abc and white", refused: "Write colors as #rrggbb.", change: fields{
		"lm_button_outline_color": "#abc", "lm_primary_background_color": "white",
	}},
}

// source returns what is asked of a data source. A service that connects to its
// database refuses one that does not exist.
func source() object {
	const password = "check-pw-7Lq2Vd" //nolint:gosec // of no database

	hostname := fields{"hostname": "check.example.com"}

	return object{
		kind: "data source", nameField: "account_name", mayRefuse: true,
		complete: with(hostname, fields{"account_name": "", "port": 5432, "username": "check", "password": password, "database_name": "check"}),
		groups:   []group{{"settings of a database", tryReal, func(field string) bool { return field != "account_name" }}},
		some:     hostname, omission: probe{step: "only hostname", refused: sendAll, otherwise: sendAll},
		probes: []probe{{step: "selected_schemas = []", change: fields{"selected_schemas": []string{}}, refused: omit}},
	}
}

func emoji(length int) string { return strings.Repeat("😀", length) }

// questions returns different texts.
func questions(count int) []string {
	list := make([]string, count)
	for index := range list {
		list[index] = "Question " + strconv.Itoa(index)
	}

	return list
}

// only returns the fields for which has is true.
func only(all fields, has func(field string) bool) fields {
	some := maps.Clone(all)
	maps.DeleteFunc(some, func(field string, _ any) bool { return !has(field) })

	return some
}

// with returns fields with others added.
func with(all, other fields) fields {
	changed := maps.Clone(all)
	maps.Copy(changed, other)

	return changed
}
