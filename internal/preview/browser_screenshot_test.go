package preview_test

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"testing"
)

func TestBrowser_ScreenshotShowsCompletePageInScheme(t *testing.T) {
	temporary, err := os.MkdirTemp("", "b")
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = os.RemoveAll(temporary) })
	t.Setenv("TMPDIR", temporary)

	t.Run("pictures", func(t *testing.T) {
		b := openTab(t)

		for scheme, want := range map[string]color.RGBA{"light": {R: 0xff, A: 0xff}, "dark": {B: 0xff, A: 0xff}} {
			b.visit(`data:text/html,<!doctype html><style>
				body { margin: 0; height: 2000px; background: rgb(255, 0, 0) }
				@media (prefers-color-scheme: dark) { body { background: rgb(0, 0, 255) } }
			</style>`, scheme, 700)

			picture, err := png.Decode(bytes.NewReader(b.screenshot()))
			if err != nil {
				t.Fatal(err)
			}

			if size := picture.Bounds().Size(); size.X != 700 || size.Y != 2000 {
				t.Errorf("%s: the size is %v", scheme, size)
			}

			if got := color.RGBAModel.Convert(picture.At(699, 1999)); got != want {
				t.Errorf("%s: the last pixel is %v, want %v", scheme, got, want)
			}
		}
	})

	left, err := os.ReadDir(temporary)
	if len(left) > 0 || err != nil {
		t.Errorf("not removed: %v, error %v", left, err)
	}
}
