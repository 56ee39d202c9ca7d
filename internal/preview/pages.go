package preview

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	//go:embed assets
	assets embed.FS
	//go:embed assets/page.css
	pageStyle string
	//go:embed assets/chat.css
	chatStyle string
	//go:embed templates
	templateFiles embed.FS

	templates = template.Must(template.ParseFS(templateFiles, "templates/*"))
)

// The templates of the pages. The list is in a file of the same name.
const (
	indexFile     = "index.html"
	themeTemplate = "theme.html"
)

// fileOf returns the file name of a theme's page.
func fileOf(key string) string { return key + ".html" }

var special = regexp.MustCompile(`[^A-Za-z0-9._]+`)

// Keys returns a name for each theme that is good for a path and for a file:
// its address, or else its id, without the characters that file systems and
// artifact stores refuse. chatview_appearance.tenant["north"] becomes
// chatview_appearance.tenant-north. Some file systems ignore case, so no two
// keys differ only in that.
func Keys(themes []Theme) []string {
	const longest = 180 // of the 255 bytes that file systems have
	keys := make([]string, 0, len(themes))
	taken := map[string]bool{"index": true, "overview": true}
	for i, theme := range themes {
		name := strings.NewReplacer(`"]`, "", "]", "").Replace(cmp.Or(theme.Address, theme.ID))
		name = special.ReplaceAllString(name, "-")
		name = name[:min(len(name), longest)]
		for taken[strings.ToLower(name)] {
			name = fmt.Sprintf("%s-%d", name, i+1)
		}
		taken[strings.ToLower(name)] = true
		keys = append(keys, name)
	}
	return keys
}

// page is the data of a page: a list of themes, or one theme. It needs no other
// file, unless it is live.
type page struct {
	Preview

	// IsLive reports whether the page follows the server, and IsPicture whether
	// it is without links.
	IsLive, IsPicture bool
	// Version is the ETag of a live page. Its script compares it with later ones.
	Version string
	Views   []view
	Style   template.CSS
}

func newPage(p Preview, views []view) page {
	//nolint:gosec // the style sheets of this package, and colors that were parsed
	return page{Preview: p, Views: views, Style: template.CSS(styleSheet(views) + pageStyle + chatStyle)}
}

// Policy returns the Content-Security-Policy of the page: its own style sheet,
// and the scripts and images of the server if it is live.
func (p page) Policy() string {
	sum := sha256.Sum256([]byte(p.Style))
	policy := fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-%s'; ", base64.StdEncoding.EncodeToString(sum[:]))
	if p.IsLive {
		return policy + "script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"
	}
	return policy + "img-src data:"
}

// render returns the page as HTML.
func (p page) render(name string) ([]byte, error) {
	var html bytes.Buffer
	if err := templates.ExecuteTemplate(&html, name, p); err != nil {
		return nil, fmt.Errorf("render a page: %w", err)
	}
	return html.Bytes(), nil
}

// Render returns a page that needs no other file.
func Render(p *Preview) ([]byte, error) {
	return newPage(*p, p.views()).render(indexFile)
}

// Write writes the pages to a folder, to be opened or uploaded as they are:
// index.html, and one for each theme, named by its key. It creates the folder.
func Write(folder string, p Preview) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	write := func(file, name string, views []view) error {
		html, err := newPage(p, views).render(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, file), html, 0o644) //nolint:gosec // to be uploaded
	}
	views := p.views()
	err := write(indexFile, indexFile, views)
	for i := range views {
		err = errors.Join(err, write(fileOf(views[i].Key), themeTemplate, views[i:i+1]))
	}
	return err
}
