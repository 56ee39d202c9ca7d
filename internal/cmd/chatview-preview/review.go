package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// review is what the program says about plans, and the result of -json.
type review struct {
	// A new field raises the second number of FormatVersion, any other change the
	// first. The guide documents it.
	FormatVersion string `json:"format_version"`
	Level         string `json:"level"`
	// Assumption is what the verdicts assume, empty if there are none.
	Assumption   string `json:"assumption"`
	IsIncomplete bool   `json:"incomplete"`
	// Earliest and Latest are when the plans were made, nil unless all say it.
	Earliest *time.Time `json:"earliest_timestamp"`
	Latest   *time.Time `json:"latest_timestamp"`
	// Hazards are notes about what may go wrong.
	Hazards []string `json:"hazards"`
	Notes   []string `json:"notes"`
	// These are the numbers of themes that -fail-under counts, the last of those that
	// share an id. NotShown counts the unchanged themes that Themes leaves out.
	WithProblems    int `json:"themes_with_problems"`
	WithNewProblems int `json:"themes_with_new_problems"`
	Unjudged        int `json:"themes_unjudged"`
	Overlapping     int `json:"themes_overlapping"`
	NotShown        int `json:"themes_not_shown"`
	// Themes are those with problems, those that are unjudged, and the others,
	// each by what happens to them.
	Themes  []preview.Theme `json:"themes"`
	options options
	// shown is what the other outputs show: hazards and notes do not name everything.
	shown *preview.Preview
}

// newReview judges the themes of the plans.
func newReview(plans []*plan, o options) review {
	r := review{FormatVersion: "1.0", Level: o.level().Name, Themes: []preview.Theme{}, options: o}

	inOrder := func(a, b *plan) int { return a.timestamp.Compare(b.timestamp) }
	if first := slices.MinFunc(plans, inOrder); !first.timestamp.IsZero() {
		r.Earliest, r.Latest = &first.timestamp, &slices.MaxFunc(plans, inOrder).timestamp
	}

	all, urls := judge(plans, o)

	slices.SortStableFunc(all, func(a, b *plannedTheme) int { return cmp.Or(a.rank()-b.rank(), a.action.order-b.action.order) })

	for _, t := range all {
		if t.action != unchanged || o.all || t.Overlaps {
			r.Themes = append(r.Themes, t.Theme)
		}
	}

	r.NotShown = len(all) - len(r.Themes)
	r.shown = &preview.Preview{Title: "Planned themes", Made: r.made(urls.only), Services: urls.String(), Themes: r.Themes, Level: o.level()}
	r.WithProblems, r.WithNewProblems, r.Unjudged = r.shown.Failing(), r.shown.FailingNew(), r.shown.Unjudged()
	r.Overlapping, r.Assumption = r.shown.Overlapping(), r.shown.Assumption()
	r.IsIncomplete = slices.ContainsFunc(plans, func(p *plan) bool { return p.isIncomplete })
	r.Hazards, r.Notes = r.notes(plans, all, joined)
	r.shown.Hazards, r.shown.Notes = r.notes(plans, all, firstOf)

	return r
}

// judge returns the themes of all plans, with what depends on the others and on
// the flags, and their services.
func judge(plans []*plan, o options) (all []*plannedTheme, urls services) {
	for _, p := range plans {
		for _, t := range p.themes {
			t.Plan = p.name
			all = append(all, t)
		}
	}

	urls = servicesOf(all)
	markOverlaps(all)

	for _, t := range all {
		t.describe(all)
		t.Place, t.IsUnusual = urls.place(t)
		t.IsUnusual = t.IsUnusual || slices.Contains([]action{removed, replaced, replacedSame, vagueID}, t.action)

		if t.After != nil && (t.IsApplied || o.all) {
			t.Verdict = preview.Judge(t.Before, t.After, o.level())
			if !t.MayBeAnother {
				t.MarkLastApplied()
			}
		}
	}

	return all, urls
}

// rank orders themes by what fails.
func (t *plannedTheme) rank() int {
	return slices.Index([]bool{t.HasNewProblems(), t.HasProblems(), t.IsUnjudged(), t.Overlaps, true}, true)
}

// gate returns errProblems if -fail-under does not accept the themes.
func (r review) gate() error {
	failing, what := preview.Theme.HasProblems, "problems"
	if r.options.onlyNew {
		failing, what = preview.Theme.HasNewProblems, "new problems"
	}

	failed, unjudged, overlapping := r.labelsOf(failing), r.labelsOf(preview.Theme.IsUnjudged), r.labelsOf(func(t preview.Theme) bool { return t.Overlaps })
	if r.options.failUnder == "" || failed == "0" && overlapping == "0" && (unjudged == "0" || r.options.allowUnjudged) {
		return nil
	}

	return fmt.Errorf("%w %s: themes with %s: %s, not fully checked: %s, overwriting each other: %s", errProblems, r.Level, what, failed, unjudged, overlapping)
}

// labelsOf counts themes, and names the first.
func (r review) labelsOf(are func(preview.Theme) bool) string {
	var labels []string

	for _, t := range r.Themes {
		if are(t) {
			labels = append(labels, t.Label())
		}
	}

	return strings.TrimSuffix(fmt.Sprintf("%d (%s)", len(labels), preview.Printable(firstOf(labels))), " (\"\")")
}

// made says when the plans were made, and for which service if that is one.
func (r review) made(service string) string {
	words := []string{"Planned"}

	if r.Earliest != nil {
		const layout = "2006-01-02 15:04 UTC"

		times := slices.Compact([]string{r.Earliest.UTC().Format(layout), r.Latest.UTC().Format(layout)})
		words = append(words, strings.Join(times, " to "))
	}

	if service != "" {
		words = append(words, "for "+service)
	} else if r.Earliest == nil {
		return ""
	}

	return strings.Join(words, " ") + "."
}
