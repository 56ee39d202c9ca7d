package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// pictureWidth is in CSS pixels.
const pictureWidth = 1280

// takePictures writes a picture of each theme that the plan applies, and one of the
// list.
func (o outputs) takePictures(ctx context.Context) error {
	folder := o.settings.screenshot
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return fmt.Errorf("-screenshot: %w", err)
	}

	shown := o.review.pages()

	service, err := loopback.Serve("127.0.0.1:0", pages.Handler(func() pages.Preview { return shown }, http.NotFoundHandler()))
	if err != nil {
		return fmt.Errorf("-screenshot: %w", err)
	}
	defer service.Close()

	tab, stop, err := browser.Start(ctx)
	if err != nil {
		return fmt.Errorf("-screenshot: %w", err)
	}
	defer stop()

	take := func(path, name string) error {
		picture, err := browser.Screenshot(tab, service.URL+path+"?picture", "light", pictureWidth)
		if err == nil {
			err = o.writeFile("-screenshot", filepath.Join(folder, name+".png"), picture)
		}

		return err
	}

	if err := take("/", "overview"); err != nil {
		return err
	}

	for i, key := range pages.Keys(shown.Themes) {
		if !o.review.themes[i].action.isApplied {
			continue
		}

		if err := take(pages.ThemePath(key), key); err != nil {
			return err
		}
	}

	return nil
}
