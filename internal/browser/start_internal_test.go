package browser

import (
	"errors"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestStart_ReportsMissingBrowser(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)

	if _, _, err := start(t.Context(), chromedp.ExecPath("no-such-browser")); !errors.Is(err, errNotInstalled) {
		t.Errorf("error %v", err)
	}

	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("%v was not removed, error %v", left, err)
	}
}
