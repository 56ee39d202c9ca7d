package preview

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Preview is what the page shows.
type Preview struct {
	Title string // the heading
	Links []Link
	Made  string // says when the plans were made, and for which service
	// Services says how many themes go where, empty if all go to one service.
	Services string
	// Hazards and Notes are about all themes, the former about what may go wrong.
	Hazards, Notes []string
	// Themes are in the order to list them.
	Themes  []Theme
	Sources []Source
	Level   palette.Level
}

// Link is a link to a page of the same server.
type Link struct{ Text, Path string }

// Source is a data source of the mock server. Its settings may be secret, so none is shown.
type Source struct {
	ID         int64
	Name, Type string
}

// Failing returns the number of themes with problems.
func (p Preview) Failing() int { return count(p.Themes, Theme.HasProblems) }

// FailingNew returns the number of themes with problems that are new.
func (p Preview) FailingNew() int { return count(p.Themes, Theme.HasNewProblems) }

// Overlapping returns the number of themes that share an id.
func (p Preview) Overlapping() int { return count(p.Themes, func(t Theme) bool { return t.Overlaps }) }

// Unjudged returns the number of themes that were not fully judged.
func (p Preview) Unjudged() int { return count(p.Themes, Theme.IsUnjudged) }

func count[T any](all []T, has func(T) bool) (number int) {
	for _, each := range all {
		if has(each) {
			number++
		}
	}

	return number
}

// Summary counts the themes by what happens to them and by what was found.
func (p Preview) Summary() string {
	if len(p.Themes) == 0 {
		return "No themes"
	}

	summary, actions := counted(len(p.Themes), "theme"), map[string]int{}
	for _, theme := range p.Themes {
		actions[theme.Action]++
	}

	if delete(actions, ""); len(actions) > 0 {
		summary += ": " + mostFrequent(actions)
	}

	if overlapping := p.Overlapping(); overlapping > 0 {
		summary += fmt.Sprintf("; %d share an id", overlapping)
	}

	var found []string

	if failing := p.Failing(); failing > 0 {
		found = append(found, counted(failing, "theme")+" with problems")
		if isNew := p.FailingNew(); isNew < failing {
			found[0] += fmt.Sprintf(" (%d with new ones)", isNew)
		}
	} else if p.Overlapping() == 0 && slices.ContainsFunc(p.Themes, func(t Theme) bool { return t.Verdict != nil && t.Verdict.Judged > 0 }) {
		found = append(found, "no problems found")
	}

	if unjudged := p.Unjudged(); unjudged > 0 {
		found = append(found, fmt.Sprintf("%d not fully checked", unjudged))
	}

	if len(found) == 0 {
		return summary + map[bool]string{true: "; none checked"}[p.Overlapping() == 0]
	}

	return fmt.Sprintf("%s; %s, by WCAG 2.2 %s", summary, strings.Join(found, ", "), p.Level.Name)
}

// Assumption says what the verdicts assume, if there are any.
func (p Preview) Assumption() string {
	if !slices.ContainsFunc(p.Themes, func(t Theme) bool { return t.Verdict != nil }) {
		return ""
	}

	return "Assumed: the text of a mode is all black or all white, only its outline shows a control, and without theme_mode users see both modes."
}

// mostFrequent lists what happens to how many themes, the most frequent first.
func mostFrequent(number map[string]int) string {
	names := slices.SortedFunc(maps.Keys(number), func(a, b string) int {
		return cmp.Or(cmp.Compare(number[b], number[a]), strings.Compare(a, b))
	})
	if len(names) > 1 {
		for i, name := range names {
			names[i] = fmt.Sprintf("%d %s", number[name], name)
		}
	}

	return strings.Join(names, ", ")
}

func counted(number int, singular string) string {
	if number == 1 {
		return "1 " + singular
	}

	return fmt.Sprintf("%d %ss", number, singular)
}
