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
	for _, output := range []struct {
		flag, name string
		write      func(name string) error
	}{
		{"-markdown", o.settings.markdown, func(name string) error { return o.writeText(name, o.table) }},
		{"-json", o.settings.json, func(name string) error { return o.writeText(name, o.json) }},
		{"-html", o.settings.html, o.writePages},
		{"-screenshot", o.settings.screenshot, func(name string) error { return o.takePictures(ctx, name) }},
	} {
		if output.name == "" {
			continue
		}
		if err := output.write(output.name); err != nil {
			return fmt.Errorf("%s: %w", output.flag, err)
		}
	}
	return nil
}

// writeText writes a file, or standard output if its name is "-".
func (o outputs) writeText(name string, render func() (string, error)) error {
	text, err := render()
	switch {
	case err != nil:
		return err
	case name == "-":
		_, err := io.WriteString(o.stdout, text)
		return err
	default:
		return o.writeFile(name, []byte(text))
	}
}

// writeFile writes a file, and says so.
func (o outputs) writeFile(name string, content []byte) error {
	err := os.WriteFile(name, content, 0o644)
	if err == nil {
		_, _ = fmt.Fprintf(o.messages, "Wrote %s\n", name)
	}
	return err
}

// writePages writes the pages to a folder.
func (o outputs) writePages(folder string) error {
	err := pages.Write(folder, o.preview())
	if err == nil {
		_, _ = fmt.Fprintf(o.messages, "Wrote %s\n", filepath.Join(folder, "index.html"))
	}
	return err
}

// takePictures writes a picture of each theme that the plan applies, and one of the
// list.
func (o outputs) takePictures(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
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
		return o.writeFile(filepath.Join(folder, name+".png"), picture)
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
