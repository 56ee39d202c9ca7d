package preview

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Verdict is what was found in the colors of the modes that a theme offers.
type Verdict struct {
	Problems []Problem `json:"problems"`
	// Judged is the number of colors that were judged, and Offered the number
	// of colors that the modes have.
	Judged  int `json:"colors_judged"`
	Offered int `json:"colors_offered"`
	// Unjudged says which colors were not judged, and why. It is empty if all
	// were that are configured.
	Unjudged string `json:"unjudged"`
	// HasOverrides reports that custom_css_overrides, never checked, is sent or hidden, or was.
	HasOverrides bool `json:"has_overrides"`

	mode     string // theme_mode
	isHidden bool   // custom_css_overrides, with all colors
}

// Problem is a problem of a theme.
type Problem struct {
	palette.Problem

	// IsAlsoLastApplied reports that the plan changes no color of its mode,
	// which users had before. To compare the problems instead would pass a
	// complete redesign from one bad outline to another.
	IsAlsoLastApplied bool `json:"also_last_applied"`
}

// IsOfBothModes reports whether light mode is darker than dark mode.
func (p Problem) IsOfBothModes() bool {
	_, err := palette.Parse(p.Value)
	return p.Criterion == nil && err == nil
}

// HasProblems reports whether a problem was found.
func (t Theme) HasProblems() bool { return t.Verdict != nil && len(t.Verdict.Problems) > 0 }

// Fails reports whether -fail-under may refuse the theme.
func (t Theme) Fails() bool { return t.HasProblems() || t.IsUnjudged() || t.Overlaps }

// HasNewProblems reports whether one was found that was not also last applied.
func (t Theme) HasNewProblems() bool { return t.HasProblems() && t.Verdict.isNew() }

func (v Verdict) isNew() bool {
	return slices.ContainsFunc(v.Problems, func(p Problem) bool { return !p.IsAlsoLastApplied })
}

// IsUnjudged reports whether a color that the service may have was not judged.
func (t Theme) IsUnjudged() bool { return t.Verdict != nil && t.Verdict.Unjudged != "" }

// Suggestions returns the problems with a suggestion, other than the value that
// is configured.
func (v Verdict) Suggestions() []Problem {
	return slices.DeleteFunc(slices.Clone(v.Problems), func(p Problem) bool {
		color, _ := palette.Parse(p.Value)
		return p.Suggestion == nil || color.String() == *p.Suggestion
	})
}

// Judge returns the verdict on the colors of a theme as planned. Before are the
// fields as last applied, nil if they are not known.
func Judge(before, planned Fields, level palette.Level) *Verdict {
	var offered []string

	for _, m := range modes {
		if m.isOffered(planned) {
			offered = append(offered, m.attributes...)
		}
	}

	shown, kept, hidden := map[string]string{}, map[string]string{}, map[string]Hidden{}

	for name, value := range planned {
		colors := shown
		if value.Hidden == NoLongerSent {
			if value, colors = before[name], kept; value.Hidden == Sensitive {
				value.Hidden = wasSensitive
			}
		}

		switch isOffered := slices.Contains(offered, name); {
		case value.Hidden == NewColor, isOffered && value.Hidden != "":
			hidden[name] = value.Hidden
		case isOffered:
			colors[name] = value.String()
		}
	}

	problems, withKept := problemsOf(shown, len(hidden) > 0, level), maps.Clone(shown)
	maps.Copy(withKept, kept) // what an update no longer sends, the service may keep or reset

	if len(problemsOf(withKept, len(hidden) > 0, level)) > len(problems) {
		for name := range kept {
			hidden[name] = NoLongerSent
		}
	}

	css := planned[overrides].Hidden

	return &Verdict{
		Problems: problems, Judged: len(shown), Offered: len(offered), Unjudged: unjudged(withFormer(hidden, before, planned, offered)),
		HasOverrides: planned.Text(overrides) != "" || before[overrides].Hidden != "", isHidden: css == NotPlanned || css == Unknown, mode: planned.Text("theme_mode"),
	}
}

// withFormer adds the colors that were hidden before and are not sent.
func withFormer(hidden map[string]Hidden, before, planned Fields, offered []string) map[string]Hidden {
	wasHidden := map[Hidden]Hidden{NotPlanned: wasNotPlanned, Unknown: wasUnknown, NewColor: NewColor}

	for name, value := range before {
		_, isPlanned := planned[name]
		if reason := wasHidden[value.Hidden]; reason != "" && !isPlanned && (reason == NewColor || slices.Contains(offered, name)) {
			hidden[name] = reason
		}
	}

	return hidden
}

// problemsOf returns the problems of a palette, not nil. If colors are hidden,
// nobody knows how the modes compare.
func problemsOf(colors map[string]string, isPartial bool, level palette.Level) []Problem {
	problems := []Problem{} // [] in JSON

	for _, p := range palette.Problems(colors, level) {
		if problem := (Problem{Problem: p}); !isPartial || !problem.IsOfBothModes() {
			problems = append(problems, problem)
		}
	}

	return problems
}

// unjudged says which colors are hidden, and why. If all are, it does not say
// how many, since nobody knows which of them are configured.
func unjudged(hidden map[string]Hidden) string {
	names := map[Hidden][]string{}
	for _, name := range slices.Sorted(maps.Keys(hidden)) {
		names[hidden[name]] = append(names[hidden[name]], name)
	}

	var sentences []string

	for _, reason := range slices.Sorted(maps.Keys(names)) {
		of, kept := names[reason], ""
		if reason == NoLongerSent {
			kept = ", with problems if the service keeps " + map[bool]string{true: "it", false: "them"}[len(of) == 1]
		}

		switch last := len(of) - 1; {
		case reason == wasNotPlanned, reason == wasUnknown:
			sentences = append(sentences, string(reason))
		case reason.coversAllColors():
			sentences = append(sentences, "its colors are "+string(reason))
		case last == 0:
			sentences = append(sentences, of[0]+" is "+string(reason)+kept)
		default:
			sentences = append(sentences, strings.Join(of[:last], ", ")+" and "+of[last]+" are "+string(reason)+kept)
		}
	}

	return strings.Join(sentences, ", ")
}

// MarkLastApplied marks the problems that were also last applied.
func (t Theme) MarkLastApplied() {
	for i := range t.Verdict.Problems {
		p := &t.Verdict.Problems[i]
		p.IsAlsoLastApplied = !slices.ContainsFunc(modes, func(m mode) bool {
			return (p.IsOfBothModes() || strings.HasPrefix(p.Attribute, m.prefix)) && !t.keeps(m)
		})
	}
}

// keeps reports whether users had a mode before, and the plan changes none of
// its colors, not even hidden ones.
func (t Theme) keeps(m mode) bool {
	isUnclear := t.Before["theme_mode"].Hidden != "" && slices.Contains(t.Changed, "theme_mode")

	return t.Before != nil && m.isOffered(t.Before) && !isUnclear && !slices.ContainsFunc(m.attributes, func(name string) bool {
		return slices.Contains(t.Changed, name) || t.Before[name].Hidden.coversAllColors() || t.After[name].Hidden.coversAllColors()
	})
}

// String says in a few words what was found: problems, and what share of the
// colors they are about.
func (v Verdict) String() string {
	statements := []string{"No problems found"}
	if len(v.Problems) > 0 {
		statements[0] = counted(len(v.Problems), "problem")
		if !v.isNew() {
			statements[0] += ", also last applied"
		}
	}

	verb := map[bool]string{true: "is", false: "are"}[v.Judged == 1]
	switch share := fmt.Sprintf("%d of %d colors %s", v.Judged, v.Offered, verb); {
	case v.Judged > 0 && v.Unjudged != "":
		statements = append(statements, share+" checked", "not checked: "+v.Unjudged)
	case v.Unjudged != "":
		statements = []string{"Not checked: " + v.Unjudged}
	case v.Judged == v.Offered:
	case v.Judged > 0:
		statements = append(statements, share+" configured")
	case v.Offered == len(titles):
		statements = []string{"No colors of " + v.mode + " mode are configured"}
	default:
		statements = []string{"No colors are configured"}
	}

	if v.HasOverrides && !v.isHidden {
		statements = append(statements, "custom_css_overrides is not checked")
	}

	return strings.Join(statements, "; ")
}
