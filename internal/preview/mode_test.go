package preview_test

import (
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// TestModes_ShowEachChangeAndFoldTheRest lists the heading of each mode, its
// pictures, and the values of a color in its table.
func TestModes_ShowEachChangeAndFoldTheRest(t *testing.T) {
	names := []string{mode, lightPrimary, darkPrimary, darkLight, darkOutline, "start_message", overrides, "lm_accent_color"}
	fields := func(values string) map[string]any {
		all := map[string]any{}

		for i, value := range strings.Fields(values) {
			switch value {
			case "-":
			case "?":
				all[names[i]] = preview.NotPlanned
			case "new":
				all[names[i]] = preview.NewColor
			default:
				all[names[i]] = value
			}
		}

		return all
	}

	const (
		lightChanges = "Light mode: drawn Last applied, drawn Planned: #fff #eee"
		darkIs       = "Dark mode: colors unchanged: drawn Planned: #000"
		vague        = "Light mode colors may change: not visible in a plan: drawn Planned: "
		darkVague    = "Dark mode: colors may change: not visible in a plan: drawn Planned: "
	)

	for name, test := range map[string]struct {
		before, after, changed string // values of names
		miniatures             int
		modes, fold            string
	}{
		"first apply":       {"", "both #fff #000", "", 1, "Light mode: drawn Planned: #fff; Dark mode: drawn Planned: #000", ""},
		"in dark mode":      {"", "dark #fff #000", "", 1, "Dark mode: drawn Planned: #000", "Light mode: not offered: Planned: #fff"},
		"a text":            {"both #fff #000", "both #fff #000 - - Hi", names[5], 1, "Light mode colors unchanged: drawn Last applied, drawn Planned: #fff", darkIs},
		"a text, dark":      {"dark #fff #000", "dark #fff #000 - - Hi", names[5], 1, "Dark mode colors unchanged: drawn Last applied, drawn Planned: #000", "Light mode: not offered: Planned: #fff"},
		"a text and color":  {"both #fff #000", "both #fff #111 - - Hi", names[5] + " " + names[2], 2, "Dark mode: drawn Last applied, drawn Planned: #000 #111", "Light mode: colors unchanged: drawn Planned: #fff"},
		"sent again":        {"both #fff #000", "both #fff #000", "triggers", 1, "Light mode colors unchanged: drawn Planned: #fff", darkIs},
		"overrides":         {"both #fff #000", "both #fff #000", names[6], 1, vague + "#fff", darkVague + "#000"},
		"hidden overrides":  {"both #fff #000 - - - a", "both #fff #000 - - - ?", "triggers", 1, vague + "#fff", darkVague + "#000"},
		"of a new version":  {"both #fff #000 - - - - new", "both #fff #000 - - - - new", "triggers", 1, vague + "#fff", darkVague + "#000"},
		"only a version":    {"both ? ? ? ? - ?", "both ? ? ? ? - ?", "write_only_version", 1, vague + "(hidden", darkVague + "(hidden"},
		"same version":      {"both ? ? ? ? - ?", "both ? ? ? ? a ?", names[5], 1, "Light mode colors may change: not visible in a plan: drawn Last applied, drawn Planned: (hidden", darkVague + "(hidden"},
		"offered":           {"light #fff #000", "both #fff #000", names[0], 2, "Dark mode colors unchanged: Last applied, drawn Planned: #000", "Light mode: colors unchanged: drawn Planned: #fff"},
		"not offered":       {"light #fff #000", "light #fff #111", names[2], 1, "Light mode colors unchanged: drawn Planned: #fff; Dark mode: Planned: #000 #111", ""},
		"spelled anew":      {"both #ffffff #000", "both White #000", names[1], 1, "Light mode: drawn Planned: #ffffff White", darkIs},
		"spelled, a text":   {"both #ffffff #000", "both #FFF #000 - - Hi", names[1] + " " + names[5], 1, "Light mode: drawn Last applied, drawn Planned: #ffffff #FFF", darkIs},
		"two colors":        {"dark - -", "dark - wihte - #777", names[2] + " " + names[4], 2, "Dark mode: drawn Last applied, drawn Planned: not wihte", "Light mode: not offered: Planned: not"},
		"no color":          {"both #fff none", "both #eee none", names[1], 2, "Dark mode colors unchanged: drawn Planned: none; " + lightChanges, ""},
		"an outline passes": {"both #fff #000 - #606060", "both #eee #000 - #606060", names[1], 2, lightChanges, darkIs},
		"an outline fails":  {"both #fff #000 - #111", "both #eee #000 - #111", names[1], 2, "Dark mode colors unchanged: drawn Planned, drawn With suggestions: #000 #000; " + lightChanges, ""},
		"text fails":        {"both #fff #000 #fff", "both #eee #000 #fff", names[1], 2, "Dark mode colors unchanged: drawn Planned, drawn With suggestions: #000 #000; " + lightChanges, ""},
		"both fail":         {"both #fff #000", "both none none", names[1] + " " + names[2], 2, "Light mode: drawn Last applied, drawn Planned: #fff none; Dark mode: drawn Last applied, drawn Planned: #000 none", ""},
		"a change fails":    {"both #fff #000", "both #fff #808080 #222", names[2] + " " + names[3], 2, "Dark mode: drawn Last applied, drawn Planned, drawn With suggestions: #000 #808080 #767676", "Light mode: colors unchanged: drawn Planned: #fff"},
	} {
		theme := change(fields(test.before), fields(test.after), strings.Fields(test.changed)...)
		if theme.IsApplied = true; test.before == "" {
			theme.Before = nil
		}

		page := render(t, theme)

		list := func(nodes []node, title string) string {
			var modes []string

			for _, mode := range nodes {
				var looks, values []string

				for _, look := range mode.all("look") {
					drawn := strings.Repeat("drawn ", len(look.all("chat")))
					looks = append(looks, drawn+strings.Join(texts(look.all("h4")), ""))
				}

				for _, cell := range append(mode.all("tr"), page)[min(1, len(mode.all("tr")))].all("td") {
					value, _, _ := strings.Cut(cell.text(), " ")
					values = append(values, value)
				}

				if len(looks) > 0 {
					modes = append(modes, mode.all(title)[0].text()+": "+strings.Join(looks, ", ")+": "+strings.Join(values, " "))
				}
			}

			return strings.Join(modes, "; ")
		}
		if got := list(page.all("mode"), "h3"); got != test.modes {
			t.Errorf("%s: modes %q, want %q", name, got, test.modes)
		}

		if got := list(page.all("folded"), "summary"); got != test.fold {
			t.Errorf("%s: folded %q, want %q", name, got, test.fold)
		}

		if got := len(page.all("miniature")); got != test.miniatures {
			t.Errorf("%s: %d miniatures, want %d", name, got, test.miniatures)
		}
	}
}

func TestModes_OfThemesThatAreNotApplied(t *testing.T) {
	fields := map[string]any{"theme_mode": "light", "lm_primary_background_color": preview.NotPlanned}
	same := change(fields, fields)
	same.Action = "unchanged"
	gone := change(fields, nil)
	gone.After, gone.Action = nil, "removed from state"
	mocked := themeOf(fields)

	vague := change(map[string]any{"theme_mode": "light"}, map[string]any{"theme_mode": "light"})
	vague.MayBeAnother, vague.IsApplied = true, true

	for want, theme := range map[string]preview.Theme{
		"Light mode colors as last applied Planned ": vague,
		"Light mode colors unchanged Planned ":       same, "Light mode Last applied New chat": gone, "Light mode New chat": mocked,
	} {
		if got := render(t, theme).all("modes")[0].text(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
