// Command chatview-mock runs the mock of the service, for trying the provider out without the service.
//
//	go run ./internal/cmd/chatview-mock -record service.json
//
// It listens on a loopback address only, prints where, and then one line for each request. The same address in a
// browser shows the objects it holds, and a preview of each appearance configuration. With -record it keeps a
// file that says what the service holds, write-only values included. SIGINT and SIGTERM end it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2

	// shutdownTimeout is how long requests in flight have at the end, headerTimeout a client for its headers.
	shutdownTimeout = 5 * time.Second
	headerTimeout   = 10 * time.Second
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs the program until ctx ends, and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	settings, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "chatview-mock: %v\n", err)
		return exitUsage
	}
	if err := serve(ctx, settings, stdout, stderr); err != nil {
		_, _ = fmt.Fprintf(stderr, "chatview-mock: %v\n", err)
		return exitFailure
	}
	return exitOK
}

// serve answers requests until ctx ends.
func serve(ctx context.Context, settings settings, stdout, stderr io.Writer) error {
	observer := &observer{recordFile: settings.recordFile, stdout: stdout, stderr: stderr}
	mock, err := mockserver.New(mockserver.Options{ //nolint:contextcheck // it reads what is embedded, and there is nothing to end
		APIKey:    settings.apiKey,
		Behavior:  settings.behavior,
		OnRequest: observer.observe,
	})
	if err != nil {
		return err
	}
	observer.mock = mock
	addObjects(mock, settings.data)
	if err := observer.record(); err != nil {
		return err
	}
	listener, err := net.ListenTCP("tcp", settings.address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{
		Handler:           preview.Handler(mock, mock),
		ReadHeaderTimeout: headerTimeout,
		ErrorLog:          log.New(stderr, "chatview-mock: ", 0),
	}
	if _, err := fmt.Fprintf(stdout, "chatview-mock: listening on http://%s\n", listener.Addr()); err != nil {
		return errors.Join(fmt.Errorf("print the address: %w", err), listener.Close())
	}
	return serveUntilDone(ctx, server, listener)
}

func serveUntilDone(ctx context.Context, server *http.Server, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(stopping); err != nil {
		return fmt.Errorf("stop: %w", errors.Join(err, server.Close()))
	}
	return nil
}

// observer prints and records what requests do.
type observer struct {
	recordFile string
	mock       *mockserver.Server

	mu     sync.Mutex // keeps lines whole, and the record from going back to an earlier state
	stdout io.Writer
	stderr io.Writer
}

func (o *observer) observe(request mockserver.Request) {
	// The journal is for tests; a program that runs for long would keep it all.
	o.mock.ForgetRequests()
	if request.Changed {
		if err := o.record(); err != nil {
			o.print(o.stderr, "chatview-mock: %v\n", err)
		}
	}
	o.print(o.stdout, "%s %s %d\n", request.Method, request.Path, request.Status)
}

// print writes one line; a request does not fail because nobody reads it.
func (o *observer) print(w io.Writer, format string, values ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = fmt.Fprintf(w, format, values...)
}

// record writes what the service holds, if it is to be recorded.
func (o *observer) record() error {
	if o.recordFile == "" {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return writeState(o.recordFile, o.mock.State())
}
