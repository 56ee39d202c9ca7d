package preview

import (
	"fmt"
	"maps"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Verdict is what was found in the colors of the modes that a theme offers.
type Verdict struct {
	Problems []palette.Problem `json:"problems"`
	// Judged is the number of colors that were judged, and Offered the number of
	// colors that the modes have.
	Judged  int `json:"colors_judged"`
	Offered int `json:"colors_offered"`
	// Unjudged says which colors were not judged, and why. It is empty if all were
	// that are set.
	Unjudged string `json:"unjudged"`
}

// Judge returns the verdict on the colors of a theme.
func Judge(fields Fields, level palette.Level) *Verdict {
	shown, hidden := fields.colors()
	verdict := Verdict{
		Problems: append([]palette.Problem{}, palette.Problems(shown, level)...),
		Judged:   len(shown),
		Offered:  len(fields.modes()) * len(roles),
		Unjudged: unjudged(hidden),
	}
	// How the modes compare cannot be said without the hidden colors.
	if verdict.Unjudged != "" {
		verdict.Problems = slices.DeleteFunc(verdict.Problems, func(problem palette.Problem) bool {
			_, err := palette.Parse(problem.Value)
			return problem.Criterion == "" && err == nil
		})
	}
	return &verdict
}

// colors returns the colors of the modes that a theme offers by attribute: those
// that can be shown, and the reason of each that is hidden.
func (f Fields) colors() (shown map[string]string, hidden map[string]Hidden) {
	shown, hidden = map[string]string{}, map[string]Hidden{}
	for _, mode := range f.modes() {
		for _, role := range roles {
			value, isSet := f[mode.prefix+role]
			switch {
			case value.Hidden != "":
				hidden[mode.prefix+role] = value.Hidden
			case isSet:
				shown[mode.prefix+role] = value.String()
			}
		}
	}
	return shown, hidden
}

// unjudged says how many colors are hidden, and why.
func unjudged(hidden map[string]Hidden) string {
	reasons := slices.Compact(slices.Sorted(maps.Values(hidden)))
	switch {
	case len(hidden) == 0:
		return ""
	case len(reasons) > 1:
		return fmt.Sprintf("%d colors are %s or %s", len(hidden), reasons[0], reasons[1])
	case len(hidden) > 1:
		return fmt.Sprintf("%d colors are %s", len(hidden), reasons[0])
	default:
		return fmt.Sprintf("%s is %s", slices.Collect(maps.Keys(hidden))[0], reasons[0])
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
