package acceptance

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestDocs_StayShort limits README, SECURITY and docs/ to what is read in an hour, and the
// index to a few screens. A page that grows takes its words from another.
func TestDocs_StayShort(t *testing.T) {
	t.Parallel()

	const maxWords, maxIndex = 16_900, 5000

	words := len(strings.Fields(readFile(t, repository, "README.md") + readFile(t, repository, "SECURITY.md")))

	for _, page := range filesBelow(t, moduleRoot+"/docs") {
		words += len(strings.Fields(readFile(t, repository, "docs/"+page)))
	}

	if words > maxWords {
		t.Errorf("README, SECURITY and docs/ have %d words, and at most %d are allowed", words, maxWords)
	}

	index := regexp.MustCompile(`(?s)^---\n.*?\n---\n|(\])\([^)]*\)`).ReplaceAllString(readPage(t, "index"), "$1")
	if size := utf8.RuneCountInString(index); size > maxIndex {
		t.Errorf("the index has %d characters without front matter and link targets, and at most %d are allowed", size, maxIndex)
	}
}

// TestDocs_NotesDoNotLookLikeArguments to Upjet, which takes a bullet that
// begins with an attribute's name for the attribute's documentation.
func TestDocs_NotesDoNotLookLikeArguments(t *testing.T) {
	t.Parallel()

	bullet := regexp.MustCompile("(?m)^ *[-*] (`[a-z_]+`) [^(]")

	for _, name := range []string{"resources/appearance", "resources/source"} {
		text := readPage(t, name)
		if !strings.Contains(text, "- `id` (") {
			t.Fatalf("%s has no arguments", name)
		}

		for _, attribute := range blocks(bullet, text) {
			if strings.Contains(text, "- "+attribute+" (") {
				t.Errorf("%s: a note begins with %s", name, attribute)
			}
		}
	}
}

// TestDocs_LinksHaveTargets follows the links between the pages. A registry shows
// every folder of docs/ at another depth, so a link to another one is absolute.
func TestDocs_LinksHaveTargets(t *testing.T) {
	t.Parallel()

	const published = "https://registry.terraform.io/providers/chatview/chatview/latest/docs"

	link := regexp.MustCompile(`\]\((` + published + `[^)#]*|[^):#]*\.md)?(?:#([^)]*))?\)`)
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchor := regexp.MustCompile(`[^a-z0-9 _-]`)

	pages, _ := fs.Glob(os.DirFS(moduleRoot), "*.md")
	for _, name := range filesBelow(t, moduleRoot+"/docs") {
		pages = append(pages, "docs/"+name)
	}

	for _, page := range pages {
		for _, match := range link.FindAllStringSubmatch(readFile(t, repository, page), -1) {
			target := path.Join(path.Dir(page), match[1])

			switch name, isPublished := strings.CutPrefix(match[1], published); {
			case isPublished:
				target = path.Join("docs", cmp.Or(name, "index")+".md")
			case match[1] == "":
				target = page
			case path.Dir(target) != path.Dir(page) && strings.HasPrefix(page, "docs/"):
				t.Errorf("%s: the link to %s leads nowhere on a registry: begin it with %s", page, match[1], published)
			}

			linked, err := os.ReadFile(filepath.Join(moduleRoot, target))
			if err != nil {
				t.Errorf("%s: %v", page, err)

				continue
			}

			anchors := []string{""}
			for _, text := range blocks(heading, string(linked)) {
				anchors = append(anchors, strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(text), ""), " ", "-"))
			}

			if !slices.Contains(anchors, match[2]) {
				t.Errorf("%s: there is no %s in %s", page, match[2], target)
			}
		}
	}
}
