package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// serve serves the pages until ctx ends.
func serve(ctx context.Context, from input, review review, settings settings, stdout io.Writer) error {
	follower := follower{input: from, settings: settings, shown: review.pages()}
	follower.hasChanged()

	service, err := loopback.Serve(settings.address, pages.Handler(follower.current, http.NotFoundHandler()))
	if err != nil {
		return fmt.Errorf("-address: %w", err)
	}

	_, _ = fmt.Fprintf(stdout, "The pages are at %s until Ctrl+C.\n", service.URL)
	<-ctx.Done()

	return service.Close()
}

// follower reads the plan again after its file has changed.
type follower struct {
	input    input
	settings settings

	mu    sync.Mutex
	last  os.FileInfo
	shown pages.Preview
}

// current returns what the pages show. It keeps the last plan while there is none
// that can be read, for example because it is being written.
func (f *follower) current() pages.Preview {
	f.mu.Lock()
	defer f.mu.Unlock()

	if !f.hasChanged() {
		return f.shown
	}

	plan, err := f.input.read()
	if err != nil {
		f.last = nil // try again

		return f.shown
	}

	f.shown = newReview(plan, f.settings).pages()

	return f.shown
}

// hasChanged reports whether the file has changed since the last call.
func (f *follower) hasChanged() bool {
	if f.input.name == "-" {
		return false
	}

	info, err := os.Stat(f.input.name)
	if err != nil {
		return false
	}

	last := f.last
	f.last = info

	return last == nil || !info.ModTime().Equal(last.ModTime()) || info.Size() != last.Size()
}
