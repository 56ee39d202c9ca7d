package client_test

import (
	"context"
	"encoding/base64"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// setProxies sets the proxy variables, and unsets all others.
func setProxies(t *testing.T, variables map[string]string) {
	t.Helper()

	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "REQUEST_METHOD"} {
		t.Setenv(name, variables[name])
		t.Setenv(strings.ToLower(name), "")
	}
}

func TestProxy_ComesFromTheEnvironment(t *testing.T) {
	proxies := map[string]string{"HTTP_PROXY": "http://plain.example:1", "HTTPS_PROXY": "http://secure.example:2"}
	with := func(name, value string) map[string]string {
		return map[string]string{"HTTP_PROXY": proxies["HTTP_PROXY"], "HTTPS_PROXY": proxies["HTTPS_PROXY"], name: value}
	}

	tests := map[string]struct {
		variables map[string]string
		address   string
		want      string
	}{
		"no proxy is set":           {nil, "https://chat.example/x", ""},
		"https":                     {proxies, "https://chat.example/x", "http://secure.example:2"},
		"http":                      {proxies, "http://chat.example/x", "http://plain.example:1"},
		"an excepted host":          {with("NO_PROXY", "other.example,chat.example"), "https://chat.example/x", ""},
		"an excepted domain":        {with("NO_PROXY", ".example"), "https://chat.example/x", ""},
		"another excepted host":     {with("NO_PROXY", "other.example"), "https://chat.example/x", "http://secure.example:2"},
		"everything excepted":       {with("NO_PROXY", "*"), "https://chat.example/x", ""},
		"an excepted network":       {with("NO_PROXY", "10.0.0.0/8"), "https://10.1.2.3/x", ""},
		"loopback":                  {proxies, "http://127.0.0.1/x", ""},
		"loopback in IPv6":          {proxies, "http://[::1]/x", ""},
		"loopback in IPv6 for IPv4": {proxies, "http://[::ffff:127.0.0.1]/x", ""},
		"loopback by name":          {proxies, "http://localhost:8080/x", ""},
		"loopback by another name":  {proxies, "http://LocalHost:8080/x", ""},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			setProxies(t, test.variables)

			proxy, err := client.NewTransport(nil).Proxy(&http.Request{URL: parseBaseURL(t, test.address)})
			if err != nil {
				t.Fatal(err)
			}

			got := ""
			if proxy != nil {
				got = proxy.String()
			}

			if got != test.want {
				t.Errorf("the request goes through %q, want %q", got, test.want)
			}
		})
	}
}

// forwardProxy connects every host to one address, and records its requests.
type forwardProxy struct {
	target   string
	mu       sync.Mutex
	requests []string
	header   []http.Header
}

func (p *forwardProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.requests = append(p.requests, r.Method+" "+r.RequestURI)
	p.header = append(p.header, r.Header.Clone())
	p.mu.Unlock()

	if r.Method == http.MethodConnect {
		p.tunnel(r.Context(), w)

		return
	}

	r.URL.Host, r.RequestURI = p.target, ""

	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)

		return
	}
	defer resp.Body.Close()

	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

func (p *forwardProxy) tunnel(ctx context.Context, w http.ResponseWriter) {
	server, err := new(net.Dialer).DialContext(ctx, "tcp", p.target)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)

		return
	}
	defer server.Close()

	caller, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer caller.Close()

	_, _ = io.WriteString(caller, "HTTP/1.1 200 Connection established\r\n\r\n")

	go func() { _, _ = io.Copy(server, caller) }()

	_, _ = io.Copy(caller, server)
}

// example.com is in the certificate of httptest's servers. Only the proxy can
// resolve it.
const proxiedHost = "example.com"

func TestProxy_CarriesRequests(t *testing.T) {
	tests := map[string]struct {
		scheme  string
		request string
		// key is the API key that reaches the proxy, if any.
		key []string
	}{
		"https": {"https", "CONNECT " + proxiedHost + ":443", nil},
		"http":  {"http", "PATCH http://" + proxiedHost + "/api/v1/sources/7/update-config/", []string{"Bearer key-of-the-tests"}},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := quiet(httptest.NewUnstartedServer(http.HandlerFunc(serve)))
			if test.scheme == "https" {
				server.StartTLS()
			} else {
				server.Start()
			}

			t.Cleanup(server.Close)

			proxy := &forwardProxy{target: server.Listener.Addr().String()}

			proxyServer := httptest.NewServer(proxy)
			t.Cleanup(proxyServer.Close)
			t.Cleanup(server.CloseClientConnections)

			setProxies(t, map[string]string{
				"HTTP_PROXY": "http://user:hunter2@" + proxyServer.Listener.Addr().String(), "HTTPS_PROXY": proxyServer.URL,
			})

			config := client.Config{}

			if certificate := server.Certificate(); certificate != nil {
				roots, err := client.ParseCACertPEM(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw})))
				if err != nil {
					t.Fatal(err)
				}

				config.Transport = client.NewTransport(roots)
			}

			if err := update(t.Context(), newClient(t, test.scheme+"://"+proxiedHost, config)); err != nil {
				t.Fatal(err)
			}

			checkEqual(t, "requests to the proxy", []string{test.request}, proxy.requests)

			checkEqual(t, "the key that the proxy saw", test.key, proxy.header[0].Values("Authorization"))
		})
	}
}

func TestProxy_PasswordIsNotShown(t *testing.T) {
	closed, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}

	_ = closed.Close()

	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "no: "+r.Header.Get("Proxy-Authorization"), http.StatusProxyAuthRequired)
	}))
	t.Cleanup(refusing.Close)

	tests := map[string]struct {
		proxy, scheme string
		kind          client.Kind
		text          string
	}{
		"closed":          {"http://user:hunter2@" + closed.Addr().String(), "https", client.KindUnreachable, closed.Addr().String()},
		"closed for http": {"http://user:hunter2@" + closed.Addr().String(), "http", client.KindUnreachable, closed.Addr().String()},
		"refusing":        {"http://user:hunter2@" + refusing.Listener.Addr().String(), "https", client.KindConnection, "Proxy Authentication Required"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			setProxies(t, map[string]string{"HTTP_PROXY": test.proxy, "HTTPS_PROXY": test.proxy})

			got := failure(t, update(t.Context(), newClient(t, test.scheme+"://"+proxiedHost, client.Config{})))
			if got.Kind != test.kind || !strings.Contains(got.Text, test.text) || got.OutcomeUnknown {
				t.Errorf("got %#v, want kind %q, a known outcome and a text with %q", got, test.kind, test.text)
			}

			basic := base64.StdEncoding.EncodeToString([]byte("user:hunter2"))
			if strings.Contains(got.Error(), "hunter2") || strings.Contains(got.Error(), basic) {
				t.Errorf("the error shows the proxy's password: %v", got)
			}
		})
	}
}
