package client_test

import (
	"crypto/tls"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// A server that would go down to TLS 1.1 is not gone down to.
func TestTLS_VersionsBefore12AreRefused(t *testing.T) {
	server := quiet(httptest.NewUnstartedServer(http.HandlerFunc(serve)))
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11} //nolint:gosec // what is refused
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
