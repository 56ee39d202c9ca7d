package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/chatview/terraform-provider-chatview/internal/loopback"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// reviewer reviews plans, and again after their files have changed.
type reviewer struct {
	options options
	stdin   io.Reader

	mu     sync.Mutex
	stamp  string // of the files that were read last
	review review
	shown  *preview.Preview
	err    error
}

// current returns what the page shows, the same until a file changes. With an
// error, it is not what the files have, because one of them cannot be read.
func (r *reviewer) current() (*preview.Preview, error) {
	r.mu.Lock()
	defer r.mu.Unlock()

	if r.stamp == once {
		return r.shown, r.err
	}

	stamp, err := stampOf(r.options.plans)
	if err != nil {
		return r.shown, err
	}

	if stamp != r.stamp {
		r.stamp, r.err = stamp, r.read()
	}

	return r.shown, r.err
}

// read reads and reviews the plans.
func (r *reviewer) read() error {
	var plans []*plan

	for _, name := range r.options.plans {
		plan, err := readPlan(name, r.stdin)
		if err != nil {
			return err
		}

		plans = append(plans, plan)
	}

	r.review = newReview(plans, r.options)
	r.shown = r.review.preview()

	return nil
}

// once is the stamp if one of the files is a pipe, which can be read only once.
const once = "once"

// stampOf tells the versions of files apart.
func stampOf(names []string) (string, error) {
	stamp := ""

	for _, name := range names {
		if name == "-" {
			return once, nil
		}

		file, err := os.Stat(name)
		if err != nil {
			return "", fmt.Errorf("read the plan: %w", err)
		}

		if !file.Mode().IsRegular() {
			return once, nil
		}

		stamp += fmt.Sprintf("%d %d,", file.ModTime().UnixNano(), file.Size())
	}

	return stamp, nil
}

// serve serves the page until ctx ends.
func (r *reviewer) serve(ctx context.Context, stdout io.Writer) error {
	err := loopback.Serve(ctx, r.options.address, preview.Handler(r.current, http.NotFoundHandler()), func(url string) {
		_, _ = fmt.Fprintf(stdout, "The page is at %s until Ctrl+C.\n", url)
	})
	if err != nil {
		return fmt.Errorf("-address: %w", err)
	}

	return nil
}

// maxSize is the size in bytes of the largest plan that is read.
const maxSize = 1 << 30

// readPlan reads the plan in a file, or in standard input if its name is "-".
func readPlan(name string, from io.Reader) (*plan, error) {
	source := name
	if name == "-" {
		source = "standard input"
		if isDevice(from) {
			return nil, fmt.Errorf("%s %w", source, notPlan("a terminal or another device"))
		}
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the plan: %w", err)
		}
		defer func() { _ = file.Close() }()

		from = file
	}
	// PowerShell redirects in UTF-16 with a byte order mark.
	content, err := io.ReadAll(io.LimitReader(transform.NewReader(from, unicode.BOMOverride(transform.Nop)), maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the plan: %w", err)
	}

	p, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s %w", source, err)
	}

	p.name = name

	return p, nil
}

// isDevice reports whether from is a character device, which is nearly always a
// terminal.
func isDevice(from io.Reader) bool {
	file, isFile := from.(*os.File)
	if !isFile {
		return false
	}

	info, err := file.Stat()

	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
