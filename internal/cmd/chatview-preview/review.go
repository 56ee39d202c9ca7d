package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// review is what the program says about plans, and the result of -json.
type review struct {
	FormatVersion string `json:"format_version"`
	Level         string `json:"level"`
	// Assumption is that of the verdicts, empty if there is none.
	Assumption   string `json:"assumption"`
	IsIncomplete bool   `json:"incomplete"`
	// Earliest and Latest are when the plans were made, nil unless all say it.
	Earliest *time.Time `json:"earliest_timestamp"`
	Latest   *time.Time `json:"latest_timestamp"`
	// Hazards are notes about what may go wrong.
	Hazards []string `json:"hazards"`
	Notes   []string `json:"notes"`
	// WithProblems, WithNewProblems, Unjudged and Overlapping are the numbers of themes that
	// -fail-under counts, the last of those that overwrite each other. NotShown
	// is that of the unchanged themes that Themes leaves out.
	WithProblems    int `json:"themes_with_problems"`
	WithNewProblems int `json:"themes_with_new_problems"`
	Unjudged        int `json:"themes_unjudged"`
	Overlapping     int `json:"themes_overlapping"`
	NotShown        int `json:"themes_not_shown"`
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

	inOrder := func(a, b *plan) int { return a.timestamp.Compare(b.timestamp) }
	if first := slices.MinFunc(plans, inOrder); !first.timestamp.IsZero() {
		r.Earliest, r.Latest = &first.timestamp, &slices.MaxFunc(plans, inOrder).timestamp
	}

	var all []theme

	for _, plan := range plans {
		r.IsIncomplete = r.IsIncomplete || plan.isIncomplete
		for _, theme := range plan.themes {
			if len(plans) > 1 {
				theme.Plan = plan.name
			}

			all = append(all, theme)
		}
	}

	complete(all, options)
	slices.SortFunc(all, func(a, b theme) int {
		return cmp.Or(a.rank()-b.rank(), a.action.order-b.action.order, strings.Compare(a.Plan, b.Plan), strings.Compare(a.Address, b.Address))
	})

	for _, theme := range all {
		if theme.action != unchanged || options.all {
			r.Themes = append(r.Themes, theme.Theme)
		}
	}

	r.NotShown = len(all) - len(r.Themes)
	p := r.preview()
	r.WithProblems, r.WithNewProblems, r.Unjudged, r.Assumption = p.Failing(), p.FailingNew(), p.Unjudged(), p.Assumption()
	r.note(plans, all)

	return r
}

// complete adds what depends on the flags, or on the other themes.
func complete(all []theme, options options) {
	baseURLs := map[string]bool{}
	for _, t := range all {
		baseURLs[t.BaseURL] = true
	}

	for i := range all {
		t := &all[i]

		switch t.Note = t.note(all); {
		case t.PreviousBaseURL != "":
			t.Place = "from " + t.PreviousBaseURL + " to " + t.BaseURL
		case len(baseURLs) > 1 && t.BaseURL != "":
			t.Place = "at " + t.BaseURL
		}

		if t.After != nil && (t.IsApplied || options.all) {
			t.Verdict = preview.Judge(t.Before, t.After, options.level())
			if !t.action.isVague {
				t.MarkLastApplied()
			}
		}
	}
}

// rank orders themes by what fails.
func (t theme) rank() int {
	return slices.Index([]bool{t.HasNewProblems(), t.HasProblems(), t.IsUnjudged(), true}, true)
}

// preview returns what the page shows.
func (r review) preview() *preview.Preview {
	return &preview.Preview{
		Title: "Planned themes", Made: r.made(), Hazards: r.Hazards, Notes: r.Notes, Themes: r.Themes, Level: r.options.level(),
	}
}

// gate returns errProblems if -fail-under does not accept the themes.
func (r review) gate() error {
	failing, what := r.WithProblems, "problems"
	if r.options.onlyNew {
		failing, what = r.WithNewProblems, "new problems"
	}

	if r.options.failUnder == "" || failing+r.Overlapping == 0 && (r.Unjudged == 0 || r.options.allowUnjudged) {
		return nil
	}

	return fmt.Errorf("%w %s: themes with %s: %d, not fully checked: %d, overwriting each other: %d",
		errProblems, r.Level, what, failing, r.Unjudged, r.Overlapping)
}

// made says when the plans were made.
func (r review) made() string {
	if r.Earliest == nil {
		return ""
	}

	const layout = "2006-01-02 15:04 UTC"

	times := slices.Compact([]string{r.Earliest.UTC().Format(layout), r.Latest.UTC().Format(layout)})

	return "Planned " + strings.Join(times, " to ") + "."
}

// note adds the notes and hazards. Equal ones of several plans are one.
func (r *review) note(plans []*plan, themes []theme) {
	r.Hazards, r.Notes = []string{}, []string{}
	add := func(notes *[]string, applies bool, sentence string) {
		if applies {
			*notes = append(*notes, sentence)
		}
	}
	addOf := func(notes *[]string, applies func(*plan) bool, sentence string) {
		var names []string

		for _, plan := range plans {
			if applies(plan) {
				names = append(names, plan.name)
			}
		}

		if len(plans) > 1 {
			sentence = list(names, few) + ": " + sentence
		}

		add(notes, len(names) > 0, sentence)
	}

	isIdle := func(plan *plan) bool { return plan.isIdle }
	isIncomplete := func(plan *plan) bool { return plan.isIncomplete }
	isOpen := func(plan *plan) bool { return plan.isIdle || plan.isIncomplete }
	isKept := func(theme theme) bool { return theme.action != removed }

	providers := providers(themes)
	shared, number := sharedIDs(themes)
	r.Overlapping = number

	add(&r.Hazards, len(shared) > 0, "Several themes share an id: "+list(shared, few)+". At one base URL, the second is refused or overwrites the first.")
	addOf(&r.Hazards, isIncomplete, "The plan is incomplete, for example because of -target: other themes may have changes that it does not show.")
	addOf(&r.Notes, isIdle, "The plan changes no resource, as with -refresh-only: applying it sends no theme.")
	add(&r.Notes, len(themes) == 0 && !slices.ContainsFunc(plans, isOpen), "There is no chatview_appearance.")
	add(&r.Notes, len(themes) > 0 && !slices.ContainsFunc(themes, isKept), "All themes are removed from state: applying sends none.")
	add(&r.Notes, len(providers) > 0, "Themes of another provider are included: "+list(providers, few)+".")
	add(&r.Notes, r.NotShown > 0, fmt.Sprintf("Not shown: %d without changes (-all shows them).", r.NotShown))
}

// list joins the first of many texts.
func list(all []string, most int) string {
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
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

// sharedIDs returns the ids that several themes have at one address, or may have
// because an address is not known. number is that of the themes at a known one
// to which a plan sends any of them.
func sharedIDs(themes []theme) (shared []string, number int) {
	// Those without an address have all themes with the id.
	labels, isSent, isVague := map[identity][]string{}, map[identity]bool{}, map[string]bool{}

	for _, theme := range themes {
		if theme.After == nil || theme.After["id"].Hidden != "" {
			continue
		}

		isVague[theme.ID] = isVague[theme.ID] || theme.identity.baseURL == ""
		for _, baseURL := range slices.Compact([]string{theme.identity.baseURL, ""}) {
			of := identity{theme.ID, baseURL}
			labels[of], isSent[of] = append(labels[of], theme.Label()), isSent[of] || theme.IsApplied && baseURL != ""
		}
	}

	inOrder := func(a, b identity) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.baseURL, b.baseURL)) }

	for _, of := range slices.SortedFunc(maps.Keys(labels), inOrder) {
		if len(labels[of]) > 1 && (of.baseURL != "" || isVague[of.id]) {
			shared = append(shared, fmt.Sprintf("%s at %s (%s)", of.id, cmp.Or(of.baseURL, "an unknown base URL"), list(labels[of], few)))
			if isSent[of] {
				number += len(labels[of])
			}
		}
	}

	return shared, number
}
