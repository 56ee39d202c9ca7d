package preview_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// TestGroups_AreEqualAsFarAsThePlanShows: two hidden values need not be equal.
func TestGroups_AreEqualAsFarAsThePlanShows(t *testing.T) {
	text := func(value any) values { return values{"name": "N", "start_message": value} }
	versioned := values{"name": "M", lightPrimary: preview.NotPlanned}
	moved := change(versioned, versioned)
	moved.Action, moved.IsApplied = "moved", false

	for name, test := range map[string]struct {
		theme    preview.Theme
		isHidden bool
	}{
		"known":                    {change(text("a"), text("b"), "start_message"), false},
		"sensitive":                {change(text(preview.Sensitive), text(preview.Sensitive), "start_message"), true},
		"sensitive before":         {change(text(preview.Sensitive), text("b"), "start_message"), true},
		"known after apply":        {change(text("a"), text(preview.AfterApply), "start_message"), true},
		"no longer sent":           {change(text("a"), text(preview.NoLongerSent), "start_message"), false},
		"sensitive and unchanged":  {change(text(preview.Sensitive), values{"name": "M", "start_message": preview.Sensitive}, "name"), false},
		"a first apply":            {change(nil, text(preview.Sensitive)), true},
		"under write_only_version": {change(versioned, versioned, "triggers"), true},
		"of a new version":         {change(text("a"), values{"lm_accent_color": preview.NewColor}, "start_message"), true},
		"only moved":               {moved, false},
	} {
		theme := test.theme
		if theme.IsApplied = theme.Action == "changed"; name == "a first apply" {
			theme.Before = nil
		}

		content := render(t, theme, theme).all("content")[0].text()
		if isSaid := strings.Contains(content, "The same change of 2 themes, as far as the plan shows "); isSaid != test.isHidden || !strings.Contains(content, "The same change of 2 themes") {
			t.Errorf("%s: %.200s", name, content)
		}
	}
}

func TestPage_NamesModesAndTables(t *testing.T) {
	before, after := branded(t, "#0b7285"), branded(t, "#0b7285")
	after[darkPrimary] = "#111"
	page := render(t, change(before, after, darkPrimary))

	var got []string

	for child := range page.Descendants() {
		if each := (node{child}); slices.Contains([]string{"h3", "h4"}, child.Data) {
			got = append(got, each.text())
		} else if child.Data == "table" {
			name, _ := each.attribute("aria-label")
			got = append(got, "table "+name)
		}
	}

	// The heading of a folded mode is in what opens it.
	want := []string{"Dark mode", "Last applied", "Planned", "table Dark mode", "Light mode: colors unchanged", "Planned", "table Light mode", "Other fields: unchanged"}
	if !slices.Equal(got, want) {
		t.Errorf("headings and tables %q, want %q", got, want)
	}

	p := previewOf()
	if p.Sources = []preview.Source{{Name: "Orders"}}; len(parsed(t, p).all("table")) != 1 {
		t.Error("no table of data sources")
	}

	for _, table := range append(parsed(t, p).all("table"), page.all("table")...) {
		if name, _ := table.attribute("aria-label"); name == "" {
			t.Errorf("a table has no name: %s", table.text())
		}
	}
}

// TestPage_ValuesAreNotTranslated by a browser: a reviewer compares them to the letter.
func TestPage_ValuesAreNotTranslated(t *testing.T) {
	lists := func(items ...any) values {
		return values{"name": items[0], "recommendations": items, lightPrimary: "#fff", lightOutline: "#eee", "start_message": items[0]}
	}
	theme := change(lists("Rot", "Blau", "Gelb"), lists("Rosa", "Blau", "Neu", "Gelb"), "name", "recommendations")
	many := append(slices.Repeat([]preview.Theme{themeOf(values{"lm_primary_background_color": "none"})}, 200), theme)
	many[200].Action = ""

	for _, page := range []node{render(t, theme), render(t, many...)} {
		for child := range page.all("main")[0].Descendants() {
			isValue := slices.ContainsFunc([]string{"Rot", "Rosa", "Neu", "Gelb", "#fff", "#eee"}, func(value string) bool { return strings.Contains(child.Data, value) })
			isKept := false

			for parent := range child.Ancestors() {
				_, has := node{parent}.attribute("translate")
				isKept = isKept || has
			}

			// A message is a sentence, which may be translated.
			if child.Type == html.TextNode && isValue && !isKept && !strings.Contains(child.Data, " ") {
				t.Errorf("%q may be translated", child.Data)
			}
		}
	}
}
