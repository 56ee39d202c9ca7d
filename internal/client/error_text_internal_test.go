package client

import (
	"context"
	"testing"
)

// endingContext ends after Err was called a number of times.
type endingContext struct {
	context.Context //nolint:containedctx // it is one

	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}

	return nil
}

func TestErrorText_CancelingStopsTheSearch(t *testing.T) {
	o := operation{secrets: func() secrets { return newSecrets() }}

	for body, wants := range map[string][]string{
		`["A.","B."]`: {restNotShown, restNotShown, "A. " + restNotShown, "A. B."},
		"A.":          {restNotShown, restNotShown, "A."},
		"<p>A.":       {restNotShown, "A."},
	} {
		for left, want := range wants {
			if _, got := o.errorText(&endingContext{t.Context(), left}, "", []byte(body), nil); got != want {
				t.Errorf("%s is shown as %q after %d messages, want %q", body, got, left, want)
			}
		}
	}
}
