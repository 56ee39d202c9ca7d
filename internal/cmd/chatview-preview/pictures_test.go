package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// pictured is the plan of the picture in README.md.
const pictured = "../../preview/screenshots/plan.json"

func TestPicture_HasPalettesOfToday(t *testing.T) {
	plan, err := input{name: pictured}.read()
	if err != nil {
		t.Fatal(err)
	}
	shown := themesOf(plan, settings{})[0]
	for brand, fields := range map[palette.Color]pages.Fields{{R: 0x70, G: 0x48, B: 0xe8}: shown.Before, {R: 0xf0, G: 0x8c}: shown.After} {
		for name, want := range palette.Derive(brand).Colors() {
			if got := fields.Text(name); strings.HasPrefix(name, palette.LightPrefix) && got != want {
				t.Errorf("%s of %v is %s, want %s: plan again, and draw the picture in README.md again", name, brand, got, want)
			}
		}
	}
}

func TestBrowser_PicturesAreOfAppliedThemes(t *testing.T) {
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}
	// The path of t.TempDir is too long for Chromium's socket.
	temporary, err := os.MkdirTemp("", "b")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temporary) })
	t.Setenv("TMPDIR", temporary)
	removed := changeOf("removed", []string{"delete"}, fieldsOf("3", "#fff"), nil)
	if code, _, stderr := previewed(t, planOf(t, nil, good, bad, removed), "-screenshot", temporary); code != exitOK {
		t.Fatal(stderr)
	}
	files, err := filepath.Glob(filepath.Join(temporary, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if picture, err := png.DecodeConfig(bytes.NewReader(content)); err != nil || picture.Width != 1280 || picture.Height < 300 {
			t.Errorf("%s: %+v, error %v", file, picture, err)
		}
	}
	if diff := cmp.Diff([]string{"bad.png", "good.png", "overview.png"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
