package preview

import (
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Problem is a problem of a theme.
type Problem struct {
	palette.Problem

	// IsAlsoLastApplied reports that the plan changes no color of its mode,
	// which users had before. To compare the problems instead would pass a
	// complete redesign from one bad outline to another.
	IsAlsoLastApplied bool `json:"also_last_applied"`
}

// isOfBothModes reports whether light mode is darker than dark mode.
func (p Problem) isOfBothModes() bool {
	_, err := palette.Parse(p.Value)
	return p.Criterion == nil && err == nil
}

// MarkLastApplied marks the problems that were also last applied.
func (t Theme) MarkLastApplied() {
	for i := range t.Verdict.Problems {
		p := &t.Verdict.Problems[i]
		p.IsAlsoLastApplied = !slices.ContainsFunc(modes, func(m mode) bool {
			return (p.isOfBothModes() || strings.HasPrefix(p.Attribute, m.prefix)) && !t.keeps(m)
		})
	}
}

// keeps reports whether users had a mode before, and the plan changes none of
// its colors, not even hidden ones.
func (t Theme) keeps(m mode) bool {
	isUnclear := t.Before["theme_mode"].Hidden != "" && slices.Contains(t.Changed, "theme_mode")

	return t.Before != nil && m.isOffered(t.Before) && !isUnclear && !slices.ContainsFunc(m.attributes, func(name string) bool {
		return slices.Contains(t.Changed, name) || t.Before[name].Hidden.isOfAll() || t.After[name].Hidden.isOfAll()
	})
}
