package main

import (
	"strconv"
	"sync"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// page is what the page shows of a mock server.
type page struct {
	mock *mockserver.Server

	mu    sync.Mutex
	shown *preview.Preview // nil after a change
}

// current returns the same preview until the next change.
func (p *page) current() *preview.Preview {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.shown == nil {
		p.shown = newPreview(p.mock)
	}

	return p.shown
}

// changed is called after a change.
func (p *page) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.shown = nil
}

func newPreview(mock *mockserver.Server) *preview.Preview {
	shown := &preview.Preview{
		Title: "Mock server",
		Links: []preview.Link{{Text: "Requests", Path: requestsPath}},
		Notes: []string{"This is chatview-mock on your machine, not the service."},
		Level: palette.AA,
	}

	for _, object := range mock.Appearances() {
		fields := preview.Fields{}
		for name, value := range object.Fields {
			fields[name] = preview.Value{JSON: value}
		}

		shown.Themes = append(shown.Themes, preview.Theme{
			ID: strconv.FormatInt(object.ID, 10), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(nil, fields, palette.AA),
		})
	}

	for _, object := range mock.Sources() {
		name, _ := object.Fields["account_name"].(string)
		shown.Sources = append(shown.Sources, preview.Source{ID: object.ID, Name: name, Type: object.Type})
	}

	return shown
}
