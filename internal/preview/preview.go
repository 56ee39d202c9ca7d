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
	// Title is the heading, and Links lead to other pages of the same server.
	Title string
	Links []Link
	// Notes are sentences about all themes.
	Notes []string
	// Themes are in the order to list them.
	Themes []Theme
	// Sources are the data sources of the mock server.
	Sources []Source
	// Level is the WCAG level of the verdicts.
	Level palette.Level
	// Elsewhere names what has the fields of all themes: the page has those of
	// the first ones.
	Elsewhere string
}

// Link is a link to a page of the same server.
type Link struct{ Text, Path string }

// Source is a data source. Its settings may be secret, so none is shown.
type Source struct {
	ID         int64
	Name, Type string
}

// Count returns the number of themes with problems, and of those that are
// unjudged.
func (p Preview) Count() (failing, unjudged int) {
	for _, theme := range p.Themes {
		if theme.HasProblems() {
			failing++
		}

		if theme.IsUnjudged() {
			unjudged++
		}
	}

	return failing, unjudged
}

// Summary counts the themes by what happens to them and by what was found.
func (p Preview) Summary() string {
	if len(p.Themes) == 0 {
		return "No themes"
	}

	number := map[string]int{}
	judged := 0

	for _, theme := range p.Themes {
		if theme.Action != "" {
			number[theme.Action]++
		}

		if theme.Verdict != nil {
			judged += theme.Verdict.Judged
		}
	}

	summary := counted(len(p.Themes), "theme")
	if len(number) > 0 {
		summary += ": " + actions(number)
	}

	found := p.found(judged > 0)
	if found == "" {
		return summary + "; none checked"
	}

	return fmt.Sprintf("%s; %s, by WCAG 2.2 %s", summary, found, p.Level.Name)
}

// found counts the themes by what was found in them.
func (p Preview) found(isJudged bool) string {
	var found []string

	failing, unjudged := p.Count()
	switch {
	case failing > 0:
		found = append(found, counted(failing, "theme")+" with problems")
	case isJudged:
		found = append(found, "no problems found")
	}

	if unjudged > 0 {
		found = append(found, fmt.Sprintf("%d not fully checked", unjudged))
	}

	return strings.Join(found, ", ")
}

// actions lists what happens to how many themes, the most frequent first.
func actions(number map[string]int) string {
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
