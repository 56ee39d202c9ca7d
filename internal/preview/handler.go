// Package preview shows themes: a list, and a page for each theme with a chat
// view in light and dark mode, before and after a plan, the contrast of its
// colors, and its problems. It serves the pages, or writes them to files.
//
// The API documents neither how the product looks nor which part of it uses
// which color. The pages say that they are an approximation. No text of a theme
// is trusted: templates escape it, only parsed colors reach a style sheet, and
// the Content-Security-Policy allows only what this package brings.
package preview

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/loopback"
)

// prefix starts the path of every page. The list is at prefix, and "/"
// redirects to it.
const prefix = "/preview/"

// PicturePath returns the path of a page without links and updates, to take a
// picture of. key is one of Keys, or "index".
func PicturePath(key string) string { return prefix + fileOf(key) + "?picture" }

// Handler serves everything below /preview/, and "/". All other requests go to
// next. It calls current for each page. With an error, current returns the last
// preview and why there is no later one.
func Handler(current func() (*Preview, error), next http.Handler) http.Handler {
	pages := handler{current}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.RedirectHandler(prefix, http.StatusFound))
	mux.HandleFunc("GET "+prefix+"{$}", pages.page)
	mux.HandleFunc("GET "+prefix+"{file}", pages.page)
	mux.HandleFunc("GET "+prefix+"assets/{name}", pages.asset)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isList := r.URL.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead)
		switch {
		case !isList && !strings.HasPrefix(r.URL.Path, prefix):
			next.ServeHTTP(w, r)
		case !loopback.IsHost(r.Host):
			http.Error(w, "The preview is for this machine only: open it by its loopback address.", http.StatusMisdirectedRequest)
		default:
			setHeaders(w, "default-src 'none'; frame-ancestors 'none'")
			mux.ServeHTTP(w, r)
		}
	})
}

type handler struct{ current func() (*Preview, error) }

func (h handler) page(w http.ResponseWriter, r *http.Request) {
	shown, err := h.current()
	p := *shown
	if err != nil {
		p.Notes = append([]string{err.Error()}, p.Notes...)
	}
	views := p.views()
	file := r.PathValue("file")
	if file == "" || file == indexFile {
		serve(w, r, newPage(p, views), indexFile)
		return
	}
	i := slices.IndexFunc(views, func(theme view) bool { return file == fileOf(theme.Key) })
	if i < 0 {
		http.Error(w, "There is no such theme.", http.StatusNotFound)
		return
	}
	serve(w, r, newPage(p, views[i:i+1]), themeTemplate)
}

func (handler) asset(w http.ResponseWriter, r *http.Request) {
	//nolint:gosec // assets holds only public files
	http.ServeFileFS(w, r, assets, "assets/"+r.PathValue("name"))
}

// serve responds with a page, or with 304 if the client has it.
func serve(w http.ResponseWriter, r *http.Request, p page, name string) {
	p.IsPicture = r.URL.Query().Has("picture")
	p.IsLive = !p.IsPicture
	html, err := p.render(name)
	if err == nil {
		p.Version = fmt.Sprintf("%x", sha256.Sum256(html))
		html, err = p.render(name)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	setHeaders(w, p.Policy())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("ETag", strconv.Quote(p.Version))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(html))
}

func setHeaders(w http.ResponseWriter, policy string) {
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-cache")
}
