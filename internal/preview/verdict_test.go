package preview_test

import (
	"maps"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestJudge_OfModesOffered(t *testing.T) {
	swapped := fieldsOf(map[string]any{"lm_primary_background_color": "#000", "dm_primary_background_color": "#fff"})
	hidingOne := maps.Clone(swapped)
	hidingOne["lm_light_background_color"] = preview.Value{Hidden: preview.Sensitive}

	light := func(reason preview.Hidden, names ...string) preview.Fields {
		fields := fieldsOf(map[string]any{"lm_light_background_color": "#fff", "lm_button_outline_color": "#eee", "theme_mode": "light"})
		for _, name := range names {
			fields[name] = preview.Value{Hidden: reason}
		}

		return fields
	}
	for want, fields := range map[string]preview.Fields{
		"No colors are set":               {},
		"No colors of light mode are set": fieldsOf(map[string]any{"dm_primary_background_color": "#777", "theme_mode": "light"}),
		"No problems found; 8 of 8 colors are set; custom_css_overrides is not checked": fieldsOf(branded(t, "#0b7285")),
		"No problems found; 1 of 8 colors is set":                                       fieldsOf(map[string]any{"lm_primary_background_color": "#fff"}),
		"1 problem; 1 of 8 colors is set":                                               fieldsOf(map[string]any{"dm_button_outline_color": "none"}),
		"No problems found; 1 of 4 colors is set": fieldsOf(map[string]any{
			"lm_primary_background_color": "#fff", "dm_button_outline_color": "none", "theme_mode": "light",
		}),
		// How the modes compare cannot be said without the hidden color.
		"1 problem; 2 of 8 colors are set": swapped,
		"No problems found; 2 of 8 colors are checked; not checked: lm_light_background_color is sensitive": hidingOne,
		"2 problems; 4 of 8 colors are set": fieldsOf(map[string]any{
			"lm_primary_background_color": "#fff", "lm_button_outline_color": "#eee",
			"dm_primary_background_color": "#000", "dm_button_outline_color": "#111",
		}),
		"1 problem; 2 of 4 colors are checked; not checked: lm_dark_background_color is sensitive":      light(preview.Sensitive, "lm_dark_background_color"),
		"1 problem; 2 of 4 colors are checked; not checked: lm_accent_color is unknown to this version": light(preview.NewColor, "lm_accent_color"),
		"1 problem; 2 of 4 colors are set":                                                 light(preview.Sensitive, "dm_dark_background_color"),
		"Not checked: lm_button_outline_color and lm_light_background_color are sensitive": light(preview.Sensitive, "lm_light_background_color", "lm_button_outline_color"),
		"Not checked: lm_button_outline_color, lm_dark_background_color and lm_light_background_color are sensitive": light(preview.Sensitive,
			"lm_light_background_color", "lm_dark_background_color", "lm_button_outline_color"),
		"Not checked: its colors are known after apply":                         light(preview.AfterApply, "lm_light_background_color", "lm_button_outline_color"),
		"Not checked: its colors are hidden by write_only_version":              light(preview.NotPlanned, "lm_light_background_color", "lm_button_outline_color", "custom_css_overrides"),
		"1 problem; 2 of 4 colors are set; custom_css_overrides is not checked": light(preview.Sensitive, "custom_css_overrides"),
		"No colors are set; custom_css_overrides is not checked":                fieldsOf(map[string]any{"custom_css_overrides": "sha256:0"}),
	} {
		if got := preview.Judge(fields, palette.AA).String(); got != want {
			t.Errorf("%v: %q, want %q", fields, got, want)
		}
	}
}

func TestSummary_CountsActionsAndVerdicts(t *testing.T) {
	theme := func(action, color string) preview.Theme {
		drawn := preview.Theme{Action: action}

		switch color {
		case "":
		case "hidden":
			drawn.Verdict = preview.Judge(preview.Fields{"lm_button_outline_color": {Hidden: preview.AfterApply}}, palette.AA)
		default:
			drawn.Verdict = preview.Judge(fieldsOf(map[string]any{"lm_button_outline_color": color}), palette.AA)
		}

		return drawn
	}
	for want, themes := range map[string][]preview.Theme{
		"No themes": nil,
		"1 theme; no problems found, by WCAG 2.2 AA":                                           {theme("", "#fff")},
		"2 themes: first apply; 1 theme with problems, by WCAG 2.2 AA":                         {theme("first apply", "none"), theme("first apply", "#fff")},
		"2 themes: removed from state; none checked":                                           {theme("removed from state", ""), theme("removed from state", "")},
		"1 theme: changed; 1 not fully checked, by WCAG 2.2 AA":                                {theme("changed", "hidden")},
		"3 themes: 2 changed, 1 moved; no problems found, 1 not fully checked, by WCAG 2.2 AA": {theme("moved", ""), theme("changed", "#fff"), theme("changed", "hidden")},
	} {
		if got := (preview.Preview{Themes: themes, Level: palette.AA}).Summary(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
