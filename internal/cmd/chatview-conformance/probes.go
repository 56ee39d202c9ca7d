package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// fields are those of a request or a response.
type fields = map[string]any

// variant is what is unusual about a request besides its body.
type variant int

const (
	usual variant = iota
	withoutSlash
	unknownID
	wrongKey
)

// probe is a request, whose outcome is a finding.
type probe struct {
	topic, subject string
	method         string
	// body has no name for a PUT, unless it is unusual. It is nil in an update that
	// every service has to accept.
	body    fields
	variant variant
	// words say what accepted and refused mean, provided that these findings of the
	// topic begin with these words.
	words    [2]string
	provided map[string]string
	// omitted are the fields of the request before that this one omits. They are
	// findings, instead of the outcome.
	omitted fields
}

const (
	put, patch  = http.MethodPut, http.MethodPatch
	plainName   = "Conformance"
	refusedMode = "conformance-mode"
	// marker is a color that custom_css_vars shows if it derives from the overrides.
	marker = "#0a1b2c"
)

// probes returns all requests, in order.
func probes() []probe {
	var all []probe

	for _, topic := range topics {
		for _, p := range topic.probes {
			p.topic = topic.name
			all = append(all, p)
		}
	}

	return all
}

// omissionProbes set fields, and then omit them. The second group has other values
// than the first, one of which is not the default. A group that is refused says
// nothing about the others.
func omissionProbes() []probe {
	var all []probe

	for _, group := range []probe{
		{subject: "settings", body: fields{
			"theme_mode": "dark", "start_message": "One", "response_mode": "basic", "show_sidebar": false, "show_dashboards": false,
		}},
		{subject: "other settings", body: fields{
			"theme_mode": "light", "start_message": "Two", "response_mode": "full", "show_sidebar": true, "show_dashboards": true,
		}},
		{subject: "colors", body: fields{
			"lm_primary_background_color": "#0a1b21", "lm_light_background_color": "#0a1b22", "lm_dark_background_color": "#0a1b23",
			"lm_button_outline_color": "#0a1b24", "dm_primary_background_color": "#0a1b25", "dm_light_background_color": "#0a1b26",
			"dm_dark_background_color": "#0a1b27", "dm_button_outline_color": "#0a1b28",
		}},
		{subject: "recommendations", body: fields{"recommendations": []any{"One?", "Two?"}}},
		{subject: "overrides", body: fields{"custom_css_overrides": fields{"--conformance": marker}}},
	} {
		group.method, group.subject = put, "PUT with "+group.subject
		all = append(all, group, probe{method: put, omitted: group.body})
	}

	return all
}

// each returns a request for each field, with the same value.
func each(method string, value any, names ...string) []probe {
	var all []probe
	for _, name := range names {
		all = append(all, probe{subject: name, method: method, body: fields{name: value}})
	}

	return all
}

// limitProbes returns requests at and above the limits. Their texts are the same in
// upper and lower case.
func limitProbes() []probe {
	var all []probe

	add := func(field, subject string, length int, value func(length int, of string) any, wide map[string]string) {
		at, above := fmt.Sprintf(subject, length, "digits"), fmt.Sprintf(subject, length+1, "digits")
		all = append(all,
			probe{subject: at, method: put, body: fields{field: value(length, "1")}},
			probe{
				subject: above, method: put, body: fields{field: value(length+1, "1")},
				words: [2]string{"not enforced", "enforced"}, provided: map[string]string{at: "accepted"},
			})

		for _, unit := range slices.Sorted(maps.Keys(wide)) {
			all = append(all, probe{
				subject: fmt.Sprintf(subject, length, unit), method: put, body: fields{field: value(length, wide[unit])},
				words: [2]string{"counts characters", "counts bytes or other units"}, provided: map[string]string{at: "accepted", above: "enforced"},
			})
		}
	}

	text := func(length int, of string) any { return strings.Repeat(of, length) }
	element := func(length int, of string) any { return []any{strings.Repeat(of, length)} }
	list := func(length int, of string) any { return slices.Repeat([]any{of}, length) }

	add("name", "name of %d %s", client.MaxAppearanceNameLength, text, map[string]string{"characters of 3 bytes": "界", "emoji": "😀"})
	add("start_message", "start_message of %d %s", client.MaxStartMessageLength, text, map[string]string{"characters of 3 bytes": "界"})
	add("recommendations", "recommendation of %d %s", client.MaxRecommendationLength, element, map[string]string{"characters of 3 bytes": "界"})
	add("recommendations", "%d recommendations of %s", client.MaxRecommendations, list, nil)

	return append(all, probe{
		subject: "color of 8 characters", method: put, body: fields{"lm_button_outline_color": marker + "3"}, words: [2]string{"not enforced", "refused"},
	})
}

// content returns the body. A PUT requires a name.
func (p probe) content() fields {
	content := fields{}

	switch {
	case p.method == put:
		content["name"] = plainName
	case p.body == nil:
		content["account_name"] = plainName
	}

	maps.Copy(content, p.body)

	return content
}

// String returns the request without its id, and without long values.
func (p probe) String() string {
	content := p.content()
	for name, value := range maps.Clone(content) {
		if all := text(value); len(all) > 60 {
			content[name] = fmt.Sprintf("%d bytes", len(all))
		}
	}

	note := map[variant]string{withoutSlash: " without its last slash", unknownID: " to an unknown id", wrongKey: " with a wrong key"}[p.variant]

	return p.method + note + " " + text(content)
}
