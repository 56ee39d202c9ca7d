package errortext

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// The API documentation shows no error shape (section 7), and frameworks have many. So
// messages are read where they are recognizable: under a headline, and in lists of texts,
// of a field or of anything else.
//
//	{"name": ["Too long."], "recommendations": {"3": ["Too long."]}}
//	{"errors": [{"pointer": "#/name", "detail": "Too long."}], "status": 400}
//	{"error": {"code": 7, "message": "name is too long"}, "path": "/"}
//
// All else follows the message next to it, or else the first below. So a key that is
// missing here costs the order of a text, never a part of it.
var (
	// headlines are the keys of a message, the most informative first.
	headlines = []string{
		"detail", "message", "Message", "msg", "errmsg", "errorMessage", "error_message", "defaultMessage", "description", "error_description", "reason", "cause", "error", "title",
	}
	// otherHeadlines match the key of a message without one of those. It is shown.
	otherHeadlines = regexp.MustCompile(`(?i)(?:details|message|msg|string|summary)$`)
	// wrappers match the keys of messages, besides headlines.
	wrappers = regexp.MustCompile(`(?i)errors|violations|issues|invalid|messages|^(?:body|details|fields|json|modelstate)?$`)
	// textsByKey match those of an object of texts by field.
	textsByKey = regexp.MustCompile(`(?i)(?:errors|messages?|constraints)$`)
	// locations match the keys of the path of a field, or of anything else.
	locations = regexp.MustCompile(`(?i)^(?:attr|field|key|loc|members?$|name$|param|\w*path$|pointer|property|source|target)`)
)

// maxNesting limits the keys and indexes that are shown with a message.
const maxNesting = 8

// reader collects the messages of a response.
type reader struct {
	known      []string // the request fields
	left       int      // how many more bytes may be searched for secrets
	isCut      bool     // reports that something was left out
	isWithheld bool     // reports that something repeats a secret
	messages   []message
}

// message is a message of a response. Only safe makes its texts safe to show.
type message struct {
	field  []string  // a request field and the index of an element, or empty
	key    string    // the first key that leads to the message
	text   string    // with the keys below the field
	rest   string    // what else is next to it
	pieces [2]string // of the text and of the rest, without these keys
}

// read reads a value at a location, a key and the keys and indexes below it, and
// reports whether it has a message. Whether a text is one depends on what is above it:
// those in lists are messages with inLists, unless the object is the request (the
// recommendations of a theme are a list, too), those with a key are with byKey, below the
// keys that frameworks use for texts by field. What has no message is the rest of one.
func (r *reader) read(at []string, value any, inLists, byKey bool) (found bool) {
	object, isObject := value.(map[string]any)
	list, _ := value.([]any)

	switch {
	case len(at) > maxNesting:
		return false
	case isObject:
		return r.readObject(at, object, inLists, byKey)
	}

	var rest []member

	for index, element := range list {
		below := extend(at, strconv.Itoa(index), r.headline(element, byKey) == "")

		switch text, isText := element.(string); {
		case isText && inLists:
			found = r.add(at, text) || found
		case r.read(below, element, inLists, byKey):
			found = true
		default:
			rest = append(rest, member{"", element})
		}
	}

	if found {
		r.addRest(-1, rest)
	}

	return found
}

// readObject reads a message with its location, and the messages below every other key.
func (r *reader) readObject(at []string, object map[string]any, inLists, byKey bool) (found bool) { //nolint:gocyclo // one shape
	message, location, first := r.headline(object, byKey), "", -1
	if message != "" {
		first = len(r.messages)
		location, at = r.locate(object, at)
		found = r.add(extend(at, message, !slices.Contains(headlines, message)), *redact.AsText(object[message]))
	}

	// With the text of a field, it is the request or its object, and so may be a list.
	isValue := func(field string) bool { _, isText := object[field].(string); return isText }
	inLists = inLists && (byKey || !slices.ContainsFunc(r.known, isValue))

	var rest []member

	for _, key := range slices.Sorted(maps.Keys(object)) {
		text, isText := object[key].(string)
		_, isList := object[key].([]any)
		isField := slices.Contains(r.known, key)
		isWrapper := wrappers.MatchString(key) || slices.Contains(headlines, key)
		below := extend(at, key, !isWrapper)

		switch {
		case key != "" && slices.Contains([]string{message, location}, key):
		case isText && byKey && message == "":
			found = r.add(below, text) || found
		case r.read(below, object[key], isWrapper || inLists && (isField || message == ""),
			textsByKey.MatchString(key) || isField && (byKey || isList && inLists)):
			found = true
		default:
			rest = append(rest, member{key + ": ", object[key]})
		}
	}

	if found {
		r.addRest(first, rest)
	}

	return found
}

// extend returns a location with a key, if it is shown.
func extend(at []string, key string, isShown bool) []string {
	if !isShown {
		return at
	}

	return append(slices.Clip(at), key)
}

// headline returns the key of an object's message, or "" if a better one has a list. In an
// object of texts by field, other headlines may be fields of anything.
func (r *reader) headline(value any, byKey bool) string {
	object, _ := value.(map[string]any)
	isByField := byKey && slices.ContainsFunc(r.known, func(field string) bool { return object[field] != nil })
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(key string) bool {
		return isByField || slices.Contains(r.known, key) || !otherHeadlines.MatchString(key)
	})

	for _, key := range slices.Concat(headlines, others) {
		if list, _ := object[key].([]any); len(list) > 0 {
			return ""
		}

		if text, _ := object[key].(string); !isBlank(text) {
			return key
		}
	}

	return ""
}

// Of a path with slashes or dots, they match a field, which is first or last, an index, and
// what follows.
var (
	locationPath = regexp.MustCompile(`^(?:[#/.$]|body\b|data\b|attributes\b)*([^/.]+)(?:[/.](\d+)\b)?(.*)$`)
	locationEnd  = regexp.MustCompile(`^[^/].*[/.]([^/.]+)(?:[/.](\d+))?()$`)
)

// asPath makes a path of a location in JSON: a text, a list, or the source of JSON:API.
var asPath = strings.NewReplacer(`{"pointer":`, "", "}", "", `"`, "", ",", ".", "[", ".", "]", "")

// locate returns the key under which an object names a request field, and its path, or ""
// and at.
func (r *reader) locate(object map[string]any, at []string) (string, []string) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !locations.MatchString(key) {
			continue
		}

		location := redact.JSONText(object[key])
		path := asPath.Replace(location)

		for _, place := range []*regexp.Regexp{locationPath, locationEnd} {
			match := place.FindStringSubmatch(path)
			// The path of the request is no location.
			if match == nil || !slices.Contains(r.known, match[1]) || strings.Contains(path, "/api/v1/") {
				continue
			}

			if match[3] != "" || place == locationEnd {
				match[3] = strings.Trim(location, `"`) // in a part of it, a secret would not be found
			}

			return key, slices.DeleteFunc(match[1:], func(part string) bool { return part == "" })
		}
	}

	return "", at
}

// elementFields are the request fields with elements. A number below any other
// field may be a part of its value.
var elementFields = []string{"recommendations", "selected_schemas"}

// add adds a message, and reports whether it says something. The path of a field ends
// at the index of an element.
func (r *reader) add(at []string, text string) bool {
	if isBlank(text) {
		return false
	}

	next := message{text: text, pieces: [2]string{text}}
	if len(at) > 0 {
		next.key = strings.TrimPrefix(at[0], "$.")
	}

	if slices.Contains(r.known, next.key) {
		next.field = []string{next.key}

		if len(at) > 1 && slices.Contains(elementFields, next.key) && strings.Trim(at[1], "0123456789") == "" {
			next.field = at[:2]
		}
	}

	if below := at[len(next.field):]; len(below) > 0 {
		next.text = strings.Join(below, ".") + ": " + text
	}

	if r.fits(next.text) {
		r.messages = append(r.messages, next)
	}

	return true
}

// member is what is no message, with its key, if it has one.
type member struct {
	key   string
	value any
}

// addRest adds what is no message, and says something, to one of the messages: the last
// one, if its index is -1.
func (r *reader) addRest(to int, rest []member) {
	var texts, pieces []string

	for _, m := range rest {
		if text := redact.AsText(m.value); text != nil && !isBlank(*text) && *text != "[]" && *text != "{}" {
			texts, pieces = append(texts, m.key+*text), append(pieces, *text)
		}
	}

	if to < 0 {
		to = len(r.messages) - 1
	}

	text := strings.Join(texts, ", ")
	if text == "" || to < 0 || to >= len(r.messages) || !r.fits(text) {
		return
	}

	r.messages[to].rest = strings.TrimPrefix(r.messages[to].rest+", "+text, ", ")
	r.messages[to].pieces[1] += strings.Join(pieces, "")
}

// fits reports whether a text may be searched and shown. Each message also takes time of
// its own.
func (r *reader) fits(text string) bool {
	if len(text) > r.left || len(r.messages) >= redact.MaxTextLength {
		r.isCut = true

		return false
	}

	r.left -= len(text)

	return true
}

func isBlank(text string) bool { return strings.TrimFunc(text, redact.IsBlank) == "" }
