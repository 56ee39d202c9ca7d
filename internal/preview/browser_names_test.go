package preview_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// names returns the accessible names of everything with one of the roles.
func (t tab) names(roles string) (names []string) {
	t.Helper()

	tree, err := chromedp.Run(t.context, func(ctx context.Context, target *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		t.Fatal(err)
	}

	for _, node := range tree.Nodes {
		if !node.Ignored && regexp.MustCompile(`(?i)^"(?:`+roles+`)"$`).Match(node.Role.Value) {
			names = append(names, "")
			_ = json.Unmarshal(node.Name.Value, &names[len(names)-1])
		}
	}

	return names
}

// A screen reader lists what can be used, and reads the headers of tables, by their names,
// which have to be the texts that are seen. A text that is split may read with a blank.
func TestBrowser_EverythingUsableIsNamed(t *testing.T) {
	b := openTab(t)
	p := previewOf(unusual(t)[:6]...)
	p.Themes[0].Address = `x["a  b"]`
	p.Links = []preview.Link{{Text: "Requests", Path: "/requests"}}
	_, server := serve(t, p)

	for _, width := range []int64{360, 640, 1280} {
		for _, address := range []string{server.URL, fileOf(t, p)} {
			b.visit(address, "light", width)
			eval[any](b, openAll)

			if tables := b.names("table"); len(tables) == 0 || slices.Contains(tables, "") {
				t.Errorf("%s at %d px: the names of the tables are %q", address, width, tables)
			}

			if got := eval[string](b, `document.querySelector(".what code").innerText`); got != p.Themes[0].Address {
				t.Errorf("%s at %d px: the address is %s", address, width, got)
			}

			got := strings.Join(b.names("DisclosureTriangle|link|button|rowheader|term"), "\n")
			for _, want := range eval[[]string](b, `[...document.querySelectorAll("summary, a, button, tbody th, dt")].map((each) => (each.querySelector("h2, code") ?? each).innerText.trim())`) {
				if want == "" || !strings.Contains(got, want) {
					t.Errorf("%s at %d px: nothing is named %q:\n%s", address, width, want, got)
				}
			}
		}
	}
}
