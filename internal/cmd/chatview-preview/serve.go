package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// serve serves the pages until ctx ends.
func serve(ctx context.Context, f *follower, stdout io.Writer) error {
	service, err := loopback.Serve(f.settings.address, pages.Handler(f.current, http.NotFoundHandler()))
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

	mu     sync.Mutex
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
		f.review, f.modified, f.size = newReview(plan, f.settings), info.ModTime(), info.Size()
	}
	return f.review.preview()
}
