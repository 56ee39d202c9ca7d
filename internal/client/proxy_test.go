package client_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
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

// net/http ignores some addresses, and connects to this machine for others. A request
// must not go past the proxy.
func TestProxy_IsNeverIgnored(t *testing.T) {
	usable := []string{
		"http://proxy.example:3128", "HTTP://proxy.example:3128", "https://proxy.example:3128", "tcp://proxy.example:3128", "socks5h://proxy.example:3128",
		"proxy.example:3128", "proxy.example", "[::1]:3128", "http://user:hunter2%25@proxy.example:3128", "user:hunter2@proxy.example:3128",
	}
	unusable := []string{
		"http://user:hunter2%ss@proxy.example:3128", "user:hunter2%ss@proxy.example:3128", "http://user:hunter2#@proxy.example:3128", "http://hunter2 @proxy.example",
		" http://proxy.example:3128", "http://proxy.example:3128 ", "http://proxy.example:3128\n", " proxy.example", " ", "http://proxy.example:port", "[::1",
		"//proxy.example:3128", "/proxy.example", "//x://proxy.example", "http:proxy.example:3128", "http://", ":3128", "http://:3128", "http://user:hunter2@",
	}

	for _, scheme := range []string{"http", "https"} {
		lower, upper := scheme+"_proxy", strings.ToUpper(scheme)+"_PROXY"
		other := map[string]string{"http": "HTTPS_PROXY", "https": "HTTP_PROXY"}[scheme]

		for _, address := range slices.Concat(usable, unusable) {
			for name, test := range map[string]struct {
				variable, noProxy string
				applies           bool
			}{
				"lower case": {lower, "other.example", true}, "upper case": {upper, "", true},
				"an excepted host": {upper, "chat.example", false}, "the other scheme": {other, "", false},
			} {
				t.Run(fmt.Sprintf("%s %q %s", scheme, address, name), func(t *testing.T) {
					setProxies(t, map[string]string{"NO_PROXY": test.noProxy})
					t.Setenv(test.variable, address)

					isUsable := slices.Contains(usable, address)
					checkProxy(t, scheme+"://chat.example", test.variable, test.applies && isUsable, test.applies && !isUsable)
				})
			}
		}
	}
}

// checkProxy asserts that a request arrives at the proxy, at the service, or nowhere
// because the variable cannot be used.
func checkProxy(t *testing.T, baseURL, variable string, isProxied, isRefused bool) {
	t.Helper()

	var atProxy, atService atomic.Int32

	proxy, service := listen(t, func(net.Conn) { atProxy.Add(1) }), listen(t, func(net.Conn) { atService.Add(1) })
	config, transport := client.Config{}, client.NewTransport(nil, tls.Certificate{})
	config.Transport = transport
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		to := service
		if strings.HasPrefix(address, "proxy.example:") || address == "[::1]:3128" {
			to = proxy
		}

		return new(net.Dialer).DialContext(ctx, network, to)
	}

	want := [2]int32{0, 1}

	switch {
	case isProxied:
		want = [2]int32{1, 0}
	case isRefused:
		want, config.MaxRetries = [2]int32{}, 2
	}

	got := failure(t, update(t.Context(), newClient(t, baseURL, config))) // both close the connection
	checkEqual(t, "connections to the proxy and to the service", want, [2]int32{atProxy.Load(), atService.Load()})

	if (got.Kind == client.KindProxySetting) != isRefused || got.Attempts != 1 || isRefused && got.Outcome == client.OutcomeUnknown {
		t.Errorf("got %#v after %d attempts, want one, and an error about the setting: %t", got, got.Attempts, isRefused)
	}

	if isRefused && !strings.Contains(got.Text, variable) || strings.Contains(got.Text, "hunter2") {
		t.Errorf("the error has to name %s, and not its value: %s", variable, got.Text)
	}
}

// Over plain http, the status may be the service's.
func TestProxy_LoginIsThatOfAProxy(t *testing.T) {
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) }))
	t.Cleanup(refusing.Close)
	setProxies(t, map[string]string{"HTTP_PROXY": refusing.URL})

	for address, kind := range map[string]client.Kind{"http://chat.example": client.KindProxyLogin, refusing.URL: client.KindRefused} {
		if got := failure(t, update(t.Context(), newClient(t, address, client.Config{}))); got.Kind != kind || got.StatusCode != 407 {
			t.Errorf("%s: got %#v, want status 407 of kind %q", address, got, kind)
		}
	}

	address, trusting := startTLS(t, refusing.Config.Handler.ServeHTTP, nil)
	trusting.Proxy = http.ProxyURL(startTunnel(t))

	if got := failure(t, update(t.Context(), newClient(t, "https://"+address, client.Config{Transport: trusting}))); got.Kind != client.KindRefused {
		t.Errorf("a service behind a proxy: got %#v", got)
	}
}

// Some proxies decide by it, and refuse that of net/http.
func TestProxy_SeesTheUserAgent(t *testing.T) {
	seen := make(chan string, 1)
	proxy := listen(t, func(conn net.Conn) {
		if req, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			seen <- req.Method + " " + req.UserAgent()
		}
	})
	setProxies(t, map[string]string{"HTTPS_PROXY": proxy})

	_ = failure(t, update(t.Context(), newClient(t, "https://chat.example", client.Config{UserAgent: "tests/1"})))
	checkEqual(t, "request to the proxy", "CONNECT tests/1", <-seen)
}

// closedAddress returns an address that refuses connections, until the test ends: it is
// that of a connection's other end, so nothing else can listen on it.
func closedAddress(t *testing.T) string {
	t.Helper()

	server := httptest.NewServer(nil)
	t.Cleanup(server.Close)

	connection := must((&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String()))
	t.Cleanup(func() { _ = connection.Close() })

	return connection.LocalAddr().String()
}

func TestProxy_PasswordIsNotShown(t *testing.T) {
	const password = "hunter2!"

	basic := base64.StdEncoding.EncodeToString([]byte("user:" + password))

	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "no: "+r.Header.Get("Proxy-Authorization"), http.StatusProxyAuthRequired)
	}))
	t.Cleanup(refusing.Close)

	quoting := func(status string) string {
		return listen(t, func(conn net.Conn) {
			_, _ = http.ReadRequest(bufio.NewReader(conn))
			_, _ = io.WriteString(conn, "HTTP/1.1 "+status+"\r\nContent-Length: 0\r\n\r\n")
		})
	}
	closed := closedAddress(t)

	tests := map[string]struct {
		proxy, scheme string
		kind          client.Kind
		text          string
	}{
		"NTLM":            {quoting("407 Login\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM x"), "https", client.KindProxyScheme, "and offers Negotiate, NTLM"},
		"NTLM and Basic":  {quoting("407 Login\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: basic realm=x"), "https", client.KindProxyLogin, ""},
		"Basic, capital":  {quoting("407 Login\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: Basic realm=x"), "https", client.KindProxyLogin, ""},
		"NTLM over http":  {quoting("407 Login\r\nProxy-Authenticate: NTLM"), "http", client.KindProxyScheme, ""},
		"closing":         {listen(t, func(net.Conn) {}), "https", client.KindProxyFailure, "connecting through the proxy http://127.0.0.1:"},
		"closed":          {closed, "https", client.KindProxyUnreachable, closed},
		"closed for http": {closed, "http", client.KindProxyUnreachable, closed},
		"refusing http":   {refusing.Listener.Addr().String(), "http", client.KindProxyLogin, client.Withheld},
		"quoting":         {quoting(password), "https", client.KindProxyFailure, client.Withheld},
		"quoting base64":  {quoting(basic), "https", client.KindProxyFailure, client.Withheld},
		"refusing":        {refusing.Listener.Addr().String(), "https", client.KindProxyLogin, "returned status 407 (Proxy Authentication Required) to CONNECT chat.example:443"},
	}

	t.Run("a short secret", func(t *testing.T) { // Base64 of u:p
		setProxies(t, map[string]string{"HTTPS_PROXY": "http://u:p@" + quoting("dTpw")})

		if got := failure(t, update(t.Context(), newClient(t, "https://chat.example", client.Config{}))); got.Text != client.Withheld {
			t.Errorf("got %#v", got)
		}
	})

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			proxy := "http://user:" + password + "@" + test.proxy
			setProxies(t, map[string]string{"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy})

			got := failure(t, update(t.Context(), newClient(t, test.scheme+"://chat.example", client.Config{})))
			if got.Kind != test.kind || !strings.Contains(got.Text, test.text) || got.Outcome == client.OutcomeUnknown {
				t.Errorf("got %#v, want kind %q, a known outcome and a text with %q", got, test.kind, test.text)
			}

			if strings.Contains(got.Error(), password) || strings.Contains(got.Error(), basic) {
				t.Errorf("the error shows the proxy's password: %v", got)
			}
		})
	}
}
