package preview

import (
	"bytes"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/loopback"
)

// Handler serves the page at "/", to this machine only. All other requests go
// to next.
//
// It calls current for each request, and renders the page again if current
// returns another pointer.
func Handler(current func() *Preview, next http.Handler) http.Handler {
	return loopback.Page("/", &handler{current: current}, next)
}

type handler struct {
	current func() *Preview

	mu   sync.Mutex
	page page // that was rendered last
	html []byte
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, html, err := h.update()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}

	w.Header().Set("Content-Security-Policy", page.Policy()+"; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", strconv.Quote(page.Version))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(html))
}

// update renders the page if it has changed, and returns it.
func (h *handler) update() (page, []byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()

	shown := h.current()
	if h.html != nil && shown == h.page.Preview {
		return h.page, h.html, nil
	}

	var err error

	h.page = newPage(shown)
	h.page.Version = strconv.FormatInt(time.Now().UnixNano(), 36)
	h.html, err = h.page.render()

	return h.page, h.html, err
}
