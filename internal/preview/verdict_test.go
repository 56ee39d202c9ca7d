package preview_test

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestJudge_CountsColorsOfOfferedModes(t *testing.T) {
	const (
		lightPrimary, lightLight, lightDark = "lm_primary_background_color", "lm_light_background_color", "lm_dark_background_color"
		lightOutline, darkOutline           = "lm_button_outline_color", "dm_button_outline_color"
		darkPrimary, darkDark, mode         = "dm_primary_background_color", "dm_dark_background_color", "theme_mode"
		overrides                           = "custom_css_overrides"
	)

	type values = map[string]any

	for want, fields := range map[string]values{
		"No colors are set":               {},
		"No colors of light mode are set": {darkPrimary: "#777", mode: "light"},
		"No problems found; 8 of 8 colors are set; custom_css_overrides is not checked": branded(t, "#0b7285"),
		"No problems found; 1 of 8 colors is set":                                       {lightPrimary: "#fff"},
		"1 problem; 1 of 8 colors is set":                                               {darkOutline: "none"},
		"No problems found; 1 of 4 colors is set":                                       {lightPrimary: "#fff", darkOutline: "none", mode: "light"},
		"2 problems; 4 of 8 colors are set":                                             {lightPrimary: "#fff", lightOutline: "#eee", darkPrimary: "#000", darkOutline: "#111"},
		// How the modes compare cannot be said without the hidden color.
		"1 problem; 2 of 8 colors are set": {lightPrimary: "#000", darkPrimary: "#fff"},
		"No problems found; 2 of 8 colors are checked; not checked: lm_light_background_color is sensitive": {
			lightPrimary: "#000", darkPrimary: "#fff", lightLight: preview.Sensitive,
		},
		"1 problem; 2 of 4 colors are checked; not checked: lm_dark_background_color is sensitive": {
			lightLight: "#fff", lightOutline: "#eee", mode: "light", lightDark: preview.Sensitive,
		},
		"1 problem; 2 of 4 colors are checked; not checked: lm_accent_color is unknown to this version": {
			lightLight: "#fff", lightOutline: "#eee", mode: "light", "lm_accent_color": preview.NewColor,
		},
		"1 problem; 2 of 4 colors are set": {lightLight: "#fff", lightOutline: "#eee", mode: "light", darkDark: preview.Sensitive},
		"1 problem; 2 of 4 colors are set; custom_css_overrides is not checked": {
			lightLight: "#fff", lightOutline: "#eee", mode: "light", overrides: preview.Sensitive,
		},
		"Not checked: lm_button_outline_color and lm_light_background_color are sensitive": {lightLight: preview.Sensitive, lightOutline: preview.Sensitive},
		"Not checked: lm_button_outline_color, lm_dark_background_color and lm_light_background_color are sensitive": {
			lightLight: preview.Sensitive, lightDark: preview.Sensitive, lightOutline: preview.Sensitive,
		},
		"Not checked: its colors are known after apply":            {lightLight: preview.AfterApply, lightOutline: preview.AfterApply},
		"Not checked: its colors are hidden by write_only_version": {lightLight: preview.NotPlanned, overrides: preview.NotPlanned},
		"No colors are set; custom_css_overrides is not checked":   {overrides: "sha256:0"},
	} {
		if got := preview.Judge(fieldsOf(fields), palette.AA).String(); got != want {
			t.Errorf("%v: %q, want %q", fields, got, want)
		}
	}
}

func TestSummary_CountsActionsAndVerdicts(t *testing.T) {
	theme := func(action string, color any) preview.Theme {
		drawn := preview.Theme{Action: action}
		if color != nil {
			drawn.Verdict = preview.Judge(fieldsOf(map[string]any{"lm_button_outline_color": color}), palette.AA)
		}

		return drawn
	}
	for want, themes := range map[string][]preview.Theme{
		"No themes": nil,
		"1 theme; no problems found, by WCAG 2.2 AA":                                           {theme("", "#fff")},
		"2 themes: first apply; 1 theme with problems, by WCAG 2.2 AA":                         {theme("first apply", "none"), theme("first apply", "#fff")},
		"2 themes: removed from state; none checked":                                           {theme("removed from state", nil), theme("removed from state", nil)},
		"1 theme: changed; 1 not fully checked, by WCAG 2.2 AA":                                {theme("changed", preview.AfterApply)},
		"3 themes: 2 changed, 1 moved; no problems found, 1 not fully checked, by WCAG 2.2 AA": {theme("moved", nil), theme("changed", "#fff"), theme("changed", preview.AfterApply)},
	} {
		if got := (preview.Preview{Themes: themes, Level: palette.AA}).Summary(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
