package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// newPreview is what the page shows of a mock server.
func newPreview(mock *mockserver.Server) *preview.Preview {
	shown := &preview.Preview{
		Title: "Mock server",
		Links: []preview.Link{{Text: "Requests", Path: requestsPath}},
		Notes: []string{"This is chatview-mock on your machine, not the service."},
		Level: palette.AA,
	}

	state := mock.State()

	for _, id := range slices.Sorted(maps.Keys(state[mockserver.Appearances])) {
		fields := preview.Fields{}
		for name, value := range state[mockserver.Appearances][id] {
			fields[name] = preview.Value{JSON: value}
		}

		shown.Themes = append(shown.Themes, preview.Theme{
			ID: strconv.FormatInt(id, 10), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(nil, fields, palette.AA),
		})
	}

	for _, id := range slices.Sorted(maps.Keys(state[mockserver.Sources])) {
		fields := state[mockserver.Sources][id]
		name, _ := fields["account_name"].(string)
		sourceType, _ := fields["type"].(string) // an object that -accept-any-id created has none
		shown.Sources = append(shown.Sources, preview.Source{ID: id, Name: name, Type: sourceType})
	}

	return shown
}

const (
	requestsPath = "/requests"
	// maxRequests is the number of requests on the page, and maxValue the number
	// of characters of a value.
	maxRequests = 100
	maxValue    = 80
)

var (
	//go:embed requests.html
	requestsHTML string
	//go:embed requests.css
	requestsStyle string

	requestsTemplate = template.Must(template.New("requests").
				Funcs(template.FuncMap{"printable": preview.Printable}).Parse(requestsHTML))
)

// requests are the last requests, which a page shows.
type requests struct {
	mu   sync.Mutex
	last []request // newest first; add replaces it
}

type request struct {
	Time                  time.Time
	Method, Path, Outcome string
	Fields                []sentField
	// IsUnread reports that the body is not a JSON object.
	IsUnread bool
}

// sentField is a field of a request. Only those of themes have a value: others may
// be secret.
type sentField struct{ Name, Value string }

// add adds a request whose outcome is known.
func (r *requests) add(received mockserver.Request, outcome string) {
	added := request{Time: time.Now(), Method: received.Method, Path: received.Path, Outcome: outcome}

	var body map[string]json.RawMessage

	added.IsUnread = len(received.Body) > 0 && json.Unmarshal(received.Body, &body) != nil
	for _, name := range slices.Sorted(maps.Keys(body)) {
		shown := sentField{Name: name}
		if slices.Contains(mockserver.RequestFields(mockserver.Appearances), name) {
			shown.Value = beginning(body[name])
		}

		added.Fields = append(added.Fields, shown)
	}

	r.mu.Lock()
	defer r.mu.Unlock()

	r.last = append([]request{added}, r.last[:min(len(r.last), maxRequests-1)]...)
}

// beginning returns at most maxValue characters of a JSON value.
func beginning(value []byte) string {
	var line bytes.Buffer

	_ = json.Compact(&line, value) // it was decoded

	return redact.Truncate(line.String(), maxValue)
}

// serve serves the page.
func (r *requests) serve(w http.ResponseWriter, _ *http.Request) {
	r.mu.Lock()
	shown := r.last
	r.mu.Unlock()

	w.Header().Set("Content-Security-Policy", preview.Policy(requestsStyle)+"; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-store")

	// A client that does not read it is not an error.
	_ = requestsTemplate.Execute(w, map[string]any{
		"Requests": shown, "Max": maxRequests, "Style": template.CSS(requestsStyle), //nolint:gosec // this package's
	})
}
