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
	// WithProblems, WithNewProblems, Unjudged and Overlapping are the numbers of themes that
	// -fail-under counts, the last of those that overwrite each other. NotShown
	// counts the unchanged themes that Themes leaves out.
	WithProblems    int `json:"themes_with_problems"`
	WithNewProblems int `json:"themes_with_new_problems"`
	Unjudged        int `json:"themes_unjudged"`
	Overlapping     int `json:"themes_overlapping"`
	NotShown        int `json:"themes_not_shown"`
	// Themes are those with problems, those that are unjudged, and the others,
	// each by what happens to them.
	Themes   []preview.Theme `json:"themes"`
	options  options
	services string
}

// newReview judges the themes of the plans.
func newReview(plans []*plan, o options) review {
	r := review{FormatVersion: "1.0", Level: o.level().Name, Themes: []preview.Theme{}, options: o}

	inOrder := func(a, b *plan) int { return a.timestamp.Compare(b.timestamp) }
	if first := slices.MinFunc(plans, inOrder); !first.timestamp.IsZero() {
		r.Earliest, r.Latest = &first.timestamp, &slices.MaxFunc(plans, inOrder).timestamp
	}

	all, urls := judge(plans, o)
	r.services = urls.String()

	slices.SortFunc(all, func(a, b theme) int {
		return cmp.Or(a.rank()-b.rank(), a.action.order-b.action.order, strings.Compare(a.Plan, b.Plan), strings.Compare(a.Address, b.Address))
	})

	for _, t := range all {
		if t.action != unchanged || o.all {
			r.Themes = append(r.Themes, t.Theme)
		}
	}

	r.NotShown = len(all) - len(r.Themes)
	p := r.preview()
	r.WithProblems, r.WithNewProblems, r.Unjudged, r.Assumption = p.Failing(), p.FailingNew(), p.Unjudged(), p.Assumption()
	r.note(plans, all)

	return r
}

// judge returns the themes of all plans, with what depends on the others and on
// the flags, and their services.
func judge(plans []*plan, o options) (all []theme, urls services) {
	for _, p := range plans {
		for _, t := range p.themes {
			t.Plan = p.name
			all = append(all, t)
		}
	}

	urls = servicesOf(all)

	for i := range all {
		t := &all[i]
		t.Note = t.note(all)
		t.Place, t.IsUnusual = urls.place(*t)
		t.IsUnusual = t.IsUnusual || slices.Contains([]action{removed, replaced, replacedSame, vagueID}, t.action)

		if t.After != nil && (t.IsApplied || o.all) {
			t.Verdict = preview.Judge(t.Before, t.After, o.level())
			if !t.action.isVague {
				t.MarkLastApplied()
			}
		}
	}

	return all, urls
}

// rank orders themes by what fails.
func (t theme) rank() int {
	return slices.Index([]bool{t.HasNewProblems(), t.HasProblems(), t.IsUnjudged(), true}, true)
}

func (r review) preview() *preview.Preview {
	return &preview.Preview{
		Title: "Planned themes", Made: r.made(), Services: r.services, Hazards: r.Hazards, Notes: r.Notes, Themes: r.Themes, Level: r.options.level(),
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

func (r review) made() string {
	if r.Earliest == nil {
		return ""
	}

	const layout = "2006-01-02 15:04 UTC"

	times := slices.Compact([]string{r.Earliest.UTC().Format(layout), r.Latest.UTC().Format(layout)})

	return "Planned " + strings.Join(times, " to ") + "."
}
