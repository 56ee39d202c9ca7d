package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// fields are those of a request. A name has 00 for the number of the request.
type fields = map[string]any

// object is what is asked of a kind of object, and the base of later requests.
type object struct {
	kind, id, nameField string

	send func(c *check, id string, body, expected fields) answer
	// complete has every kind of field, with a list that is not sorted, and other
	// differs in each: one of two values is not the default.
	complete, other fields
	// groups are left out if they are refused, one after the other.
	groups []group
	// omission judges an update that omits all but its change.
	omission probe
	probes   []probe
	// mayRefuse says that a refusal may be about something else than the request.
	mayRefuse bool

	base      fields   // the most complete update that was taken
	otherwise []string // its fields that always come back otherwise
}

// group is a group of fields, and the advice if they are refused.
type group struct {
	name, refused string
	fields        []string
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
	tryReal = "Try an apply with the settings of a database that exists: those of the check, which does not, are refused."
	omit    = "Avoid an empty %s: leave it out, or set a value."
	below   = "Read below why a theme with other values is refused: yours may be, too."
	avoid   = `Avoid blanks at the ends, line ends and "<" in %s.`
)

// readable are the optional fields of a theme that a response has.
var readable = client.ReturnedAppearanceFields()[1:] // without the name

// theme returns what is asked of a theme. Some services refuse dark colors in a light
// one.
func theme(id string) *object {
	o := &object{
		kind: "theme", id: id, nameField: "name", send: (*check).put, probes: themeProbes,
		omission: probe{step: "only a name", change: fields{"name": "Check 00."}, refused: setAll, otherwise: setAll},
		complete: fields{
			"name": "Check 00.", "theme_mode": "both", "start_message": "Hello", "recommendations": []any{"Two?", "One?", "Three?"}, "response_mode": "basic",
			"show_sidebar": false, "show_dashboards": false, "custom_css_overrides": fields{"--check": "#0a1b2c"},
		},
		other: fields{
			"name": "Check 00.", "theme_mode": "dark", "start_message": "Welcome", "recommendations": []any{"Four?"}, "response_mode": "full",
			"show_sidebar": true, "show_dashboards": true, "custom_css_overrides": fields{"--check": "#2c1b0a"},
		},
		groups: []group{
			{"custom_css_overrides", "Leave out custom_css_overrides, or try others: those of the check are refused.", []string{"custom_css_overrides"}},
			{"the colors", "Leave out the colors, or try others: those of the check are refused.", palette.Attributes()},
			{"theme_mode", `Leave out theme_mode, or try another than "both": that of the check is refused.`, []string{"theme_mode"}},
			{"settings", "Add the settings of a theme one after the other: all together are refused.", readable},
		},
	}

	for _, color := range palette.Attributes() {
		o.complete[color], o.other[color] = "#1864ab", "#2b8a3e"
	}

	return o
}

var themeProbes = []probe{
	{
		step: "blanks, line ends and <", refused: avoid,
		change: fields{"name": "Check 00. a < b ", "start_message": " a <\nb ", "recommendations": []any{"c?", " a <\nb? "}},
		again:  &probe{step: "the same, as returned", taken: "Write %s as returned, or every apply warns.", otherwise: avoid},
	},
	{step: `start_message = ""`, change: fields{"start_message": ""}, refused: omit, otherwise: omit},
	{step: "recommendations = []", change: fields{"recommendations": []any{}}, refused: omit, otherwise: omit},
	{step: "the longest texts", refused: shorter, otherwise: shorter, change: fields{
		"name": "Check 00." + emoji(client.MaxAppearanceNameLength-len("Check 00.")), "start_message": emoji(client.MaxStartMessageLength),
		"recommendations": []any{emoji(client.MaxRecommendationLength)},
	}},
	{step: "500 recommendations", refused: fewer, otherwise: fewer, change: fields{"recommendations": questions(client.MaxRecommendations)}},
	{step: "the colors #abc and white", refused: "Write colors as #rrggbb.", change: fields{
		"lm_button_outline_color": "#abc", "lm_primary_background_color": "white",
	}},
}

// source returns what is asked of a data source. A service that connects to its
// database refuses one that does not exist.
func source(id string) *object {
	settings := fields{ //nolint:gosec // the password of no database
		"hostname": "check.example.com", "port": 5432, "username": "check", "password": "check-pw-7Lq2Vd", "database_name": "check",
	}

	return &object{
		kind: "data source", id: id, nameField: "account_name", send: (*check).patch, mayRefuse: true,
		complete: with(settings, fields{"account_name": "Check 00."}),
		groups:   []group{{"settings of a database", tryReal, slices.Collect(maps.Keys(settings))}},
		omission: probe{step: "only hostname", change: fields{"hostname": "other.example.com"}, refused: sendAll, otherwise: sendAll},
		probes:   []probe{{step: "selected_schemas = []", change: fields{"selected_schemas": []any{}}, refused: omit}},
	}
}

// inBase returns the fields that are not in a group that is left out.
func (o *object) inBase(all fields) fields {
	return only(all, func(field string) bool { return o.base[field] != nil || o.complete[field] == nil })
}

func emoji(length int) string { return strings.Repeat("😀", length) }

func questions(count int) []any {
	list := make([]any, count)
	for index := range list {
		list[index] = fmt.Sprintf("Question %d", index)
	}

	return list
}

func only(all fields, has func(field string) bool) fields {
	some := maps.Clone(all)
	maps.DeleteFunc(some, func(field string, _ any) bool { return !has(field) })

	return some
}

func with(all, other fields) fields {
	changed := maps.Clone(all)
	maps.Copy(changed, other)

	return changed
}
