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
	// words say that it was accepted or refused, unless those words do.
	words [2]string
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
	above, wide := [2]string{"not enforced", "enforced"}, [2]string{"counts characters", "counts bytes or other units"}

	text := func(field, unit, of string, length int, words [2]string) probe {
		value := any(strings.Repeat(of, length))
		if field == "recommendations" {
			value = []any{value}
		}

		return probe{subject: fmt.Sprintf("%s of %d %s", field, length, unit), method: put, body: fields{field: value}, words: words}
	}

	var all []probe

	for _, limit := range []struct {
		field  string
		length int
	}{
		{"name", client.MaxAppearanceNameLength}, {"start_message", client.MaxStartMessageLength}, {"recommendations", client.MaxRecommendationLength},
	} {
		all = append(all, text(limit.field, "digits", "1", limit.length, [2]string{}), text(limit.field, "digits", "1", limit.length+1, above),
			text(limit.field, "characters of 3 bytes", "界", limit.length, wide))
	}

	entries := func(length int, words [2]string) probe {
		return probe{
			subject: fmt.Sprintf("%d recommendations", length), method: put, words: words,
			body: fields{"recommendations": slices.Repeat([]any{"1"}, length)},
		}
	}

	return append(all, text("name", "emoji", "😀", client.MaxAppearanceNameLength, wide),
		text("lm_button_outline_color", "digits", "1", client.MaxColorLength+1, above),
		entries(client.MaxRecommendations, [2]string{}), entries(client.MaxRecommendations+1, above))
}

// content returns the body: a PUT requires a name.
func (p probe) content() fields {
	switch {
	case p.method == patch && p.body == nil:
		return fields{"account_name": plainName}
	case p.method == patch:
		return p.body
	}

	content := fields{"name": plainName}
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
