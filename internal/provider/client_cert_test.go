package provider

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// clientCert returns a self-signed certificate and its key in PEM.
func clientCert(notBefore, notAfter time.Time) (certPEM, keyPEM string) {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: notBefore, NotAfter: notAfter}
	certificate := must(x509.CreateCertificate(rand.Reader, template, template, key.Public(), key))

	return pemBlock("CERTIFICATE", certificate), pemBlock("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(key)))
}

func pemBlock(kind string, content []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}))
}

func TestClientCert_IsCheckedAsFarAsItIsKnown(t *testing.T) {
	t.Parallel()

	core, _ := startCore(t, mockserver.Behavior{})
	now, hour := time.Now(), time.Hour

	cert, key := clientCert(now.Add(-hour), now.Add(hour))
	expired, expiredKey := clientCert(now.Add(-2*hour), now.Add(-hour))
	early, earlyKey := clientCert(now.Add(hour), now.Add(2*hour))
	encrypted := strings.ReplaceAll(key, "PRIVATE", "ENCRYPTED PRIVATE")

	for name, test := range map[string]struct{ cert, key, attribute, want any }{
		"both":                     {cert, key, nil, ""},
		"an unknown key":           {cert, unknownValue{}, nil, ""},
		"an unknown certificate":   {unknownValue{}, key, nil, ""},
		"no key":                   {cert, nil, "client_key_pem", "client_cert_pem is set and client_key_pem is not. Set both, or neither."},
		"no certificate":           {nil, key, "client_cert_pem", "client_key_pem is set and client_cert_pem is not. Set both, or neither."},
		"unknown, and no key":      {unknownValue{}, nil, "client_key_pem", "client_cert_pem is set and client_key_pem is not. Set both, or neither."},
		"another key":              {cert, expiredKey, "client_key_pem", "does not fit the first certificate in client_cert_pem"},
		"an encrypted key alone":   {unknownValue{}, encrypted, "client_key_pem", "it is encrypted"},
		"the name of a file":       {"client.pem", key, "client_cert_pem", "the name of a file in place of its content"},
		"an empty key":             {cert, "", "client_key_pem", "it is empty"},
		"expired":                  {expired, expiredKey, "client_cert_pem", "will most likely refuse it"},
		"expired, and unknown key": {expired, unknownValue{}, "client_cert_pem", "will most likely refuse it"},
		"not valid yet":            {early, earlyKey, "client_cert_pem", "will most likely refuse it"},
	} {
		diagnostics := validateProvider(t, core, map[string]any{"client_cert_pem": test.cert, "client_key_pem": test.key})
		wantExplained(t, diagnostics)

		text, want := describe(diagnostics), test.want.(string)

		switch {
		case want == "" && len(diagnostics) > 0, !strings.Contains(text, want):
			t.Errorf("%s: want %q, got %s", name, want, text)
		case want != "" && (len(diagnostics) != 1 || place("", diagnostics[0]) != withoutLine || !strings.Contains(diagnostics[0].Detail, test.attribute.(string))):
			t.Errorf("%s: want one diagnostic on %s, got %s", name, test.attribute, text)
		case strings.Contains(text, strings.Split(key, "\n")[1][:20]):
			t.Errorf("%s: the key is printed: %s", name, text)
		}

		if isDate := strings.Contains(want, "most likely"); isDate == strings.Contains(text, "ERROR") && want != "" {
			t.Errorf("%s: only the dates are a warning, got %s", name, text)
		}
	}
}

func TestClientCert_IsSentToAServerThatRequiresIt(t *testing.T) {
	cert, key := clientCert(time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	otherCert, otherKey := clientCert(time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	service := newService(t, mockserver.Behavior{})

	server := httptest.NewUnstartedServer(service)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // errors are expected
	// With TLS 1.3, a refusal may be lost with its connection.
	server.TLS = &tls.Config{ClientCAs: x509.NewCertPool(), ClientAuth: tls.RequireAndVerifyClientCert, MaxVersion: tls.VersionTLS12}
	server.TLS.ClientCAs.AppendCertsFromPEM([]byte(cert))
	server.StartTLS()
	t.Cleanup(server.Close)

	settings := map[string]any{
		"base_url": server.URL, "api_key": testAPIKey,
		"ca_cert_pem":     pemBlock("CERTIFICATE", server.Certificate().Raw),
		"client_cert_pem": otherCert, "client_key_pem": otherKey,
	}
	config := map[string]any{"id": "1", "name": "N"}

	refused := newCore(t, &chatviewProvider{version: "test"}, settings).apply("a", appearanceType, config, nil)
	wantHeadlines(t, refused.diagnostics, "ERROR: Client Certificate Refused")
	wantText(t, refused.diagnostics, "Nothing was changed.", "Set client_cert_pem and client_key_pem")
	wantRequests(t, service)

	settings["client_cert_pem"], settings["client_key_pem"] = cert, key
	wantHeadlines(t, newCore(t, &chatviewProvider{version: "test"}, settings).apply("a", appearanceType, config, nil).diagnostics)
	wantRequests(t, service, putAppearance(1, `{"name": "N"}`))
}
