package provider

import (
	"encoding/pem"
	"net/http/httptest"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// No system trusts the server's certificate.
func TestTransport_TrustsConfiguredCA(t *testing.T) {
	service := newService(t, mockserver.Behavior{})
	server := httptest.NewTLSServer(service)
	t.Cleanup(server.Close)

	certificate := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	config := map[string]any{"id": "1", "name": "N"}

	trusting := newCore(t, &chatviewProvider{version: "test"}, map[string]any{
		"base_url": server.URL, "api_key": testAPIKey, "ca_cert_pem": certificate,
	})
	wantHeadlines(t, trusting.apply("a", appearanceType, config, nil).diagnostics)
	wantRequests(t, service, putAppearance(1, `{"name": "N"}`))

	distrusting := newCore(t, &chatviewProvider{version: "test"}, map[string]any{"base_url": server.URL, "api_key": testAPIKey})
	wantHeadlines(t, distrusting.apply("a", appearanceType, config, nil).diagnostics, "ERROR: TLS Connection Failed")
	wantRequests(t, service)
}
