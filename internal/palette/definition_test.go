package palette_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// verdict is what a palette is found to have: the attributes whose contrast is
// too low, an outline with the backgrounds on which it is, and swapped modes.
type verdict struct {
	Contrast  map[string][]string
	IsSwapped bool
}

// TestProblems_MatchDefinition compares with a second implementation.
func TestProblems_MatchDefinition(t *testing.T) {
	checkPalettes(t, func(t reporter, colors map[string]string, level palette.Level) {
		if diff := cmp.Diff(defined(colors, level), found(colors, level), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("problems of %v at %s (-want +got):\n%s", colors, level.Name, diff)
		}
	})
}

// found is the verdict of Problems, without outlines that pass on the
// backgrounds as they are.
func found(colors map[string]string, level palette.Level) verdict {
	got := verdict{Contrast: map[string][]string{}}

	for _, problem := range palette.Problems(colors, level) {
		switch {
		case problem.Criterion == nil:
			got.IsSwapped = true
		case !strings.Contains(problem.Message, " would have "):
			got.Contrast[problem.Attribute] = slices.Sorted(slices.Values(problem.Backgrounds))
		}
	}

	return got
}

// defined is the verdict by definition.
func defined(colors map[string]string, level palette.Level) verdict {
	want, means := verdict{Contrast: map[string][]string{}}, map[string]float64{}

	for mode, text := range map[string]string{"lm_": "#000000", "dm_": "#ffffff"} {
		var backgrounds []string

		for _, name := range []string{"dark", "light", "primary"} {
			if name = mode + name + "_background_color"; colors[name] != "" {
				backgrounds = append(backgrounds, name)
				// The contrast with black grows linearly with the luminance.
				means[mode] += contrast("#000000", colors[name])
			}
		}

		means[mode] /= float64(len(backgrounds))

		below := func(minimum float64, color string) []string {
			return slices.DeleteFunc(slices.Clone(backgrounds), func(name string) bool {
				return contrast(color, colors[name]) >= minimum
			})
		}

		if len(below(level.Text, "#000000")) > 0 && len(below(level.Text, "#ffffff")) > 0 {
			for _, name := range below(level.Text, text) {
				want.Contrast[name] = nil
			}
		}

		if outline := mode + "button_outline_color"; colors[outline] != "" && len(below(level.Outline, colors[outline])) > 0 {
			want.Contrast[outline] = below(level.Outline, colors[outline])
		}
	}

	// Comparisons with NaN, the mean of no background, are false.
	want.IsSwapped = means["lm_"] < means["dm_"]-1e-6

	return want
}

// contrast is a second implementation of palette.Contrast, for #rrggbb.
func contrast(a, b string) float64 {
	luminance := func(color string) float64 {
		var sum float64

		for i, share := range []float64{0.2126, 0.7152, 0.0722} {
			digits, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
			if err != nil {
				panic(err)
			}

			channel := float64(digits) / 255
			if channel <= 0.04045 {
				sum += share * channel / 12.92
			} else {
				sum += share * math.Pow((channel+0.055)/1.055, 2.4)
			}
		}

		return sum + 0.05
	}

	return max(luminance(a), luminance(b)) / min(luminance(a), luminance(b))
}
