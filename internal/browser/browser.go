// Package browser runs a headless Chromium, to test the page of package preview
// and to take its picture.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// errNotInstalled reports that no browser was found.
var errNotInstalled = errors.New("found no Chromium or Chrome: install one and add it to the PATH, " +
	"on Debian with apt-get install chromium")

// Start runs a browser with a new profile until stop is called or ctx ends. It
// returns the context for chromedp's actions in its first tab. stop waits until
// the browser has ended and removes its files.
func Start(ctx context.Context) (tab context.Context, stop func(), err error) {
	// Ubuntu lets Chrome create a sandbox, but not every Chromium.
	if chrome, err := exec.LookPath("google-chrome"); err == nil {
		return start(ctx, chromedp.ExecPath(chrome))
	}

	return start(ctx)
}

func start(ctx context.Context, program ...chromedp.ExecAllocatorOption) (tab context.Context, stop func(), err error) {
	// Chromium leaves temporary files behind.
	temporary, err := os.MkdirTemp("", "chatview-browser-")
	if err != nil {
		return nil, nil, fmt.Errorf("start the browser: %w", err)
	}

	options := append(append(chromedp.DefaultExecAllocatorOptions[:], program...),
		chromedp.Env("TMPDIR="+temporary),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true), // in screenshots
	)
	allocator, release := chromedp.NewExecAllocator(ctx, options...)
	tab, closeTab := chromedp.NewContext(allocator)

	stop = func() {
		closeTab()
		release()

		// Failing to remove a temporary folder has no consequence.
		_ = os.RemoveAll(temporary)
	}

	if err := chromedp.Do(tab); err != nil {
		stop()

		if errors.Is(err, exec.ErrNotFound) {
			return nil, nil, errNotInstalled
		}

		return nil, nil, fmt.Errorf("start the browser: %w", err)
	}

	return tab, stop, nil
}

// PreferColorScheme sets the color scheme that the user prefers, light or dark.
func PreferColorScheme(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})

		return err
	})
}

// Screenshot returns a PNG of a complete page, width CSS pixels wide, for a
// user who prefers the color scheme light or dark.
func Screenshot(tab context.Context, url, scheme string, width int64) ([]byte, error) {
	// A screenshot is at least as high as the window.
	const height = 200

	if err := chromedp.Do(tab,
		chromedp.EmulateViewport(width, height),
		PreferColorScheme(scheme),
		chromedp.Navigate(url),
	); err != nil {
		return nil, fmt.Errorf("open %s: %w", url, err)
	}

	const asPNG = 100

	picture, err := chromedp.Run(tab, chromedp.FullScreenshot(asPNG))
	if err != nil {
		return nil, fmt.Errorf("take a screenshot of %s: %w", url, err)
	}

	return picture, nil
}
