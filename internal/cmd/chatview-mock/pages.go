package main

import (
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

	for _, object := range mock.Objects(mockserver.Appearances) {
		fields := preview.Fields{}
		for name, value := range object.Fields {
			fields[name] = preview.Value{JSON: value}
		}

		shown.Themes = append(shown.Themes, preview.Theme{
			ID: strconv.FormatInt(object.ID, 10), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(nil, fields, palette.AA),
		})
	}

	for _, object := range mock.Objects(mockserver.Sources) {
		name, _ := object.Fields["account_name"].(string)
		sourceType, _ := object.Fields["type"].(string) // an object that -accept-any-id created has none
		shown.Sources = append(shown.Sources, preview.Source{ID: object.ID, Name: name, Type: sourceType})
	}

	return shown
}
