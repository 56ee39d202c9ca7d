package main

import (
	"strconv"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// pages returns what the pages show of a mock server.
func pages(mock *mockserver.Server) *preview.Preview {
	shown := &preview.Preview{Level: palette.AA}
	for _, object := range mock.Appearances() {
		fields := preview.Fields{}
		for name, value := range object.Fields {
			fields[name] = preview.Value{JSON: value}
		}
		shown.Themes = append(shown.Themes, preview.Theme{
			ID: strconv.FormatInt(object.ID, 10), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(fields, palette.AA),
		})
	}
	for _, object := range mock.Sources() {
		name, _ := object.Fields["account_name"].(string)
		shown.Sources = append(shown.Sources, preview.Source{ID: object.ID, Name: name, Type: object.Type})
	}
	return shown
}
