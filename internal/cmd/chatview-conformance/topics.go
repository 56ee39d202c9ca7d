package main

import "slices"

// topic is a question that the API documentation leaves open.
type topic struct {
	// name is a row on the page Limitations.
	name, section string
	// meaning is what the provider does, whatever the answer, and meanings what a
	// user has to know of answers with a word.
	meaning  string
	meanings [][2]string
	probes   []probe
	// derived are the subjects that several responses answer, to any of requests.
	derived  []string
	requests string
}

// The topics that are not only about the outcome of single requests.
const (
	omission      = "whether a PUT resets omitted fields"
	unknownFields = "the effect of unknown fields"
	types         = "the fields of a response and their types"
	echoes        = "whether values are returned as sent"
	headers       = "the headers for request ids and rate limits"
	httpVersions  = "HTTP versions and idle connections"
	repetition    = "whether errors repeat the request"
	errorShapes   = "the shape of errors"
)

var (
	works = [][2]string{{"accepted", "An apply works."}, {"refused", "An apply fails."}}
	warns = [][2]string{{"changed", "Each apply warns of the difference."}, {"in upper case", "Each apply warns of the difference."}}
)

// topics are in the order in which the requests are sent.
var topics = []topic{
	{name: "the status of a success", section: "4", meaning: "The provider accepts every 2xx status.", probes: []probe{
		{subject: "PUT", method: put},
		{subject: "PATCH", method: patch},
		{subject: "PATCH of another field", method: patch, body: fields{"hostname": "conformance.example.com"}},
		{subject: "PATCH without fields", method: patch, body: fields{}},
	}},
	{name: omission, section: "4.1", meaning: "The provider sends every configured field.", meanings: [][2]string{
		{"kept", "An attribute that you remove keeps its value."},
		{"reset", "An attribute that you remove gets another value, which a warning shows after the apply."},
		{"refused", "An apply of these fields fails."},
	}, probes: omissionProbes()},
	{name: "the effect of null", section: "2.1", meaning: "The provider never sends null.", probes: append(
		each(put, nil, "theme_mode", "start_message", "recommendations", "show_sidebar", "lm_button_outline_color", "custom_css_overrides"),
		each(patch, nil, "account_name")...)},
	{name: `the effect of "" and []`, section: "2.1", meanings: works, probes: slices.Concat(
		each(put, "", "start_message"), each(put, []any{}, "recommendations"), each(patch, []any{}, "selected_schemas"))},
	{name: "whether limits count characters or bytes", section: "8", meanings: [][2]string{
		{"not enforced", "The provider refuses it in a plan nevertheless."},
		{"counts characters", "So does the provider."},
		{"counts bytes", "The provider counts characters: an apply can fail."},
	}, probes: limitProbes()},
	{name: "the format of colors", section: "2.1", meanings: works, probes: []probe{
		{subject: "white", method: put, body: fields{"lm_button_outline_color": "white"}},
		{subject: "#abc", method: put, body: fields{"lm_button_outline_color": "#abc"}},
		{subject: "x", method: put, body: fields{"lm_button_outline_color": "x"}},
	}},
	{name: "the structure of custom_css_overrides", section: "2.1", meanings: works, probes: []probe{
		{subject: "list", method: put, body: fields{"custom_css_overrides": []any{marker}}},
		{subject: "string", method: put, body: fields{"custom_css_overrides": marker}},
		{subject: "number", method: put, body: fields{"custom_css_overrides": 1}},
	}},
	{name: "the range of ports", section: "2.2", meaning: "The provider refuses both in a plan.", probes: []probe{
		{subject: "0", method: patch, body: fields{"port": 0}},
		{subject: "65536", method: patch, body: fields{"port": 65536}},
	}},
	{name: unknownFields, section: "4", meaning: "The provider sends documented fields only.", probes: []probe{
		{subject: "PUT", method: put, body: fields{"conformance": 1}},
		{subject: "PATCH", method: patch, body: fields{"conformance": 1}},
	}},
	{name: echoes, section: "2", meaning: "State keeps what is configured, and the first created_at.", meanings: warns,
		probes:  []probe{{subject: "white space around start_message", method: put, body: fields{"start_message": " 1 "}}},
		derived: []string{"name", "start_message", "recommendations", "account_name", "created_at"}, requests: "PUT and PATCH"},
	{name: types, section: "2", meaning: "The provider accepts any type. A computed attribute without a value is null.",
		derived: slices.Concat(appearanceFields, sourceFields, []string{otherFields, otherFields + ofSource}), requests: "PUT and PATCH"},
	{name: "the path without its last slash", section: "4", meaning: "The provider sends the slash, and follows no redirect.",
		probes: []probe{{subject: "PUT", method: put, variant: withoutSlash}}},
	{name: headers, section: "8", meaning: "The provider shows the request id, and waits for Retry-After.",
		derived: []string{"request id", "rate limit"}, requests: "any request"},
	{name: httpVersions, section: "1", derived: []string{"versions", "idle connection"}, requests: "the first request"},
	{name: "the response to an unknown id", section: "4", meanings: [][2]string{
		{"created", "An apply does not notice a wrong id."}, {"refused", "An apply with a wrong id fails."},
	}, probes: []probe{{subject: "PUT", method: put, variant: unknownID, words: [2]string{"created or updated", "refused"}}}},
	{name: repetition, section: "7", meaning: "The provider withholds messages that repeat a credential.",
		derived: []string{"refused value", "API key"}, requests: "any refused request"},
	{name: errorShapes, section: "7", meaning: "The provider shows messages of a known shape on their attributes, others as they are.", probes: []probe{
		{subject: "one field", method: put, body: fields{"name": ""}},
		{subject: "two fields", method: put, body: fields{"name": "", "theme_mode": refusedMode}},
		{subject: "element", method: patch, body: fields{"selected_schemas": []any{"public", ""}}},
		// The last: a service may block a client that sent a wrong key.
		{subject: "wrong key", method: put, variant: wrongKey},
	}},
}

const (
	otherFields = "other fields"
	ofSource    = " of a source"
)

// The documented fields of the responses.
var (
	appearanceFields = []string{
		"id", "name", "theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards",
		"custom_css_vars", "created_at", "last_modified", "is_default",
	}
	sourceFields = []string{"id" + ofSource, "account_name" + ofSource, "type" + ofSource}
)
