package palette_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

func TestParse_AcceptsHexAndNames(t *testing.T) {
	for text, want := range map[string]palette.Color{
		"#1864ab": {R: 0x18, G: 0x64, B: 0xab},
		"#1864AB": {R: 0x18, G: 0x64, B: 0xab},
		"#f0a":    {R: 0xff, G: 0x00, B: 0xaa},
		"#FFF":    palette.White,
		"#000000": palette.Black,
		"white":   palette.White,
		"Tomato":  {R: 0xff, G: 0x63, B: 0x47},

		"RebeccaPurple": {R: 0x66, G: 0x33, B: 0x99},
	} {
		if got, err := palette.Parse(text); err != nil || got != want {
			t.Errorf("%s is %v, error %v, want %v", text, got, err, want)
		}
	}
}

func TestParse_RejectsEverythingElse(t *testing.T) {
	for _, text := range []string{
		"", "#", "reddish", "inherit", "1864ab", "#1864a", "#1864abc", "#18", "#1864ag", " #1864ab", "#1864ab ", "##1864a",
		"#+1864a", "#-12345", "#0x123", "#1_2_3a", "#ff00ff80", "#fff8", "#é1é", "rgb(0,0,0)", "＃1864ab",
		"pin\u212a", "p\u0130nk", "blac\u212a", // whose lower case is that of ASCII letters in Unicode
	} {
		if got, err := palette.Parse(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// anyColor generates colors of all kinds, grays and near-grays included.
func anyColor() *rapid.Generator[palette.Color] {
	channel := rapid.Byte()

	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) palette.Color {
			return palette.Color{R: channel.Draw(t, "red"), G: channel.Draw(t, "green"), B: channel.Draw(t, "blue")}
		}),
		rapid.Custom(func(t *rapid.T) palette.Color {
			gray := channel.Draw(t, "gray")

			return palette.Color{R: gray, G: gray, B: gray + byte(rapid.IntRange(-2, 2).Draw(t, "tinge"))}
		}),
	)
}

// fataler is the common part of testing.T and rapid.T.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

func mustParse(t fataler, text string) palette.Color {
	t.Helper()

	color, err := palette.Parse(text)
	if err != nil {
		t.Fatal(text, err)
	}

	return color
}
