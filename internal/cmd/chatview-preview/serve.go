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
func serve(ctx context.Context, from input, review review, stdout io.Writer) error {
	f := follower{input: from, review: review}
	f.hasChanged()
	service, err := loopback.Serve(review.settings.address, pages.Handler(f.current, http.NotFoundHandler()))
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
	last   os.FileInfo
	review review
}

// current returns what the pages show. It keeps the last plan while there is none
// that can be read, for example because it is being written.
func (f *follower) current() pages.Preview {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hasChanged() {
		if plan, err := f.input.read(); err != nil {
			f.last = nil // try again
		} else {
			f.review = newReview(plan, f.review.settings)
		}
	}
	return f.review.preview()
}

// hasChanged reports whether the file has changed since the last call.
func (f *follower) hasChanged() bool {
	info, err := os.Stat(f.input.name)
	if err != nil || f.input.name == "-" {
		return false
	}
	last := f.last
	f.last = info
	return last == nil || !info.ModTime().Equal(last.ModTime()) || info.Size() != last.Size()
}
