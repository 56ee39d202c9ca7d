package main

import (
	"maps"
	"slices"
	"strconv"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
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
