package preview_test

import (
	"context"
	_ "embed"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// tab is a tab of a headless browser, and the test that uses it. Its methods end the test
// if they fail.
type tab struct {
	*testing.T

	context context.Context // chromedp's handle of the tab
}

// openTab opens a tab in a browser with a new profile, or skips the test unless
// TEST_BROWSER is set.
func openTab(t *testing.T) tab {
	t.Helper()

	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}

	allocator, release := chromedp.NewExecAllocator(t.Context(), browserOptions(t)...)
	t.Cleanup(release)

	handle, closeTab := chromedp.NewContext(allocator)
	t.Cleanup(closeTab)

	err := chromedp.Do(handle)
	if errors.Is(err, exec.ErrNotFound) {
		t.Fatal("found no Chromium or Chrome: install one and add it to the PATH, on Debian with apt-get install chromium")
	}

	if err != nil {
		t.Fatal(err)
	}

	return tab{T: t, context: handle}
}

func browserOptions(t *testing.T) []chromedp.ExecAllocatorOption {
	t.Helper()

	// Chromium leaves temporary files behind. The path of t.TempDir is too long
	// for its socket.
	temporary, err := os.MkdirTemp("", "chatview-browser-")
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = os.RemoveAll(temporary) })

	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.Env("TMPDIR="+temporary),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true), // in screenshots
	)
	// Ubuntu lets Chrome create a sandbox, but not every Chromium.
	if chrome, err := exec.LookPath("google-chrome"); err == nil {
		options = append(options, chromedp.ExecPath(chrome))
	}

	return options
}

// visit opens a page in a window of a width in CSS pixels, for a user who prefers
// the color scheme light or dark.
func (t tab) visit(url, scheme string, width int64) {
	t.Helper()

	const height = 900 // at least that of a screenshot

	if err := chromedp.Do(t.context, chromedp.EmulateViewport(width, height), media("", scheme, "none"), chromedp.Navigate(url)); err != nil {
		t.Fatalf("open %s: %v", url, err)
	}
}

// media makes the page one for a medium, such as print, a color scheme, and
// colors that are forced ("active") or not ("none"), in a window that has the focus.
func media(name, scheme, forced string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
			return err
		}

		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: name, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced}},
		})

		return err
	})
}

// screenshot returns a PNG of the complete page.
func (t tab) screenshot() []byte {
	t.Helper()

	const asPNG = 100

	picture, err := chromedp.Run(t.context, chromedp.FullScreenshot(asPNG))
	if err != nil {
		t.Fatal(err)
	}

	return picture
}

// await waits until a script returns true, in this page or in one that follows.
func (t tab) await(script string) {
	t.Helper()

	poll := chromedp.Poll[bool](script, chromedp.WithPollingTimeout(10*time.Second))

	_, err := chromedp.Run(t.context, poll)
	for attempt := 0; err != nil && attempt < 5 && !errors.Is(err, chromedp.ErrPollingTimeout); attempt++ {
		_, err = chromedp.Run(t.context, poll) // the page was loaded again
	}

	if err != nil {
		t.Fatalf("%s did not become true: %v", script, err)
	}
}

// eval returns the value of a script.
func eval[V any](t tab, script string) V {
	t.Helper()

	value, err := chromedp.Run(t.context, chromedp.Evaluate[V](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}

	return value
}

// audit is a script that lists the accessibility problems of a page.
//
//go:embed testdata/audit.js
var audit string

// openAll opens every part of a page.
const openAll = `document.querySelectorAll("details").forEach((each) => { each.open = true; })`

// serve serves the page of a preview. It returns a function that replaces the
// preview.
func serve(t *testing.T, p *preview.Preview) (show func(*preview.Preview), server *httptest.Server) {
	t.Helper()

	var current atomic.Value // http.Handler

	show = func(p *preview.Preview) { current.Store(preview.Handler(p)) }
	show(p)

	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { current.Load().(http.Handler).ServeHTTP(w, r) }))
	t.Cleanup(server.Close)

	return show, server
}

// fileOf writes a page to a file, and returns its address.
func fileOf(t *testing.T, p *preview.Preview) string {
	t.Helper()

	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, preview.Render(p), 0o600); err != nil {
		t.Fatal(err)
	}

	return "file://" + file
}
