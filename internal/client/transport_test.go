package client_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestNewTransport_LeavesTheDefaultTransportAlone(t *testing.T) {
	shared := http.DefaultTransport.(*http.Transport)
	before := shared.Clone()

	made := client.NewTransport(x509.NewCertPool())
	client.New(client.Config{BaseURL: parseBaseURL(t, "https://chat.example"), APIKey: "k"})

	if made == shared {
		t.Error("NewTransport returned http.DefaultTransport")
	}

	after := shared.Clone()
	fields := reflect.TypeFor[http.Transport]()

	for index := range fields.NumField() {
		field := fields.Field(index)
		if !field.IsExported() || field.Type.Kind() == reflect.Func {
			continue
		}

		was, is := reflect.ValueOf(before).Elem().Field(index), reflect.ValueOf(after).Elem().Field(index)
		if field.Type.Kind() == reflect.Pointer && !was.IsNil() && !is.IsNil() {
			continue
		}

		if !reflect.DeepEqual(was.Interface(), is.Interface()) {
			t.Errorf("%s of http.DefaultTransport changed from %v to %v", field.Name, was, is)
		}
	}

	if roots := shared.TLSClientConfig; roots != nil && roots.RootCAs != nil {
		t.Error("the roots of http.DefaultTransport changed")
	}

	if shared.MaxConnsPerHost != 0 {
		t.Error("http.DefaultTransport limits its connections")
	}
}

// serve sends the documented response for the source.
func serve(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, sourceResponse) }

// quiet turns off the log of a server whose errors are expected.
func quiet(server *httptest.Server) *httptest.Server {
	server.Config.ErrorLog = log.New(io.Discard, "", 0)

	return server
}

func TestTLS_PrivateRootsAreTrusted(t *testing.T) {
	for name, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			var protocol string

			server := quiet(httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				protocol = r.Proto

				serve(w, r)
			})))
			server.EnableHTTP2 = http2
			server.StartTLS()
			t.Cleanup(server.Close)

			root := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))

			roots, err := client.ParseCACertPEM(root)
			if err != nil {
				t.Fatal(err)
			}

			c := newClient(t, server.URL, client.Config{Transport: client.NewTransport(roots)})
			if err := update(t.Context(), c); err != nil {
				t.Fatal(err)
			}

			if want := name + map[bool]string{true: ".0"}[http2]; protocol != want {
				t.Errorf("the server spoke %s, want %s", protocol, want)
			}
		})
	}
}

func TestTLS_VersionsBefore12AreRefused(t *testing.T) {
	server := quiet(httptest.NewUnstartedServer(http.HandlerFunc(serve)))
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	server.StartTLS()
	t.Cleanup(server.Close)

	roots, err := client.ParseCACertPEM(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	if err != nil {
		t.Fatal(err)
	}

	c := newClient(t, server.URL, client.Config{Transport: client.NewTransport(roots)})

	if got := failure(t, update(t.Context(), c)); got.Kind != client.KindTLS {
		t.Errorf("got %#v, want a TLS failure", got)
	}
}

func TestTLS_FailuresAreNamedAndNotRetried(t *testing.T) {
	tests := map[string]func(*testing.T) string{
		"an unknown root": func(t *testing.T) string {
			t.Helper()

			server := quiet(httptest.NewUnstartedServer(http.HandlerFunc(serve)))
			server.StartTLS()
			t.Cleanup(server.Close)

			return server.URL
		},
		"a server without TLS": func(t *testing.T) string {
			t.Helper()

			server := quiet(httptest.NewServer(http.HandlerFunc(serve)))
			t.Cleanup(server.Close)

			return "https://" + server.Listener.Addr().String()
		},
		"a server that speaks something else": func(t *testing.T) string {
			t.Helper()

			return "https://" + listen(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "SSH-2.0-test\r\n") })
		},
		"a server that refuses the handshake": func(t *testing.T) string {
			t.Helper()

			// A fatal handshake_failure alert.
			return "https://" + listen(t, func(conn net.Conn) {
				_, _ = conn.Read(make([]byte, 1<<16))
				_, _ = conn.Write([]byte{21, 3, 3, 0, 2, 2, 40})
			})
		},
	}

	for name, start := range tests {
		t.Run(name, func(t *testing.T) {
			c := newClient(t, start(t), client.Config{MaxRetries: 3})

			got := failure(t, update(t.Context(), c))
			if got.Kind != client.KindTLS || got.Attempts != 1 || got.Text == "" {
				t.Errorf("got %#v, want a TLS failure after one attempt, with its reason", got)
			}
		})
	}
}

// listen serves loopback connections one by one and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()

	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}

	var served sync.WaitGroup

	served.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}

			serve(conn)
			_ = conn.Close()
		}
	})

	t.Cleanup(func() {
		_ = listener.Close()
		served.Wait()
	})

	return listener.Addr().String()
}

func TestTLS_PortRefusesPlainHTTP(t *testing.T) {
	server := quiet(httptest.NewUnstartedServer(http.HandlerFunc(serve)))
	server.StartTLS()
	t.Cleanup(server.Close)

	c := newClient(t, "http://"+server.Listener.Addr().String(), client.Config{MaxRetries: 3})
	_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{Name: "n"})

	want := &client.Error{
		Kind: client.KindRefused, Method: "PUT", Path: "/api/v1/appearance/7/", StatusCode: 400, Attempts: 1,
		Text: "Client sent an HTTP request to an HTTPS server.",
	}
	checkEqual(t, "error", want, failure(t, err))
}

func TestConnections_FailuresAreNamed(t *testing.T) {
	address := listen(t, func(net.Conn) {})

	closed, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}

	_ = closed.Close()

	tests := map[string]struct {
		address string
		kind    client.Kind
	}{
		"refused": {closed.Addr().String(), client.KindUnreachable},
		"closed":  {address, client.KindConnection},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := failure(t, update(t.Context(), newClient(t, "http://"+test.address, client.Config{})))
			if got.Kind != test.kind {
				t.Errorf("the error is of kind %q, want %q: %v", got.Kind, test.kind, got)
			}
		})
	}
}

func TestResponse_SwitchingProtocolsDoesNotHang(t *testing.T) {
	// The server keeps the connection open, and net/http hands it over as the
	// body: neither the timeout nor the context ends a read.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()

	address := listen(t, func(conn net.Conn) {
		_, _ = bufio.NewReader(conn).Peek(1)
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
		<-ctx.Done()
	})

	got := failure(t, update(ctx, newClient(t, "http://"+address, client.Config{MaxRetries: 3})))
	if got.Kind != client.KindUnexpected || got.StatusCode != http.StatusSwitchingProtocols {
		t.Errorf("got %#v, want an unexpected status 101", got)
	}

	if ctx.Err() != nil {
		t.Error("the operation ended only with the connection")
	}
}

func TestConnections_AreReused(t *testing.T) {
	tests := map[string]struct{ parallel, each, most int }{
		"one after the other": {1, 200, 1},
		"ten at once":         {10, 20, client.MaxConnections},
		"thirty at once":      {30, 10, client.MaxConnections},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var opened, served atomic.Int32

			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				// Connections are reused after errors too.
				if served.Add(1)%3 == 0 {
					w.WriteHeader(http.StatusBadRequest)
				}

				serve(w, r)
			}))
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					opened.Add(1)
				}
			}
			server.Start()
			t.Cleanup(server.Close)

			c := newClient(t, server.URL, client.Config{})

			var running sync.WaitGroup
			for range test.parallel {
				running.Go(func() {
					for range test.each {
						_ = update(t.Context(), c)
					}
				})
			}

			running.Wait()

			if got, want := served.Load(), int32(test.parallel*test.each); got != want {
				t.Errorf("%d requests were served, want %d", got, want)
			}

			// On a busy machine, net/http drops a connection whose request is
			// slow to finish.
			if got := opened.Load(); got > int32(2*test.most) {
				t.Errorf("%d connections were opened, want about %d", got, test.most)
			}
		})
	}
}
