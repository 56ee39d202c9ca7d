package preview_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

func TestJudge_CountsColorsOfOfferedModes(t *testing.T) {
	for want, fields := range map[string]values{
		"No colors are configured":                               {},
		"No colors of light mode are configured":                 {darkPrimary: "#777", mode: "light"},
		"No problems found; custom_css_overrides is not checked": branded(t, "#0b7285"),
		"No problems found":                                      {lightPrimary: "#fff", lightLight: "#fff", lightDark: "#fff", lightOutline: "#000", mode: "light"},
		"No problems found; 1 of 8 colors is configured":         {lightPrimary: "#fff"},
		"No problems found; 1 of 4 colors is configured":         {lightPrimary: "#fff", darkOutline: "none", mode: "light"},
		"2 problems; 4 of 8 colors are configured":               {lightPrimary: "#fff", lightOutline: "#eee", darkPrimary: "#000", darkOutline: "#111"},
		// How the modes compare cannot be said without the hidden color.
		"1 problem; 2 of 8 colors are configured": {lightPrimary: "#000", darkPrimary: "#fff"},
		"No problems found; 2 of 8 colors are checked; not checked: lm_light_background_color is sensitive": {
			lightPrimary: "#000", darkPrimary: "#fff", lightLight: preview.Sensitive,
		},
		"No problems found; 3 of 8 colors are configured": {lightPrimary: "#fff", lightLight: "#fff", lightDark: "#fff", overrides: preview.Unknown},
		"1 problem; 1 of 8 colors is checked; not checked: lm_light_background_color is sensitive": {
			lightOutline: "wihte", lightLight: preview.Sensitive,
		},
		"1 problem; 2 of 4 colors are checked; not checked: lm_dark_background_color is sensitive": {
			lightLight: "#fff", lightOutline: "#eee", mode: "light", lightDark: preview.Sensitive,
		},
		"1 problem; 2 of 4 colors are checked; not checked: lm_accent_color is unknown to this version": {
			lightLight: "#fff", lightOutline: "#eee", mode: "light", "lm_accent_color": preview.NewColor,
		},
		"1 problem; 2 of 4 colors are configured": {lightLight: "#fff", lightOutline: "#eee", mode: "light", darkDark: preview.Sensitive},
		"1 problem; 2 of 4 colors are configured; custom_css_overrides is not checked": {
			lightLight: "#fff", lightOutline: "#eee", mode: "light", overrides: preview.Sensitive,
		},
		"Not checked: lm_button_outline_color, lm_dark_background_color and lm_light_background_color are sensitive": {
			lightLight: preview.Sensitive, lightDark: preview.Sensitive, lightOutline: preview.Sensitive,
		},
		"Not checked: its colors are known after apply":                 {lightLight: preview.AfterApply, lightOutline: preview.AfterApply},
		"Not checked: its colors are hidden by write_only_version":      {lightLight: preview.NotPlanned, overrides: preview.NotPlanned},
		"No colors are configured; custom_css_overrides is not checked": {overrides: "sha256:0"},
	} {
		if got := preview.Judge(nil, fieldsOf(fields), palette.AA).String(); got != want {
			t.Errorf("%v: %q, want %q", fields, got, want)
		}
	}
}

func TestVerdict_NamesWhatFails(t *testing.T) {
	for want, fields := range map[string]values{
		"":                           {lightLight: "#fff"},
		"Light mode: Outline 1.16:1": {lightLight: "#fff", lightOutline: "#eee"},
		"Light mode: Dark background is not a color": {lightLight: "#fff", lightDark: "wihte"},
		"Light mode is darker than dark mode":        {lightLight: "#000", darkLight: "#fff"},
		"Light mode: Dark background is not a color, Dark mode: Primary background is not a color, Light background is not a color, …": {
			lightDark: "a", darkPrimary: "b", darkLight: "c", darkDark: "d",
		},
	} {
		row := rowsOf(render(t, themeOf(fields)))[0].text()
		if _, got, _ := strings.Cut(row, " configured"); strings.TrimSpace(got) != want {
			t.Errorf("%v: %q, want %q", fields, got, want)
		}
	}
}

// TestJudge_DoesNotPassWhatTheServiceMayKeep of the colors that an update
// removes: a service may keep or reset them.
func TestJudge_DoesNotPassWhatTheServiceMayKeep(t *testing.T) {
	removed := preview.NoLongerSent
	hiddenBy := func(reason preview.Hidden) values {
		all := values{overrides: reason}
		for _, name := range palette.Attributes() {
			all[name] = reason
		}

		return all
	}
	versioned, allOfLight := hiddenBy(preview.NotPlanned), branded(t, "#0b7285")
	allOfLight[mode] = "light"

	maps.DeleteFunc(allOfLight, func(name string, _ any) bool { return strings.HasPrefix(name, palette.DarkPrefix) })

	const wayOut = " (configure all colors of the offered modes once, or use -allow-unjudged for this change)"

	for name, test := range map[string]struct {
		before, planned values
		want            string
	}{
		"failing": {
			values{lightPrimary: "#fff", lightOutline: "#eee"}, values{lightPrimary: "#fff", lightOutline: removed},
			"No problems found; 1 of 8 colors is checked; not checked: lm_button_outline_color is no longer sent, with problems if the service keeps it",
		},
		"all": {
			values{lightPrimary: "#fff", lightOutline: "#eee"}, values{lightPrimary: removed, lightOutline: removed},
			"Not checked: lm_button_outline_color and lm_primary_background_color are no longer sent, with problems if the service keeps them",
		},
		"passing": {values{lightPrimary: "#fff", lightOutline: "#000"}, values{lightPrimary: "#fff", lightOutline: removed}, "No problems found; 1 of 8 colors is configured"},
		"failing before and now": {
			values{lightPrimary: "#fff", lightLight: "#000", lightOutline: "#eee"}, values{lightPrimary: "#fff", lightLight: removed, lightOutline: "#eee"},
			"1 problem; 2 of 8 colors are checked; not checked: lm_light_background_color is no longer sent, with problems if the service keeps it",
		},
		"swapped": {
			values{lightPrimary: "#000", darkPrimary: "#fff"}, values{lightPrimary: removed, darkPrimary: "#fff"},
			"No problems found; 1 of 8 colors is checked; not checked: lm_primary_background_color is no longer sent, with problems if the service keeps it",
		},
		"a mode that is not offered": {values{lightOutline: "none"}, values{lightOutline: removed, mode: "dark"}, "No colors of dark mode are configured"},
		"sensitive before":           {values{lightOutline: preview.Sensitive}, values{lightPrimary: "#fff", lightOutline: removed}, "No problems found; 1 of 8 colors is checked; not checked: lm_button_outline_color is no longer sent (sensitive)"},
		"hidden by a version": {
			versioned, values{lightPrimary: "#fff"}, "No problems found; 1 of 8 colors is checked; not checked: write_only_version hid colors that the service may still have" + wayOut +
				"; custom_css_overrides is not checked",
		},
		"hidden, none sent":    {versioned, values{}, "Not checked: write_only_version hid colors that the service may still have" + wayOut + "; custom_css_overrides is not checked"},
		"hidden in both":       {versioned, versioned, "Not checked: its colors are hidden by write_only_version"},
		"hidden, all sent":     {versioned, branded(t, "#0b7285"), "No problems found; custom_css_overrides is not checked"},
		"hidden, all of light": {versioned, allOfLight, "No problems found; custom_css_overrides is not checked"},
		"hidden, and swapped": {
			versioned, values{lightPrimary: "#000", darkPrimary: "#fff"}, "1 problem; 2 of 8 colors are checked; not checked: write_only_version hid colors that the service may still have" + wayOut +
				"; custom_css_overrides is not checked",
		},
		"not in the state": {
			hiddenBy(preview.Unknown), values{lightPrimary: "#fff"}, "No problems found; 1 of 8 colors is checked; not checked: the state does not say which colors were sent, so the service may still have some" + wayOut +
				"; custom_css_overrides is not checked",
		},
		"of a newer version": {values{"lm_accent_color": preview.NewColor}, values{lightPrimary: "#fff"}, "No problems found; 1 of 8 colors is checked; not checked: lm_accent_color is unknown to this version"},
	} {
		verdict := preview.Judge(fieldsOf(test.before), fieldsOf(test.planned), palette.AA)
		if got := verdict.String(); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}

		if wants := len(test.before) == len(versioned) || test.planned[overrides] != nil; verdict.HasOverrides != wants {
			t.Errorf("%s: the service may have overrides: %t", name, !wants)
		}
	}
}

// TestMarkLastApplied_LooksAtAllColorsOfAMode of each problem.
func TestMarkLastApplied_LooksAtAllColorsOfAMode(t *testing.T) {
	bad := values{lightPrimary: "#fff", lightOutline: "#eee", darkPrimary: "#000", darkOutline: "#111"}
	swapped := values{lightPrimary: "#000", darkPrimary: "#fff"}
	with := func(values values, name string, value any) map[string]any {
		all := maps.Clone(values)
		if all[name] = value; value == nil {
			delete(all, name)
		}

		return all
	}

	for name, test := range map[string]struct {
		before, after values
		changed       string
		want          string
	}{
		"nothing":               {bad, bad, "start_message triggers custom_css_overrides", "2 problems, also last applied"},
		"a first apply":         {nil, bad, "", "2 problems"},
		"another notation":      {with(bad, darkPrimary, "black"), bad, darkPrimary, "2 problems, 1 also last applied"},
		"another color":         {with(bad, lightDark, "#fff"), with(bad, lightDark, preview.NoLongerSent), lightDark, "2 problems, 1 also last applied"},
		"a hidden color":        {with(bad, lightDark, preview.Sensitive), with(bad, lightDark, preview.Sensitive), lightDark, "2 problems, 1 also last applied"},
		"a hidden one, kept":    {with(bad, lightDark, preview.Sensitive), with(bad, lightDark, preview.Sensitive), "", "2 problems, also last applied"},
		"a color of all":        {with(bad, lightDark, preview.Unknown), bad, "", "2 problems, 1 also last applied"},
		"a mode that is new":    {with(bad, mode, "dark"), with(bad, mode, "both"), mode, "2 problems, 1 also last applied"},
		"a mode, perhaps new":   {with(bad, mode, preview.Sensitive), with(bad, mode, preview.Sensitive), mode, "2 problems"},
		"swapped":               {swapped, swapped, "name", "1 problem, also last applied"},
		"swapped, one color":    {with(swapped, darkOutline, "#000"), swapped, darkOutline, "1 problem"},
		"swapped, one was new":  {with(swapped, mode, "light"), swapped, mode, "1 problem"},
		"not a color":           {values{lightOutline: "wihte"}, values{lightOutline: "wihte"}, "name", "1 problem, also last applied"},
		"not a color, the mode": {values{lightOutline: "wihte"}, values{lightOutline: "wihte", lightDark: "#fff"}, lightDark, "1 problem"},
	} {
		theme := preview.Theme{After: fieldsOf(test.after), Changed: strings.Fields(test.changed)}
		if test.before != nil {
			theme.Before = fieldsOf(test.before)
		}

		theme.Verdict = preview.Judge(theme.Before, theme.After, palette.AA)
		theme.MarkLastApplied()

		old := 0

		for _, problem := range theme.Verdict.Problems {
			if problem.IsAlsoLastApplied {
				old++
			}
		}

		got, _, _ := strings.Cut(theme.Verdict.String(), ";")
		if isNew := old < len(theme.Verdict.Problems); isNew && old > 0 {
			got += fmt.Sprintf(", %d also last applied", old)
		}

		if got != test.want || theme.HasNewProblems() == strings.HasSuffix(test.want, ", also last applied") {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
