// Package preview shows the themes of a mock server: a list, and a page for each
// theme with a chat view in light and dark mode, the contrast of its colors, and its
// problems.
//
// The API documents neither how the product looks nor which part of it uses which
// color. The pages say that they are an approximation. No text from a request is
// trusted: templates escape it, only parsed colors reach a style sheet, and the
// Content-Security-Policy allows only the files of this package.
package preview

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Prefix starts the path of every page except the list.
const Prefix = "/preview/"

var (
	//go:embed assets
	assets embed.FS
	//go:embed templates
	templateFiles embed.FS

	templates = template.Must(template.ParseFS(templateFiles, "templates/*"))
)

const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Source provides the objects to show; a mock server is one. An optional method
// Address(id int64) string returns the resource address of an appearance
// configuration.
type Source interface {
	// Appearances returns the appearance configurations in the order to list
	// them.
	Appearances() []mockserver.Object
	// Sources returns the data sources in the order to list them.
	Sources() []mockserver.Object
}

// AppearancePath returns the path of the page of an appearance configuration.
// With the parameter static the pages are without links and do not update.
func AppearancePath(id int64) string {
	return Prefix + "appearance/" + strconv.FormatInt(id, 10)
}

// Handler serves the list at "/" and everything else below Prefix. All other
// requests go to next.
func Handler(source Source, next http.Handler) http.Handler {
	pages := pages{source}

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", pages.index)
	mux.HandleFunc("GET "+Prefix+"appearance/{id}", pages.appearance)
	mux.HandleFunc("GET "+Prefix+"themes.css", pages.styleSheet)
	mux.HandleFunc("GET "+Prefix+"assets/{name}", pages.asset)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isList := r.URL.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead)
		if !isList && !strings.HasPrefix(r.URL.Path, Prefix) {
			next.ServeHTTP(w, r)

			return
		}

		// DNS rebinding: a site could read the pages by resolving its own name to
		// this machine.
		if !isLoopback(r.Host) {
			http.Error(w, "The preview is for this machine only: open it by its loopback address.", http.StatusMisdirectedRequest)

			return
		}

		mux.ServeHTTP(w, r)
	})
}

// isLoopback reports whether a Host header names this machine.
func isLoopback(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = strings.Trim(hostPort, "[]")
	}

	address, err := netip.ParseAddr(host)

	return host == "localhost" || err == nil && address.IsLoopback()
}

type pages struct{ source Source }

func (p pages) index(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, "index.html", "")
}

func (p pages) appearance(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, "appearance.html", r.PathValue("id"))
}

// write responds with a page of all themes, or of the one with the id.
func (p pages) write(w http.ResponseWriter, r *http.Request, name, id string) {
	view := newPageView(p.source, id)
	view.IsStatic = r.URL.Query().Has("static")

	if id != "" && len(view.Themes) == 0 {
		setHeaders(w)
		http.Error(w, "There is no appearance configuration with this id.", http.StatusNotFound)

		return
	}

	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, view); err != nil {
		http.Error(w, fmt.Sprintf("The page could not be rendered: %v", err), http.StatusInternalServerError)

		return
	}

	serve(w, r, "text/html; charset=utf-8", view.Version, page.Bytes())
}

func (p pages) styleSheet(w http.ResponseWriter, r *http.Request) {
	view := newPageView(p.source, "")
	serve(w, r, "text/css; charset=utf-8", view.Version, []byte(view.styleSheet()))
}

func (p pages) asset(w http.ResponseWriter, r *http.Request) {
	setHeaders(w)
	//nolint:gosec // assets holds only public files
	http.ServeFileFS(w, r, assets, "assets/"+r.PathValue("name"))
}

// serve responds with a body, or with 304 if the client has this version.
func serve(w http.ResponseWriter, r *http.Request, contentType, version string, body []byte) {
	setHeaders(w)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("ETag", strconv.Quote(version))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func setHeaders(w http.ResponseWriter) {
	w.Header().Set("Content-Security-Policy", contentSecurityPolicy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-cache")
}
