package client_test

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
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
	const plain, secure = "http://plain.example:1", "http://secure.example:2"

	tests := map[string]struct {
		noProxy, address, want string
	}{
		"https":            {"", "https://chat.example/x", secure},
		"http":             {"", "http://chat.example/x", plain},
		"an excepted host": {"other.example,chat.example", "https://chat.example/x", "<nil>"},
		"loopback":         {"", "http://127.0.0.1/x", "<nil>"},
		"loopback by name": {"", "http://LocalHost:8080/x", "<nil>"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			setProxies(t, map[string]string{"HTTP_PROXY": plain, "HTTPS_PROXY": secure, "NO_PROXY": test.noProxy})

			proxy, err := client.NewTransport(nil, tls.Certificate{}).Proxy(&http.Request{URL: parseBaseURL(t, test.address)})
			if err != nil {
				t.Fatal(err)
			}

			checkEqual(t, "proxy", test.want, fmt.Sprint(proxy))
		})
	}
}

// closedAddress returns an address that refuses connections, until the test ends: it is
// that of a connection's other end, so nothing else can listen on it.
func closedAddress(t *testing.T) string {
	t.Helper()

	server := httptest.NewServer(nil)
	t.Cleanup(server.Close)

	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}

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
		"closed":          {closed, "https", client.KindUnreachable, closed},
		"closed for http": {closed, "http", client.KindUnreachable, closed},
		"refusing http":   {refusing.Listener.Addr().String(), "http", client.KindRefused, client.Withheld},
		"quoting":         {quoting(password), "https", client.KindConnection, client.Withheld},
		"quoting base64":  {quoting(basic), "https", client.KindConnection, client.Withheld},
		"refusing":        {refusing.Listener.Addr().String(), "https", client.KindProxyLogin, "returned status 407 (Proxy Authentication Required) to CONNECT chat.example:443"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			proxy := "http://user:" + password + "@" + test.proxy
			setProxies(t, map[string]string{"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy})

			got := failure(t, update(t.Context(), newClient(t, test.scheme+"://chat.example", client.Config{})))
			if got.Kind != test.kind || !strings.Contains(got.Text, test.text) || got.OutcomeUnknown {
				t.Errorf("got %#v, want kind %q, a known outcome and a text with %q", got, test.kind, test.text)
			}

			if strings.Contains(got.Error(), password) || strings.Contains(got.Error(), basic) {
				t.Errorf("the error shows the proxy's password: %v", got)
			}
		})
	}
}
