package client_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
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

// issue returns a certificate, signed by an authority or by itself.
func issue(authority *issued) issued {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: rand.Text()}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}

	signer := issued{certificate: template, key: key}
	if authority != nil {
		signer = *authority
	}

	raw := must(x509.CreateCertificate(rand.Reader, template, signer.certificate, key.Public(), signer.key))
	private := must(x509.MarshalPKCS8PrivateKey(key))

	return issued{must(x509.ParseCertificate(raw)), key, pemBlock("CERTIFICATE", raw), pemBlock("PRIVATE KEY", private)}
}

// startTunnel starts a proxy that accepts CONNECT.
func startTunnel(t *testing.T) *url.URL {
	t.Helper()

	address := listen(t, func(conn net.Conn) {
		connect, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			t.Error(err)

			return
		}

		service, err := new(net.Dialer).DialContext(t.Context(), "tcp", connect.Host)
		if err != nil {
			t.Error(err)

			return
		}
		defer service.Close()

		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")

		go func() { _, _ = io.Copy(service, conn) }() // ends with the connections

		_, _ = io.Copy(conn, service)
	})

	return &url.URL{Scheme: "http", Host: address}
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
	root := issue(nil)
	intermediate := issue(&root)
	leaf := issue(&intermediate)
	chain := issued{certPEM: leaf.certPEM + intermediate.certPEM, keyPEM: leaf.keyPEM}

	tunnel := startTunnel(t)

	tests := map[string]struct {
		sent             issued
		required, wanted bool     // whether the server requires a valid certificate, and accepts this one
		proxy            *url.URL // nil for none
	}{
		"a certificate":           {issue(&root), true, true, nil},
		"a chain":                 {chain, true, true, nil},
		"a chain through a proxy": {chain, true, true, tunnel},
		"a chain cut short":       {leaf, true, false, nil},
		"none":                    {issued{}, true, false, nil},
		"none through a proxy":    {issued{}, true, false, tunnel},
		"of another authority":    {issue(nil), true, false, nil},
		"none, but not required":  {issued{}, false, true, nil},
		"another, which is not":   {issue(nil), false, true, nil},
		"one that is not, either": {issue(&root), false, true, nil},
	}

	for version, maximum := range map[string]uint16{"TLS 1.2": tls.VersionTLS12, "TLS 1.3": tls.VersionTLS13} {
		server := &tls.Config{MaxVersion: maximum, ClientCAs: x509.NewCertPool()}
		server.ClientCAs.AddCert(root.certificate)

		for name, test := range tests {
			server.ClientAuth = tls.RequestClientCert
			if test.required {
				server.ClientAuth = tls.RequireAndVerifyClientCert
			}

			address, trusting := startTLS(t, serve, func(started *httptest.Server) { started.TLS = server.Clone() })

			t.Run(name+" with "+version, func(t *testing.T) {
				certificate, argument, err := client.ParseClientCert(test.sent.certPEM, test.sent.keyPEM)
				if err != nil {
					t.Fatal(argument, err)
				}

				transport := client.NewTransport(trusting.TLSClientConfig.RootCAs, certificate)
				defer transport.CloseIdleConnections() // the tunnel serves one at a time

				transport.Proxy = http.ProxyURL(test.proxy)

				send := func() *client.Error {
					return update(t.Context(), newClient(t, "https://"+address, client.Config{Transport: transport}))
				}
				if test.wanted {
					wantSuccess(t, send())

					return
				}

				kind := client.KindClientCert
				if test.sent.certPEM == "" && maximum == tls.VersionTLS12 {
					kind = client.KindHandshake
				}

				if got := refusal(t, send); got.Kind != kind || got.Outcome == client.OutcomeUnknown {
					t.Errorf("got %#v, want a refused certificate and a known outcome", got)
				}
			})
		}
	}
}

func TestClientCert_IsSentToAProxyThatAsks(t *testing.T) {
	var received []*x509.Certificate

	address, trusting := startTLS(t, func(w http.ResponseWriter, r *http.Request) {
		received = r.TLS.PeerCertificates

		serve(w, r)
	}, func(proxy *httptest.Server) { proxy.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert} })

	sent := issue(nil)

	certificate, argument, err := client.ParseClientCert(sent.certPEM, sent.keyPEM)
	if err != nil {
		t.Fatal(argument, err)
	}

	transport := client.NewTransport(trusting.TLSClientConfig.RootCAs, certificate)
	transport.Proxy = http.ProxyURL(&url.URL{Scheme: "https", Host: address})

	updateSucceeds(t, newClient(t, "http://chat.example", client.Config{Transport: transport}))

	if len(received) != 1 || !received[0].Equal(sent.certificate) {
		t.Errorf("the proxy received %d certificates, want the client's", len(received))
	}
}

func TestParseClientCert_ChecksWhatIsKnown(t *testing.T) {
	const certificate, key = "client_cert_pem", "client_key_pem"

	authority := issue(nil)
	one, other := issue(&authority), issue(nil)
	encrypted := pemBlock("ENCRYPTED PRIVATE KEY", []byte("canary"))
	legacy := strings.Replace(pemBlock("RSA PRIVATE KEY", []byte("canary")), "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n", 1)

	tests := map[string]struct{ certPEM, keyPEM, argument, want string }{
		"nothing":                   {"", "", "", ""},
		"text around":               {"# client\n" + one.certPEM, "Bag Attributes\n" + one.keyPEM, "", ""},
		"a certificate alone":       {one.certPEM, "", "", ""},
		"a key alone":               {"", one.keyPEM, "", ""},
		"another key":               {one.certPEM, other.keyPEM, key, "does not fit the first certificate"},
		"an encrypted key alone":    {"", encrypted, key, "it is encrypted"},
		"an old encrypted key":      {one.certPEM, legacy, key, "it is encrypted"},
		"a key's file name":         {one.certPEM, "canary/client.key", key, "the name of a file in place of its content"},
		"a certificate's file name": {"canary.pem", one.keyPEM, certificate, "the name of a file in place of its content"},
		"a certificate for a key":   {one.certPEM, one.certPEM, key, "no private key"},
		"a key for a certificate":   {one.keyPEM, one.keyPEM, certificate, "is a PRIVATE KEY, not a CERTIFICATE"},
		"a garbled key":             {one.certPEM, pemBlock("PRIVATE KEY", []byte("canary")), key, "failed to parse private key"},
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
