package main

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBrowser_ScreenshotsShowBothModes(t *testing.T) {
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}

	useMirror(t)

	dir, _, _ := writeConfiguration(t)
	pictures := filepath.Join(t.TempDir(), "pictures")

	// The lock file has a version that is not in the mirror.
	if err := os.Remove(filepath.Join(dir, lockFile)); err != nil {
		t.Fatal(err)
	}

	shortTemporary(t)

	if code, _, stderr := previewed(t, "-screenshot", pictures, "-var=id=42", dir); code != exitOK {
		t.Fatal(stderr)
	}

	entries, err := os.ReadDir(pictures)
	if err != nil {
		t.Fatal(err)
	}

	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}

	if diff := cmp.Diff([]string{"chatview_appearance.local.png", "module.theme.chatview_appearance.this.png", "overview.png"}, names); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}

	for name, least := range map[string]float64{"module.theme.chatview_appearance.this.png": 0.05, "overview.png": 0.01} {
		for _, want := range []color.RGBA{{R: 0xff, G: 0xf3, B: 0xbf, A: 0xff}, {R: 0x0b, G: 0x2b, B: 0x40, A: 0xff}} {
			if share := shareOf(t, filepath.Join(pictures, name), want); share < least {
				t.Errorf("%v covers %.3f of %s", want, share, name)
			}
		}
	}
}

// shareOf returns the share of an image's pixels that have a color.
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

func TestFileName_HasNoSpecialCharacters(t *testing.T) {
	for address, want := range map[string]string{
		`chatview_appearance.tenant["north"]`:                 "chatview_appearance.tenant-north",
		`module.a[0].chatview_appearance.x["../ä b:*?<>|\\"]`: "module.a-0.chatview_appearance.x-..-b-",
	} {
		if got := fileName(address); got != want {
			t.Errorf("%s gives %s, want %s", address, got, want)
		}
	}
}
