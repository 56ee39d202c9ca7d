package preview_test

import (
	_ "embed"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// audit is a script that lists the accessibility problems of a page, and faulty is
// a page with a problem of each kind.
var (
	//go:embed testdata/audit.js
	audit string
	//go:embed testdata/faulty.html
	faulty string
)

func TestBrowser_PagesAreAccessible(t *testing.T) {
	b := openBrowser(t)
	mock, pages := newMock(t)
	mock.AddSource(7, "postgres", map[string]any{"account_name": "Orders"})

	paths := []string{"/"}

	for id, fields := range unusual(t) {
		// A theme with problems is shown with too little contrast.
		if len(preview.Judge(mockserver.Object{Fields: fields}).Problems) == 0 || id == "6" {
			put(t, mock, id, fields)
			paths = append(paths, "/preview/appearance/"+id)
		}
	}

	address := serve(t, pages)

	for _, scheme := range []string{"light", "dark"} {
		for _, path := range paths {
			b.do(chromedp.EmulateViewport(1280, 900), browser.PreferColorScheme(scheme), chromedp.Navigate(address+path))

			for _, problem := range eval[[]string](b, audit) {
				t.Errorf("%s, %s: %s", path, scheme, problem)
			}
		}
	}
}

func TestBrowser_AuditReportsProblems(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(faulty))
	}))))

	problems := strings.Join(eval[[]string](b, audit), "\n")

	for _, problem := range []string{
		"the page has no language", "the page has no title", "the page has 0 main landmarks", "the page has 2 headings of level 1",
		"heading of level 2 after level 0: <h2>", "heading of level 3 after level 1: <h3", "no name: <button>", "no name: <input>",
		"labeled by nothing: <section", "image without text: <img", "header cell without scope: <th>", "two elements have the id twice",
		`scrolls, but cannot be focused: <div class="scrolls"`, `contrast 4.48: <p class="weak"`,
	} {
		if !strings.Contains(problems, problem) {
			t.Errorf("the audit reports no %q, only:\n%s", problem, problems)
		}
	}
}
