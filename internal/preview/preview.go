package preview

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Preview is what the pages show.
type Preview struct {
	// Notes are sentences about all themes.
	Notes []string
	// Themes are in the order to list them.
	Themes []Theme
	// Sources are the data sources of the mock server.
	Sources []Source
	// Level is the WCAG level of the verdicts.
	Level palette.Level
}

// Source is a data source. Its settings may be secret, so none is shown.
type Source struct {
	ID         int64
	Name, Type string
}

// Count returns the number of themes with problems, and of those that are
// unjudged.
func (p Preview) Count() (failing, unjudged int) {
	for _, theme := range p.Themes {
		if theme.Verdict != nil {
			failing += min(len(theme.Verdict.Problems), 1)
			unjudged += min(len(theme.Verdict.Unjudged), 1)
		}
	}
	return failing, unjudged
}

// Summary counts the themes.
func (p Preview) Summary() string {
	failing, unjudged := p.Count()
	text := fmt.Sprintf("%s, %d with problems", counted(len(p.Themes), "theme"), failing)
	if unjudged > 0 {
		text += fmt.Sprintf(", %d unjudged", unjudged)
	}
	return text + ", by WCAG 2.2 " + p.Level.Name
}

// Verdict is what was found in the colors of the modes that a theme offers.
type Verdict struct {
	Problems []palette.Problem `json:"problems"`
	// Judged is the number of colors that were judged, and Offered the number
	// of colors that the modes have.
	Judged  int `json:"colors_judged"`
	Offered int `json:"colors_offered"`
	// Unjudged says which colors were not judged, and why. It is empty if all
	// were that are set.
	Unjudged string `json:"unjudged"`
}

// Judge returns the verdict on the colors of a theme.
func Judge(fields Fields, level palette.Level) *Verdict {
	shown, hidden := map[string]string{}, map[string]Hidden{}
	var verdict Verdict
	for _, m := range modes {
		if !m.isOffered(fields) {
			continue
		}
		for _, role := range roles {
			verdict.Offered++
			switch value, isSet := fields[m.prefix+role.name]; {
			case value.Hidden != "":
				hidden[m.prefix+role.name] = value.Hidden
			case isSet:
				shown[m.prefix+role.name] = value.String()
			}
		}
	}
	verdict.Judged, verdict.Unjudged = len(shown), unjudged(hidden)
	// The hidden colors decide how the modes compare.
	verdict.Problems = slices.DeleteFunc(append([]palette.Problem{}, palette.Problems(shown, level)...), func(p palette.Problem) bool {
		_, err := palette.Parse(p.Value)
		return len(hidden) > 0 && p.Criterion == nil && err == nil
	})
	return &verdict
}

// unjudged says how many colors are hidden, and why.
func unjudged(hidden map[string]Hidden) string {
	names := slices.Collect(maps.Keys(hidden))
	var reasons []string
	for _, reason := range slices.Compact(slices.Sorted(maps.Values(hidden))) {
		reasons = append(reasons, string(reason))
	}
	why := strings.Join(reasons, " or ")
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " is " + why
	default:
		return fmt.Sprintf("%d colors are %s", len(names), why)
	}
}

// String says in a few words what was found.
func (v Verdict) String() string {
	share := fmt.Sprintf(" found in %d of %d colors", v.Judged, v.Offered)
	found := "No problems" + share
	switch {
	case len(v.Problems) > 0:
		found = counted(len(v.Problems), "problem") + share
	case v.Judged == 0 && v.Unjudged == "":
		return "No colors set"
	case v.Judged == 0:
		return "Unjudged: " + v.Unjudged
	}
	if v.Unjudged != "" {
		found += "; unjudged: " + v.Unjudged
	}
	return found
}

func counted(number int, singular string) string {
	if number == 1 {
		return "1 " + singular
	}
	return fmt.Sprintf("%d %ss", number, singular)
}
