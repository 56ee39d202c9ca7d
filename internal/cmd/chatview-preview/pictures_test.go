package main

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// TestBrowser_PictureInReadmeIsCurrent draws the picture of README.md again, and
// checks that its plan has the palettes that the provider derives today.
func TestBrowser_PictureInReadmeIsCurrent(t *testing.T) {
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}
	plan, err := os.ReadFile("../../preview/screenshots/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	// The path of t.TempDir is too long for Chromium's socket.
	temporary, err := os.MkdirTemp("", "b")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temporary) })
	t.Setenv("TMPDIR", temporary)
	if code, _, stderr := previewed(t, string(plan), "-screenshot", temporary); code != exitOK {
		t.Fatal(stderr)
	}
	files, err := filepath.Glob(filepath.Join(temporary, "*"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(temporary, "chatview_appearance.sales.png"), filepath.Join(temporary, "overview.png")}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	for _, file := range append(files, "../../preview/screenshots/chatview_appearance.sales.png") {
		for _, brand := range []palette.Color{{R: 0x70, G: 0x48, B: 0xe8}, {R: 0xf0, G: 0x8c}} {
			background := palette.Derive(brand).Light.PrimaryBackground
			if share := shareOf(t, file, color.RGBA{R: background.R, G: background.G, B: background.B, A: 0xff}); share < 0.05 {
				t.Errorf("%v covers %.3f of %s", background, share, file)
			}
		}
	}
}

// shareOf returns the share of a picture's pixels that have a color.
func shareOf(t *testing.T, file string, wanted color.RGBA) float64 {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Bounds().Size()
	found := 0
	for y := range size.Y {
		for x := range size.X {
			if color.RGBAModel.Convert(picture.At(x, y)) == wanted {
				found++
			}
		}
	}
	return float64(found) / float64(size.X*size.Y)
}
