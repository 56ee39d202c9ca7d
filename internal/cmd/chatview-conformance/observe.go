package main

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// observations are what the responses show.
type observations struct {
	*report
	apiKey string
	// last are the fields of the last accepted response to each method, and before
	// those of the response to the request before, nil if it was refused.
	last   map[string]fields
	before fields
	// created is the first created_at.
	created any
}

// observe enters what a response shows.
func (o *observations) observe(p probe, a answer) {
	o.observeHeader(a.header)

	switch {
	case p.topic == errorShapes && !a.isAccepted():
		o.see(p.topic, p.subject, fmt.Sprintf("%d %s", a.status, errorShape(a.body)))
	case p.omitted == nil:
		o.see(p.topic, p.subject, o.outcome(p, a))
	default:
		o.observeOmission(p.omitted, a.fields)
	}

	if value, isText := p.body["theme_mode"].(string); isText && a.status >= http.StatusBadRequest {
		o.see(repetition, "refused value", map[bool]string{true: "yes", false: no}[bytes.Contains(a.body, []byte(value))])
	}

	// A short key may be part of any word.
	if len(o.apiKey) >= 8 && a.status >= http.StatusBadRequest {
		o.see(repetition, "API key", map[bool]string{true: "yes", false: no}[bytes.Contains(a.body, []byte(o.apiKey))])
	}

	if a.fields != nil && a.isAccepted() && p.variant != unknownID {
		// Until each field was sent, what the objects had before decides.
		if p.body != nil && p.topic != omission {
			o.observeTypes(p, a.fields)
		}

		o.observeValues(p, a.fields)
		o.last[p.method] = a.fields
	}

	o.before = a.fields
}

// outcome says what a service does with a request.
func (o *observations) outcome(p probe, a answer) string {
	words := p.words
	for subject, start := range p.provided {
		if !strings.HasPrefix(o.find(p.topic, subject).Seen, start) {
			words[0] = ""
		}
	}

	if words[0] == "" {
		words = [2]string{"accepted", "refused"}
	}

	switch {
	case a.isAccepted():
		return fmt.Sprintf("%s (%d)%s", words[0], a.status, o.change(p, a.fields))
	case a.status/100 == 4 && !a.isTemporary():
		return fmt.Sprintf("%s (%d)", words[1], a.status)
	default:
		return a.String()
	}
}

// change says what became of the only field of an accepted request.
func (o *observations) change(p probe, returned fields) string {
	for field, sent := range p.body {
		is, isReturned := returned[field]

		switch {
		case len(p.body) > 1 || !isReturned:
		case p.topic == unknownFields:
			return ", returned"
		case text(is) == text(sent):
		case is == nil:
			return ", returned as null"
		case text(is) == text(o.last[p.method][field]):
			return ", not changed"
		default:
			return ", changed"
		}
	}

	return ""
}

// observeOmission compares a response with the one before, which had the fields.
func (o *observations) observeOmission(omitted, returned fields) {
	for field, sent := range omitted {
		before, after := shown(o.before, field, sent), shown(returned, field, sent)

		switch {
		case before == nil || before == "null" || before == false || after == nil: // not seen
		case before == after:
			o.see(omission, field, kept)
		default:
			o.see(omission, field, "reset")
		}
	}
}

// color matches those in the requests.
var color = regexp.MustCompile(`#0a1b2.`)

// shown returns the value of a field in a response, or whether custom_css_vars has the
// color of a write-only field, or nil.
func shown(response fields, field string, sent any) any {
	if value, isReturned := response[field]; isReturned {
		return text(value)
	}

	vars, isText := response["custom_css_vars"].(string)
	if style := color.FindString(text(sent)); isText && style != "" {
		return strings.Contains(strings.ToLower(vars), style)
	}

	return nil
}

// observeTypes enters the types of the fields of a response.
func (o *observations) observeTypes(p probe, returned fields) {
	documented, suffix, others := appearanceFields, "", len(returned)
	if p.method == patch {
		documented, suffix = sourceFields, ofSource
	}

	for _, subject := range documented {
		seen := "absent"
		if value, isReturned := returned[strings.TrimSuffix(subject, suffix)]; isReturned {
			seen = shape(value)
			others--
		}

		o.see(types, subject, seen)
	}

	o.see(types, otherFields+suffix, fmt.Sprint(others))
}

// observeValues compares values with those that were sent, and created_at with the
// first one.
func (o *observations) observeValues(p probe, returned fields) {
	for field, sent := range p.content() {
		is, isReturned := returned[field]

		switch {
		case !isReturned || is == nil || o.find(echoes, field) == nil || p.topic != omission && p.body != nil:
		case text(is) == text(sent):
			o.see(echoes, field, asSent)
		case text(is) == strings.ToUpper(text(sent)):
			o.see(echoes, field, "in upper case")
		default:
			o.see(echoes, field, "changed")
		}
	}

	switch created := returned["created_at"]; {
	case created == nil:
	case o.created != nil && text(created) != text(o.created):
		o.see(echoes, "created_at", "differs")
	default:
		o.created = created
		o.see(echoes, "created_at", theSame)
	}
}

// Headers that many services have, and others: their names may be that of the service.
var (
	requestIDHeader = regexp.MustCompile(`^(X-)?(Request|Correlation|Trace)-Id$|^X-Amzn-(Trace-Id|Requestid)$|^Cf-Ray$|^Traceparent$`)
	otherIDHeader   = regexp.MustCompile(`(Request|Correlation|Trace)-?[Ii]d$`)
	rateHeader      = regexp.MustCompile(`^(X-)?Rate-?[Ll]imit(-(Limit|Policy|Remaining|Reset))?$|^Retry-After$`)
	otherRateHeader = regexp.MustCompile(`Rate-?[Ll]imit`)
)

func (o *observations) observeHeader(header http.Header) {
	observe := func(subject string, usual, other *regexp.Regexp) {
		o.see(headers, subject, none)

		for name := range header {
			switch {
			case usual.MatchString(name):
				o.see(headers, subject, name)
			case other.MatchString(name):
				o.see(headers, subject, "another name")
			}
		}
	}

	observe("request id", requestIDHeader, otherIDHeader)
	observe("rate limit", rateHeader, otherRateHeader)
}
