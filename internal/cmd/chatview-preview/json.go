package main

import (
	"encoding/json"
	"strings"
)

// formatVersion is the version of the result of -json, which the guide documents. A
// new field raises the second number, any other change the first.
const formatVersion = "1.0"

// json returns the result of -json.
func (r review) json() (string, error) {
	failing, unjudged := r.preview().Count()
	result := struct {
		FormatVersion string   `json:"format_version"`
		Level         string   `json:"level"`
		IsIncomplete  bool     `json:"incomplete"`
		Notes         []string `json:"notes"`
		WithProblems  int      `json:"themes_with_problems"`
		Unjudged      int      `json:"themes_unjudged"`
		NotShown      int      `json:"themes_not_shown"`
		Themes        []theme  `json:"themes"`
	}{
		formatVersion, r.LevelName(), r.isIncomplete, append([]string{}, r.Notes...), failing, unjudged, r.notShown, append([]theme{}, r.Themes...),
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(result)
	return text.String(), err
}
