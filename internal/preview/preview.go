// Package preview draws what the mock of the service holds: a list of its
// objects, and for each appearance configuration a chat view in its theme, with
// the contrast of its colours.
//
// The interface documents neither how the product looks nor which part of it
// takes which colour, and so the pages say that they are an approximation. Every
// text on them is what somebody sent, and nothing of it is trusted: templates
// escape it, only a colour that was read as one reaches a style sheet, and the
// Content-Security-Policy allows nothing but the files of this package.
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

// Prefix is what the paths of all pages but the list of objects begin with.
const Prefix = "/preview/"

var (
	//go:embed assets
	assets embed.FS
	//go:embed templates
	templateFiles embed.FS

	templates = template.Must(template.ParseFS(templateFiles, "templates/*"))
)

// contentSecurityPolicy is for every answer. The chat view is framed by the page
// of its appearance configuration, and by nobody else.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

// Source is where the pages take what they show from; the mock server is one.
type Source interface {
	// Appearances returns the appearance configurations in the order to list
	// them.
	Appearances() []mockserver.Object
	// Sources returns the data sources in the order to list them.
	Sources() []mockserver.Object
}

// AppearancePath returns the path of the page of an appearance configuration.
func AppearancePath(id int64) string {
	return Prefix + "appearance/" + strconv.FormatInt(id, 10)
}

// Handler answers with the pages: with the list of objects at "/" and with all
// else below Prefix. Every other request goes on to next, as it came.
func Handler(source Source, next http.Handler) http.Handler {
	pages := pages{source: source}

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", pages.index)
	mux.HandleFunc("GET "+Prefix+"appearance/{id}", pages.appearance)
	mux.HandleFunc("GET "+Prefix+"appearance/{id}/chat", pages.chat)
	mux.HandleFunc("GET "+Prefix+"appearance/{id}/theme.css", pages.theme)
	mux.HandleFunc("GET "+Prefix+"assets/{name}", pages.asset)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isList := r.URL.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead)
		if !isList && !strings.HasPrefix(r.URL.Path, Prefix) {
			next.ServeHTTP(w, r)

			return
		}

		// A site that lets its own name resolve to this machine could read the
		// pages from a browser.
		if !isLoopback(r.Host) {
			http.Error(w, "The preview is for this machine only: open it by its loopback address.", http.StatusMisdirectedRequest)

			return
		}

		mux.ServeHTTP(w, r)
	})
}

// isLoopback says whether a Host header names this machine.
func isLoopback(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = strings.Trim(hostPort, "[]")
	}

	address, err := netip.ParseAddr(host)

	return host == "localhost" || err == nil && address.IsLoopback()
}

// pages answers the requests.
type pages struct {
	source Source
}

func (p pages) index(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, "index.html", newIndexView(p.source.Appearances(), p.source.Sources()))
}

func (p pages) appearance(w http.ResponseWriter, r *http.Request) {
	if object, found := p.find(w, r); found {
		p.write(w, r, "appearance.html", newAppearanceView(object, r.FormValue("mode")))
	}
}

func (p pages) chat(w http.ResponseWriter, r *http.Request) {
	if object, found := p.find(w, r); found {
		p.write(w, r, "chat.html", newAppearanceView(object, r.FormValue("mode")))
	}
}

func (p pages) theme(w http.ResponseWriter, r *http.Request) {
	if object, found := p.find(w, r); found {
		view := newAppearanceView(object, "")
		serve(w, r, "text/css; charset=utf-8", view.Version, []byte(view.styleSheet()))
	}
}

func (p pages) asset(w http.ResponseWriter, r *http.Request) {
	setHeaders(w)
	//nolint:gosec // assets holds nothing but what the page may load
	http.ServeFileFS(w, r, assets, "assets/"+r.PathValue("name"))
}

// find returns the appearance configuration that the path names, or answers that
// there is none.
func (p pages) find(w http.ResponseWriter, r *http.Request) (mockserver.Object, bool) {
	for _, object := range p.source.Appearances() {
		if strconv.FormatInt(object.ID, 10) == r.PathValue("id") {
			return object, true
		}
	}

	setHeaders(w)
	http.Error(w, "The mock server holds no appearance configuration with this id.", http.StatusNotFound)

	return mockserver.Object{}, false
}

// versioned is a view of objects that are in the state that a version names.
type versioned interface{ version() string }

func (p pages) write(w http.ResponseWriter, r *http.Request, name string, view versioned) {
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, view); err != nil {
		http.Error(w, fmt.Sprintf("The page could not be made: %v", err), http.StatusInternalServerError)

		return
	}

	serve(w, r, "text/html; charset=utf-8", view.version(), page.Bytes())
}

// serve answers with a page, or with 304 to who has it in that version.
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
