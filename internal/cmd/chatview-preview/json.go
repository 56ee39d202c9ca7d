package main

import (
	"bytes"
	"encoding/json"
	"math"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// The types of the result of -json. The guide documents them: a field that is
// added raises the minor format version, any other change the major one.

const formatVersion = "1.0"

type jsonResult struct {
	FormatVersion string      `json:"format_version"`
	Level         string      `json:"level"`
	IsIncomplete  bool        `json:"incomplete"`
	Notes         []string    `json:"notes"`
	Problematic   int         `json:"themes_with_problems"`
	Unjudged      int         `json:"themes_unjudged"`
	NotShown      int         `json:"themes_not_shown"`
	Themes        []jsonTheme `json:"themes"`
}

type jsonTheme struct {
	Address         string        `json:"address"`
	PreviousAddress *string       `json:"previous_address"`
	ID              *string       `json:"id"`
	Name            *string       `json:"name"`
	Action          string        `json:"action"`
	IsApplied       bool          `json:"applied"`
	Changes         []jsonChange  `json:"changes"`
	IsJudged        bool          `json:"judged"`
	ColorsJudged    int           `json:"colors_judged"`
	ColorsOffered   int           `json:"colors_offered"`
	Unjudged        *string       `json:"unjudged"`
	Problems        []jsonProblem `json:"problems"`
}

type jsonChange struct {
	Attribute string    `json:"attribute"`
	Before    jsonValue `json:"before"`
	After     jsonValue `json:"after"`
}

type jsonValue struct {
	Value  any     `json:"value"`
	Hidden *string `json:"hidden"`
}

type jsonProblem struct {
	Attribute  string   `json:"attribute"`
	Value      string   `json:"value"`
	Background *string  `json:"background"`
	Contrast   *float64 `json:"contrast"`
	Required   *float64 `json:"required"`
	Criterion  *string  `json:"criterion"`
	Suggestion *string  `json:"suggestion"`
	Message    string   `json:"message"`
}

// json returns the result of -json.
func (r review) json() ([]byte, error) {
	failing, unjudged := r.pages().Count()
	result := jsonResult{
		FormatVersion: formatVersion, Level: r.settings.levelName(), IsIncomplete: r.isIncomplete, Notes: append([]string{}, r.notes...),
		Problematic: failing, Unjudged: unjudged, NotShown: r.unchanged, Themes: []jsonTheme{},
	}

	for _, theme := range r.themes {
		result.Themes = append(result.Themes, theme.json())
	}

	var text bytes.Buffer

	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")

	err := encoder.Encode(result)

	return text.Bytes(), err
}

func (t theme) json() jsonTheme {
	made := jsonTheme{
		Address: t.Address, PreviousAddress: orNull(t.previous), ID: known(t.Current()["id"]), Name: known(t.Current()["name"]),
		Action: t.action.key, IsApplied: t.action.isApplied, Changes: []jsonChange{}, Problems: []jsonProblem{},
	}

	for _, name := range t.Changed {
		made.Changes = append(made.Changes, jsonChange{name, newValue(t.Before[name]), newValue(t.After[name])})
	}

	if t.Verdict == nil {
		return made
	}

	made.IsJudged, made.ColorsJudged, made.ColorsOffered = true, t.Verdict.Shown, t.Verdict.Offered
	made.Unjudged = orNull(t.Verdict.Unjudged)

	for _, problem := range t.Verdict.Problems {
		made.Problems = append(made.Problems, jsonProblem{
			Attribute: problem.Attribute, Value: problem.Value, Background: orNull(problem.Background),
			Contrast: orNull(floor(problem.Contrast)), Required: orNull(problem.Required), Criterion: orNull(problem.Criterion),
			Suggestion: orNull(problem.Suggestion), Message: problem.Message,
		})
	}

	return made
}

func newValue(value pages.Value) jsonValue {
	return jsonValue{value.JSON, orNull(string(value.Hidden))}
}

// known returns the text of a field, nil if it is hidden or not set.
func known(value pages.Value) *string {
	text, _ := value.JSON.(string)

	return orNull(text)
}

// orNull returns nil for a zero value.
func orNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}

	return &value
}

// floor truncates a contrast to two decimals, as the messages do: one that is too
// low never reads as enough.
func floor(contrast float64) float64 {
	const scale = 100

	return math.Floor(contrast*scale) / scale
}
