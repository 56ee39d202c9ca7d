package browser_test

import (
	"bytes"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
)

func TestBrowser_ScreenshotShowsCompletePageInScheme(t *testing.T) {
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

	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`<!doctype html><style>
			body { margin: 0; height: 2000px; background: #ff0000; }
			@media (prefers-color-scheme: dark) { body { background: #0000ff; } }
		</style>`))
	}))
	t.Cleanup(page.Close)

	tab, stop, err := browser.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	for scheme, want := range map[string]color.RGBA{"light": {R: 0xff, A: 0xff}, "dark": {B: 0xff, A: 0xff}} {
		picture, err := browser.Screenshot(tab, page.URL, scheme, 700)
		if err != nil {
			t.Fatal(err)
		}

		drawn, err := png.Decode(bytes.NewReader(picture))
		if err != nil {
			t.Fatal(err)
		}

		if size := drawn.Bounds().Size(); size.X != 700 || size.Y != 2000 {
			t.Errorf("%s: the size is %v", scheme, size)
		}

		if got := color.RGBAModel.Convert(drawn.At(699, 1999)); got != want {
			t.Errorf("%s: the last pixel is %v, want %v", scheme, got, want)
		}
	}

	stop()
	wantEmpty(t, temporary)
}

// wantEmpty fails the test unless nothing is in a folder.
func wantEmpty(t *testing.T, folder string) {
	t.Helper()

	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}

	for _, entry := range left {
		t.Errorf("%s was not removed", entry.Name())
	}
}
