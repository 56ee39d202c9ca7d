package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// outputs writes what the flags ask for.
type outputs struct {
	review
	stdout io.Writer
	// messages is where the summary goes, and what was written.
	messages io.Writer
}

func (o outputs) write(ctx context.Context) error {
	summary, err := o.summary()
	if err == nil {
		_, err = io.WriteString(o.messages, summary)
	}
	if err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}
	if err := o.writeText("-markdown", o.settings.markdown, o.table); err != nil {
		return err
	}
	if err := o.writeText("-json", o.settings.json, o.json); err != nil {
		return err
	}
	if folder := o.settings.html; folder != "" {
		if err := pages.Write(folder, o.preview()); err != nil {
			return fmt.Errorf("-html: %w", err)
		}
		o.report(filepath.Join(folder, "index.html"))
	}
	if o.settings.screenshot != "" {
		if err := o.takePictures(ctx); err != nil {
			return fmt.Errorf("-screenshot: %w", err)
		}
	}
	return nil
}

// report says which file was written.
func (o outputs) report(file string) {
	_, _ = fmt.Fprintf(o.messages, "Wrote %s\n", file)
}

// writeText writes the file of a flag, or standard output if it is "-".
func (o outputs) writeText(flag, file string, render func() (string, error)) error {
	if file == "" {
		return nil
	}
	text, err := render()
	switch {
	case err != nil:
	case file == "-":
		_, err = io.WriteString(o.stdout, text)
	default:
		if err = os.WriteFile(file, []byte(text), 0o644); err == nil {
			o.report(file)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// takePictures writes a picture of each theme that the plan applies, and one of the
// list.
func (o outputs) takePictures(ctx context.Context) error {
	if err := os.MkdirAll(o.settings.screenshot, 0o750); err != nil {
		return err
	}
	shown := o.preview()
	service, err := loopback.Serve("127.0.0.1:0", pages.Handler(func() pages.Preview { return shown }, http.NotFoundHandler()))
	if err != nil {
		return err
	}
	defer func() { _ = service.Close() }()
	tab, stop, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer stop()
	take := func(key, name string) error {
		const width = 1280 // CSS pixels
		picture, err := browser.Screenshot(tab, service.URL+pages.PicturePath(key), "light", width)
		if err != nil {
			return err
		}
		file := filepath.Join(o.settings.screenshot, name+".png")
		o.report(file)
		return os.WriteFile(file, picture, 0o644)
	}
	if err := take("index", "overview"); err != nil {
		return err
	}
	for i, key := range pages.Keys(shown.Themes) {
		if !o.Themes[i].IsApplied {
			continue
		}
		if err := take(key, key); err != nil {
			return err
		}
	}
	return nil
}
