package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// review is what the program says about plans, and the result of -json.
type review struct {
	FormatVersion string   `json:"format_version"`
	Level         string   `json:"level"`
	IsIncomplete  bool     `json:"incomplete"`
	Notes         []string `json:"notes"`
	// WithProblems and Unjudged are the numbers of themes that -fail-under
	// counts, and NotShown that of the unchanged themes that Themes leaves out.
	WithProblems int `json:"themes_with_problems"`
	Unjudged     int `json:"themes_unjudged"`
	NotShown     int `json:"themes_not_shown"`
	// Themes are those with problems, those that are unjudged, and the others,
	// each by what happens to them.
	Themes  []preview.Theme `json:"themes"`
	options options
}

// formatVersion is that of -json, which the guide documents. A new field raises
// the second number, any other change the first.
const formatVersion = "1.0"

// newReview judges the themes of the plans.
func newReview(plans []*plan, options options) review {
	r := review{FormatVersion: formatVersion, Level: options.level().Name, Themes: []preview.Theme{}, options: options}

	var all []theme

	for _, plan := range plans {
		r.IsIncomplete = r.IsIncomplete || plan.isIncomplete
		for _, theme := range plan.themes {
			if len(plans) > 1 {
				theme.Plan = plan.name
			}

			if theme.After != nil && (theme.IsApplied || options.all) {
				theme.Verdict = preview.Judge(theme.After, options.level())
			}

			all = append(all, theme)
		}
	}

	first := map[bool]int{true: -1}

	slices.SortFunc(all, func(a, b theme) int {
		return cmp.Or(first[a.HasProblems()]-first[b.HasProblems()], first[a.IsUnjudged()]-first[b.IsUnjudged()],
			a.action.order-b.action.order, strings.Compare(a.Plan, b.Plan), strings.Compare(a.Address, b.Address))
	})

	for _, theme := range all {
		if theme.action != unchanged || options.all {
			r.Themes = append(r.Themes, theme.Theme)
		}
	}

	r.NotShown = len(all) - len(r.Themes)
	r.WithProblems, r.Unjudged = r.preview().Failing(), r.preview().Unjudged()
	r.Notes = notes(plans, all, r.NotShown)

	return r
}

// preview returns what the page shows.
func (r review) preview() *preview.Preview {
	return &preview.Preview{
		Title: "Planned themes", Notes: r.Notes, Themes: r.Themes, Level: r.options.level(), Elsewhere: "chatview-preview -json",
	}
}

// gate returns errProblems if -fail-under does not accept the themes.
func (r review) gate() error {
	if r.options.failUnder == "" || r.WithProblems == 0 && (r.Unjudged == 0 || r.options.allowUnjudged) {
		return nil
	}

	return fmt.Errorf("%w %s: themes with problems: %d, not fully checked: %d", errProblems, r.Level, r.WithProblems, r.Unjudged)
}

func notes(plans []*plan, themes []theme, notShown int) []string {
	notes := []string{}
	add := func(applies bool, sentence string) {
		if applies {
			notes = append(notes, sentence)
		}
	}

	for _, plan := range plans {
		name := ""
		if len(plans) > 1 {
			name = plan.name + ": "
		}

		add(plan.isIdle, name+"The plan changes no resource, as with -refresh-only: applying it sends no theme.")
		add(plan.isIncomplete, name+"The plan is incomplete, for example because of -target: other themes may have changes that it does not show.")
	}

	hasChanges := func(plan *plan) bool { return !plan.isIdle }
	isKept := func(theme theme) bool { return theme.action != removed }
	providers, ids := providers(themes), sharedIDs(themes)

	add(len(themes) == 0 && slices.ContainsFunc(plans, hasChanges), "There is no chatview_appearance.")
	add(len(themes) > 0 && !slices.ContainsFunc(themes, isKept), "All themes are removed from state: applying sends none.")
	add(len(providers) > 0, "Themes of another provider are included: "+list(providers)+".")
	add(len(ids) > 0, "Several themes share an id: "+list(ids)+". Unless they belong to different services, the last one applied wins.")
	add(notShown > 0, fmt.Sprintf("Not shown: %d without changes (-all shows them).", notShown))

	return notes
}

// list joins the first few of many texts.
func list(all []string) string {
	const shown = 5
	if len(all) > shown {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:shown], ", "), len(all)-shown)
	}

	return strings.Join(all, ", ")
}

// providers returns the addresses of the providers of themes that are not
// chatview/chatview of any registry.
func providers(themes []theme) []string {
	found := map[string]bool{}

	for _, theme := range themes {
		if !strings.HasSuffix(theme.provider, "/chatview/chatview") {
			found[theme.provider] = true
		}
	}

	return slices.Sorted(maps.Keys(found))
}

// sharedIDs returns the ids that several of the applied themes have.
func sharedIDs(themes []theme) []string {
	labels := map[string][]string{}

	for _, theme := range themes {
		if theme.IsApplied && theme.After["id"].Hidden == "" {
			labels[theme.ID] = append(labels[theme.ID], theme.Label())
		}
	}

	var shared []string

	for _, id := range slices.Sorted(maps.Keys(labels)) {
		if len(labels[id]) > 1 {
			shared = append(shared, fmt.Sprintf("%s (%s)", id, list(labels[id])))
		}
	}

	return shared
}
