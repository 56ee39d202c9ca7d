package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// outputs writes what the flags ask for.
type outputs struct {
	review

	stdout   io.Writer
	messages io.Writer // for the summary, and what was written
}

func (o outputs) write(ctx context.Context) error {
	summary, err := o.text("summary.txt", o.Themes)
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
		{"-markdown", o.settings.markdown, o.writeTable},
		{"-json", o.settings.json, o.writeJSON},
		{"-html", o.settings.html, o.writePages},
		{"-screenshot", o.settings.screenshot, func(folder string) error { return o.takePictures(ctx, folder) }},
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

func (o outputs) writeTable(file string) error {
	table, err := o.table()
	if err != nil {
		return err
	}
	return o.writeFile(file, []byte(table))
}

func (o outputs) writeJSON(file string) error {
	var result bytes.Buffer
	encoder := json.NewEncoder(&result)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(o.review); err != nil {
		return err
	}
	return o.writeFile(file, result.Bytes())
}

func (o outputs) writePages(folder string) error {
	if err := pages.Write(folder, o.preview()); err != nil {
		return err
	}
	return o.wrote(filepath.Join(folder, "index.html"))
}

// takePictures writes a picture of each theme that the plan applies, and one of
// the list.
func (o outputs) takePictures(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	shown := o.preview()
	service, err := loopback.Serve("127.0.0.1:0", pages.Handler(func() (*pages.Preview, error) { return &shown, nil }, http.NotFoundHandler()))
	if err != nil {
		return err
	}
	defer func() { _ = service.Close() }()
	tab, stop, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer stop()
	pictures := [][2]string{{"index", "overview"}} // a page, and the file without extension
	for i, key := range pages.Keys(shown.Themes) {
		if shown.Themes[i].IsApplied {
			pictures = append(pictures, [2]string{key, key})
		}
	}
	for _, picture := range pictures {
		const width = 1280 // CSS pixels
		content, err := browser.Screenshot(tab, service.URL+pages.PicturePath(picture[0]), "light", width)
		if err != nil {
			return err
		}
		if err := o.writeFile(filepath.Join(folder, picture[1]+".png"), content); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file, or standard output if its name is "-".
func (o outputs) writeFile(name string, content []byte) error {
	if name == "-" {
		_, err := o.stdout.Write(content)
		return err
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		return err
	}
	return o.wrote(name)
}

func (o outputs) wrote(file string) error {
	_, err := fmt.Fprintf(o.messages, "Wrote %s\n", file)
	return err
}

// serve serves the pages until ctx ends.
func serve(ctx context.Context, f *follower, stdout io.Writer) error {
	current := func() (*pages.Preview, error) {
		shown := f.current()
		return &shown, nil
	}
	service, err := loopback.Serve(f.review.settings.address, pages.Handler(current, http.NotFoundHandler()))
	if err != nil {
		return fmt.Errorf("-address: %w", err)
	}
	_, _ = fmt.Fprintf(stdout, "The pages are at %s until Ctrl+C.\n", service.URL)
	<-ctx.Done()
	return service.Close()
}

// follower reads the plan again after its file has changed.
type follower struct {
	mu     sync.Mutex
	input  input
	review review
	// modified and size are those of the file that was read last.
	modified time.Time
	size     int64
}

// current returns what the pages show. It keeps the last plan while there is
// none that can be read, for example because it is being written.
func (f *follower) current() pages.Preview {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.input.name)
	if f.input.name == "-" || err != nil || info.ModTime().Equal(f.modified) && info.Size() == f.size {
		return f.review.preview()
	}
	if plan, err := f.input.read(); err == nil {
		f.review, f.modified, f.size = newReview(plan, f.review.settings), info.ModTime(), info.Size()
	}
	return f.review.preview()
}
