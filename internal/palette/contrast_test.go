package palette_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// TestContrast_MatchesPublishedRatios compares with ratios that the W3C
// publishes in the test cases of the ACT rule "Text has minimum contrast"
// (afw4f7) and in "Understanding Non-text Contrast" of WCAG 2.2, rounded or
// truncated to these digits.
func TestContrast_MatchesPublishedRatios(t *testing.T) {
	tests := []struct {
		foreground, background string
		published, digit       float64
	}{
		{"#000", "#fff", 21, 1e-15},         // afw4f7, passed example 8
		{"#fff", "#fff", 1, 1e-15},          // by definition
		{"#333", "#FFF", 12.6, 0.1},         // afw4f7, passed example 1
		{"#000", "#666", 3.6, 0.1},          // afw4f7, passed example 5
		{"#0000EE", "#ffffff", 9.39, 0.01},  // afw4f7, passed example 10
		{"#AAA", "#ffffff", 2.3, 0.1},       // afw4f7, failed example 1
		{"#777", "#EEE", 3.85, 0.01},        // afw4f7, failed example 9
		{"#949494", "#fff", 3, 0.1},         // non-text contrast, button without boundary
		{"#E5E5E5", "#6221EA", 5.6, 0.1},    // non-text contrast, purple checkbox
		{"#FFF000", "#ffffff", 1.2, 0.1},    // non-text contrast, star rating
		{"#777777", "#FFFFFF", 4.478, 1e-3}, // the pair by which w3c/wcag#200 ruled rounding out
	}

	for _, test := range tests {
		got := palette.Contrast(mustParse(t, test.foreground), mustParse(t, test.background))
		if math.Abs(got-test.published) >= test.digit {
			t.Errorf("contrast of %s on %s is %v, published as %v", test.foreground, test.background, got, test.published)
		}
	}
}

// TestContrast_IsTheSameOnEveryProcessor compares every channel value and a table of pairs,
// to the last bit: Terraform refuses a saved plan if a function returns something else when
// it is applied. Make check also runs it without fused operations and for 386.
func TestContrast_IsTheSameOnEveryProcessor(t *testing.T) {
	var colors []palette.Color

	ratios := fnv.New64a()
	hash := func(a, b palette.Color) {
		_ = binary.Write(ratios, binary.BigEndian, palette.Contrast(a, b))
	}

	for i := range 256 {
		value := uint8(i)
		for _, color := range []palette.Color{{R: value}, {G: value}, {B: value}, {value, 255 - value, value / 2}} {
			hash(color, palette.Black)

			if i%16 == 3 {
				colors = append(colors, color)
			}
		}
	}

	for _, a := range colors {
		for _, b := range colors {
			hash(a, b)
		}
	}

	if got := ratios.Sum64(); got != 0xea52f551dcdfe255 {
		t.Errorf("the hash of all ratios is %#x", got)
	}
}

func TestText_IsTheModesOwnWithoutBackgrounds(t *testing.T) {
	for prefix, want := range map[string]palette.Color{palette.LightPrefix: palette.Black, palette.DarkPrefix: palette.White} {
		if got := palette.Text(prefix, palette.AAA); got != want {
			t.Errorf("text of %s is %s", prefix, got)
		}
	}
}
