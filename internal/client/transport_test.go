package client_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestNewTransport_LeavesTheDefaultTransportAlone(t *testing.T) {
	shared := http.DefaultTransport.(*http.Transport)
	shared.Clone() // sets TLSClientConfig once

	settings := func() []any {
		return []any{
			shared.TLSClientConfig.RootCAs, shared.TLSClientConfig.NextProtos, shared.MaxIdleConnsPerHost, shared.IdleConnTimeout,
			shared.Protocols, reflect.ValueOf(shared.Proxy).Pointer(),
		}
	}
	before := settings()

	transport := client.NewTransport(x509.NewCertPool(), tls.Certificate{})
	if after := settings(); transport == shared || !reflect.DeepEqual(before, after) {
		t.Errorf("http.DefaultTransport changed from %v to %v", before, after)
	}
}

// Servers of crypto/tls, which the other tests use, never ask for a renegotiation. All idle
// connections are kept, but not for long: a server that closes one loses the request that
// is sent on it at the same time.
func TestNewTransport_SetsWhatNoServerShows(t *testing.T) {
	transport := client.NewTransport(nil, tls.Certificate{})
	checkEqual(t, "renegotiation", tls.RenegotiateFreelyAsClient, transport.TLSClientConfig.Renegotiation)
	checkEqual(t, "idle connections", client.MaxConnections, transport.MaxIdleConnsPerHost)
	checkEqual(t, "idle time", time.Second, transport.IdleConnTimeout)
}

// serve sends the documented response for the source.
func serve(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, sourceResponse) }

// startTLS starts a server, and returns its address and a transport that trusts
// its certificate. configure, unless nil, changes the server before it starts.
func startTLS(t *testing.T, handler http.HandlerFunc, configure func(*httptest.Server)) (string, *http.Transport) {
	t.Helper()

	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // errors are expected

	if configure != nil {
		configure(server)
	}

	server.StartTLS()
	t.Cleanup(server.Close)

	roots := must(client.ParseCACertPEM(pemBlock("CERTIFICATE", server.Certificate().Raw)))

	return server.Listener.Addr().String(), client.NewTransport(roots, tls.Certificate{})
}

// Over HTTP/2, net/http sends a request again on its own.
func TestTLS_OnlyHTTP1IsSpoken(t *testing.T) {
	var (
		offered []string
		spoken  string
	)

	address, trusting := startTLS(t, func(w http.ResponseWriter, r *http.Request) {
		spoken = r.Proto

		serve(w, r)
	}, func(server *httptest.Server) {
		server.EnableHTTP2 = true
		server.TLS = &tls.Config{GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			offered = hello.SupportedProtos

			return nil, nil
		}}
	})

	updateSucceeds(t, newClient(t, "https://"+address, client.Config{Transport: trusting}))
	checkEqual(t, "offered protocols", []string{"http/1.1"}, offered)
	checkEqual(t, "protocol", "HTTP/1.1", spoken)
}

func TestTLS_FailuresAreNamedAndNotRetried(t *testing.T) {
	untrusted, _ := startTLS(t, serve, nil)
	old, trusting := startTLS(t, serve, func(server *httptest.Server) {
		server.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	})

	plain := httptest.NewServer(http.HandlerFunc(serve))
	t.Cleanup(plain.Close)

	alerting := func(alert byte) string {
		return listen(t, func(conn net.Conn) {
			_, _ = conn.Read(make([]byte, 1<<16))
			_, _ = conn.Write([]byte{21, 3, 3, 0, 2, 2, alert})
		})
	}

	dated, late := startTLS(t, serve, nil)
	late.TLSClientConfig.Time = func() time.Time { return time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC) }
	early := late.Clone()
	early.TLSClientConfig.Time = func() time.Time { return time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC) }

	invalid, _ := startTLS(t, serve, func(server *httptest.Server) {
		certificate := tls.Certificate{Certificate: [][]byte{[]byte("no certificate")}, PrivateKey: must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))}
		server.TLS = &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			return &tls.Config{Certificates: []tls.Certificate{certificate}}, nil
		}}
	})

	for name, test := range map[string]struct {
		address   string
		transport http.RoundTripper
		kind      client.Kind
	}{
		"a server whose certificate expired":  {dated, late, client.KindCertificateDates},
		"one that is not yet valid":           {dated, early, client.KindCertificateDates},
		"a certificate that is none":          {invalid, nil, client.KindTLS},
		"an unknown root":                     {untrusted, nil, client.KindTLS},
		"a server without TLS":                {plain.Listener.Addr().String(), nil, client.KindNoTLS},
		"a server that speaks something else": {listen(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "SSH-2.0-test\r\n") }), nil, client.KindNoTLS},
		"a handshake failure":                 {alerting(40), nil, client.KindHandshake},
		"a bad certificate":                   {alerting(42), nil, client.KindClientCert},
		"an expired certificate":              {alerting(45), nil, client.KindClientCert},
		"access denied":                       {alerting(49), nil, client.KindClientCert},
		"a protocol version":                  {alerting(70), nil, client.KindTLSVersion},
		"TLS 1.1":                             {old, trusting, client.KindTLSVersion},
		"no application protocol":             {alerting(120), nil, client.KindProtocol},
		"an internal error":                   {alerting(80), nil, client.KindTLS},
	} {
		t.Run(name, func(t *testing.T) {
			got := failure(t, update(t.Context(), newClient(t, "https://"+test.address, client.Config{MaxRetries: 3, Transport: test.transport})))
			if got.Kind != test.kind || got.Attempts != 1 || got.Text == "" {
				t.Errorf("got %#v, want kind %q after one attempt, with its reason", got, test.kind)
			}
		})
	}
}

// listen serves loopback connections one by one and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()

	listener := must(new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0"))

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
