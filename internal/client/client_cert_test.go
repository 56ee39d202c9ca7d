package client_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// issued is a certificate with its key, in PEM.
type issued struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	certPEM     string
	keyPEM      string
}

// issue returns a certificate, signed by an authority or by itself. change,
// unless nil, changes it before.
func issue(t *testing.T, authority *issued, change func(*x509.Certificate)) issued {
	t.Helper()

	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}

	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: rand.Text()}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	if change != nil {
		change(template)
	}

	signer := issued{certificate: template, key: key}
	if authority != nil {
		signer = *authority
	}

	raw, err := x509.CreateCertificate(rand.Reader, template, signer.certificate, key.Public(), signer.key)
	if err != nil {
		t.Fatal(err)
	}

	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}

	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}

	return issued{certificate, key, pemBlock("CERTIFICATE", raw), pemBlock("PRIVATE KEY", private)}
}

func expired(template *x509.Certificate)     { template.NotAfter = time.Now().Add(-time.Minute) }
func notValidYet(template *x509.Certificate) { template.NotBefore = time.Now().Add(time.Minute) }

// startTunnel starts a proxy that accepts CONNECT.
func startTunnel(t *testing.T) *url.URL {
	t.Helper()

	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		service, err := new(net.Dialer).DialContext(r.Context(), "tcp", r.Host)
		if err != nil {
			t.Error(err)

			return
		}
		defer service.Close()

		client, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)

			return
		}
		defer client.Close()

		_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")

		go func() { _, _ = io.Copy(service, client) }() // ends with the connections

		_, _ = io.Copy(client, service)
	}))
	t.Cleanup(proxy.Close)

	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}

	return address
}

// refusal sends until the connection is not just closed: with TLS 1.3, that may
// happen before net/http has read the alert.
func refusal(t *testing.T, send func() *client.Error) *client.Error {
	t.Helper()

	got := failure(t, send())
	for tries := 1; got.Kind == client.KindConnection && tries < 20; tries++ {
		got = failure(t, send())
	}

	return got
}

func TestClientCert_IsSentOrItsRefusalNamed(t *testing.T) {
	root := issue(t, nil, nil)
	intermediate := issue(t, &root, nil)
	leaf := issue(t, &intermediate, nil)
	chain := issued{certPEM: leaf.certPEM + intermediate.certPEM, keyPEM: leaf.keyPEM}

	tests := map[string]struct {
		sent             issued
		required, wanted bool // whether the server requires a valid certificate, and accepts this one
	}{
		"a certificate":           {issue(t, &root, nil), true, true},
		"a chain":                 {chain, true, true},
		"a chain cut short":       {leaf, true, false},
		"none":                    {issued{}, true, false},
		"of another authority":    {issue(t, nil, nil), true, false},
		"expired":                 {issue(t, &root, expired), true, false},
		"not valid yet":           {issue(t, &root, notValidYet), true, false},
		"none, but not required":  {issued{}, false, true},
		"another, which is not":   {issue(t, nil, nil), false, true},
		"one that is not, either": {issue(t, &root, nil), false, true},
	}

	proxies := map[string]*url.URL{"directly": nil, "through a proxy": startTunnel(t)}

	for version, maximum := range map[string]uint16{"TLS 1.2": tls.VersionTLS12, "TLS 1.3": tls.VersionTLS13} {
		server := &tls.Config{MaxVersion: maximum, ClientCAs: x509.NewCertPool()}
		server.ClientCAs.AddCert(root.certificate)

		for name, test := range tests {
			server.ClientAuth = tls.RequestClientCert
			if test.required {
				server.ClientAuth = tls.RequireAndVerifyClientCert
			}

			address, trusting := startTLS(t, serve, func(started *httptest.Server) { started.TLS = server.Clone() })

			for proxyName, proxy := range proxies {
				t.Run(fmt.Sprintf("%s with %s, %s", name, version, proxyName), func(t *testing.T) {
					certificate, argument, err := client.ParseClientCert(test.sent.certPEM, test.sent.keyPEM)
					if err != nil {
						t.Fatal(argument, err)
					}

					transport := client.NewTransport(trusting.TLSClientConfig.RootCAs, certificate)
					transport.Proxy = http.ProxyURL(proxy)

					send := func() *client.Error {
						return update(t.Context(), newClient(t, "https://"+address, client.Config{Transport: transport}))
					}
					if test.wanted {
						if err := send(); err != nil {
							t.Error(err)
						}

						return
					}

					kind := client.KindClientCert
					if test.sent.certPEM == "" && maximum == tls.VersionTLS12 {
						kind = client.KindHandshake
					}

					if got := refusal(t, send); got.Kind != kind || got.OutcomeUnknown {
						t.Errorf("got %#v, want a refused certificate and a known outcome", got)
					}
				})
			}
		}
	}
}

func TestParseClientCert_ChecksWhatIsKnown(t *testing.T) {
	const certificate, key = "client_cert_pem", "client_key_pem"

	authority := issue(t, nil, nil)
	one, other := issue(t, &authority, nil), issue(t, nil, nil)
	encrypted := pemBlock("ENCRYPTED PRIVATE KEY", []byte("canary"))
	legacy := string(pem.EncodeToMemory(&pem.Block{
		Type: "RSA PRIVATE KEY", Headers: map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-256-CBC,00"}, Bytes: []byte("canary"),
	}))

	tests := map[string]struct{ certPEM, keyPEM, argument, want string }{
		"nothing":                    {"", "", "", ""},
		"text around":                {"# client\n" + one.certPEM, "Bag Attributes\n" + one.keyPEM, "", ""},
		"a certificate alone":        {one.certPEM, "", "", ""},
		"a key alone":                {"", one.keyPEM, "", ""},
		"another key":                {one.certPEM, other.keyPEM, key, "does not fit the first certificate"},
		"an encrypted key alone":     {"", encrypted, key, "it is encrypted"},
		"an old encrypted key":       {one.certPEM, legacy, key, "it is encrypted"},
		"a key's file name":          {one.certPEM, "canary/client.key", key, "the name of a file in place of its content"},
		"a certificate's file name":  {"canary.pem", one.keyPEM, certificate, "the name of a file in place of its content"},
		"a certificate for a key":    {one.certPEM, one.certPEM, key, "no private key"},
		"a key for a certificate":    {one.keyPEM, one.keyPEM, certificate, "is a PRIVATE KEY, not a CERTIFICATE"},
		"a key with the certificate": {one.certPEM + one.keyPEM, "", certificate, "is a PRIVATE KEY, not a CERTIFICATE"},
		"a garbled key":              {one.certPEM, pemBlock("PRIVATE KEY", []byte("canary")), key, "failed to parse private key"},
		"a key cut short":            {one.certPEM, one.keyPEM[:len(one.keyPEM)/2], key, "does not fit"},
	}

	for name, test := range tests {
		_, argument, err := client.ParseClientCert(test.certPEM, test.keyPEM)
		checkRefusal(t, name, err, test.want)

		if err != nil && argument != test.argument {
			t.Errorf("%s: %s is refused, want %s", name, argument, test.argument)
		}

		if err != nil && strings.Contains(err.Error(), one.keyPEM[len(one.keyPEM)/3:][:20]) {
			t.Errorf("%s: the error shows the key: %v", name, err)
		}
	}
}
