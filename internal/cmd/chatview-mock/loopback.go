package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// serve serves handler at address, a loopback host and port, until ctx ends. Port 0
// picks a free port. It passes the base URL, without a trailing slash, to listening.
//
// Any other address is an error: the server may accept any key, and its pages show
// what is not public.
func serve(ctx context.Context, address string, handler http.Handler, listening func(url string)) error {
	resolved, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}

	if !resolved.IP.IsLoopback() {
		return fmt.Errorf("listen: %s is not a loopback address, such as 127.0.0.1:8080", address)
	}

	listener, err := net.ListenTCP("tcp", resolved)
	if err != nil {
		return fmt.Errorf("listen: %w; to use a free port, set -address to %s", err, net.JoinHostPort(resolved.IP.String(), "0"))
	}

	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}

	defer context.AfterFunc(ctx, func() { _ = server.Close() })()

	listening("http://" + listener.Addr().String())

	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}

	return nil
}

// atPath returns a handler that serves page for GET and HEAD requests of path, to
// this machine only. All other requests go to next. It sets the headers that all
// pages share: the policy and the caching are up to page.
func atPath(path string, page, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != path || r.Method != http.MethodGet && r.Method != http.MethodHead:
			next.ServeHTTP(w, r)
		case !isHost(r.Host):
			http.Error(w, "This page is for this machine only: open it by its loopback address.", http.StatusMisdirectedRequest)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Referrer-Policy", "no-referrer")
			page.ServeHTTP(w, r)
		}
	})
}

// isHost reports whether a Host header, with or without a port, names this
// machine. A site could otherwise read what is served by resolving its own name
// to a loopback address (DNS rebinding).
func isHost(header string) bool {
	host, _, err := net.SplitHostPort(header)
	if err != nil {
		host = strings.Trim(header, "[]")
	}

	return mockserver.IsLoopback(host)
}
