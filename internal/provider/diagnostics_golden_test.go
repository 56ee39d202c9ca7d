package provider

import (
	"crypto/tls"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// failingApply is an apply that fails.
type failingApply struct {
	name  string
	fault mockserver.Fault
	// settings replace provider arguments.
	settings map[string]any
	proxy    string // HTTPS_PROXY and HTTP_PROXY
}

// failingApplies has one for each kind of failure. Package errortext tests the shapes of
// an error.
func failingApplies(t *testing.T) []failingApply {
	t.Helper()

	listen := func(start func(*httptest.Server), config *tls.Config) *httptest.Server {
		server := httptest.NewUnstartedServer(http.NotFoundHandler())
		server.TLS = config
		start(server)
		t.Cleanup(server.Close)

		return server
	}
	proxy := func(status int) failingApply {
		refuse := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		server := httptest.NewServer(refuse)
		t.Cleanup(server.Close)

		return failingApply{
			name: fmt.Sprint("a proxy that returns ", status), settings: map[string]any{"base_url": "https://chat.example.com"},
			proxy: strings.Replace(server.URL, "//", "//user:hunter2@", 1),
		}
	}
	overHTTP := proxy(407)
	overHTTP.name, overHTTP.settings = overHTTP.name+" over http", map[string]any{"base_url": "http://chat.example.com", "allow_insecure_http": true}

	plain, unknownAuthority := listen((*httptest.Server).Start, nil), listen((*httptest.Server).StartTLS, nil)
	requiring := listen((*httptest.Server).StartTLS, &tls.Config{MaxVersion: tls.VersionTLS12, ClientAuth: tls.RequireAnyClientCert})
	other := listen((*httptest.Server).StartTLS, &tls.Config{NextProtos: []string{"h3"}}) // Go would serve HTTP/1.1 in place of "h2"
	authority := pemBlock("CERTIFICATE", requiring.Certificate().Raw)

	responds := func(name string, status int, body string) failingApply {
		return failingApply{name: name, fault: mockserver.Fault{Status: status, Body: []byte(body)}}
	}
	fails := func(name string, fault mockserver.Fault) failingApply { return failingApply{name: name, fault: fault} }
	at := func(name, baseURL string) failingApply {
		return failingApply{name: name, settings: map[string]any{"base_url": baseURL}}
	}

	return []failingApply{
		responds("fields", 400, `{"name": ["Too short.", "Taken."], "recommendations": {"1": ["Not a question."]}}`),
		responds("a withheld field", 400, `{"name": ["Not `+testAPIKey+`."], "recommendations": ["Too many."]}`),
		responds("a detail", 400, `{"detail": "The theme is locked."}`),
		responds("HTML", 502, "<html><head><title>Bad Gateway</title><style>p {}</style></head><body><h1>Bad Gateway</h1><p>nginx</p></body></html>"),
		responds("a missing certificate", 400, "<html><head><title>400 No required SSL certificate was sent</title></head></html>"), // of nginx
		responds("a certificate elsewhere", 400, `{"detail": "The connection failed: SSL certificate verify failed."}`),             // of a database
		responds("no body", 400, ""),

		responds("401", 401, `{"detail": "The key is not known."}`),
		responds("403", 403, `{"detail": "Not your theme."}`),
		responds("a certificate for a path", 403, "<html><body><p>Reason: Cannot perform Post-Handshake Authentication.<br /></p></body></html>"), // of Apache
		fails("a challenge", mockserver.Fault{Status: 202, Header: http.Header{"X-Amzn-Waf-Action": {"challenge"}}}),
		fails("a captcha", mockserver.Fault{Status: 405, Header: http.Header{"X-Amzn-Waf-Action": {"captcha"}}, Body: []byte("<html>")}),
		responds("404", 404, `{"detail": "There is no such theme."}`),
		responds("409", 409, `{"detail": "Changed meanwhile."}`),
		responds("429", 429, `{"detail": "Slow down."}`),
		responds("501", 501, `{"detail": "Not supported."}`),
		fails("304", mockserver.Fault{Status: 304}),
		fails("a redirect", mockserver.Fault{Status: 301, Header: http.Header{"Location": {"https://chat.example.com/login"}}}),
		fails("a redirect after a change", mockserver.Fault{Status: 302, Header: http.Header{"Location": {"/themes/1"}}}),
		{name: "a time-out", fault: mockserver.Fault{Delay: time.Minute}, settings: map[string]any{"request_timeout": "1s"}},
		fails("a lost connection", mockserver.Fault{Response: mockserver.NoResponse}),
		fails("a truncated response", mockserver.Fault{Response: mockserver.TruncatedResponse}),
		fails("a page", page),
		responds("a large response", 200, strings.Repeat(" ", client.MaxResponseBytes+1)),
		responds("another object", 200, `{"id": 2, "name": "Other"}`),
		responds("no id", 200, `{"name": "Other"}`),
		responds("an error with status 202", 202, `{"status": "error", "error": {"code": 5}, "jobs": []}`),

		at("no server", "http://127.0.0.1:1"),              // a port that no test listens on
		at("an invalid host", "https://chat..example.com"), // without a DNS query
		{name: "an unknown host of a proxy", settings: map[string]any{"base_url": "https://chat.example.com"}, proxy: "http://proxy..example.com:3128"},
		{name: "an invalid proxy", settings: map[string]any{"base_url": "https://chat.example.com"}, proxy: "http://user:hunter2%@proxy.example.com"},
		at("an unknown authority", unknownAuthority.URL),
		{name: "a handshake failure", settings: map[string]any{"base_url": requiring.URL, "ca_cert_pem": authority}},
		at("no HTTP/1.1", other.URL),
		proxy(403), proxy(407), overHTTP, proxy(502),
		at("no TLS", strings.Replace(plain.URL, "http:", "https:", 1)),
	}
}

// TestDiagnostics_MatchGoldenFile compares the errors of failing applies with a
// golden file. Run it with -update to rewrite the file, and review it.
func TestDiagnostics_MatchGoldenFile(t *testing.T) {
	var texts strings.Builder

	// Those of the machine would be used where a test has no proxy, or instead of it.
	for _, name := range []string{"NO_PROXY", "no_proxy", "https_proxy", "http_proxy"} {
		t.Setenv(name, "")
	}

	for _, test := range failingApplies(t) {
		service := startService(t)
		settings := map[string]any{"base_url": service.url, "api_key": testAPIKey, "max_retries": 0}
		maps.Copy(settings, test.settings)
		t.Setenv("HTTPS_PROXY", test.proxy)
		t.Setenv("HTTP_PROXY", test.proxy)

		if settings["base_url"] == service.url {
			service.QueueFaults(test.fault)
		}

		core := newCore(t, &chatviewProvider{version: "test"}, settings)
		applied := core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N", "recommendations": []string{"Who?", "Why?"}}, nil)
		wantExplained(t, applied.diagnostics)
		fmt.Fprintf(&texts, "== %s\n\n%s\n\n", test.name, describe(applied.diagnostics))
	}

	if runtime.GOOS != "linux" {
		t.Skip("other systems name the reasons differently")
	}

	ports := regexp.MustCompile(`127\.0\.0\.1:\d+`)
	golden.Compare(t, "diagnostics.txt", ports.ReplaceAllString(texts.String(), "127.0.0.1:PORT"))
}

// The CLI quotes the lines of an attribute.
func TestDiagnostics_AboutSecretsQuoteNoLine(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	want := func(name, headline string, got []*tfprotov6.Diagnostic) {
		if wantHeadlines(t, got, headline+withoutLine); !strings.Contains(describe(got), name) {
			t.Errorf("%s is not named: %s", name, describe(got))
		}
	}

	for _, attribute := range core.schema.Provider.Block.Attributes {
		switch {
		case attribute.Sensitive && attribute.Type.Is(tftypes.String):
			summary := map[string]string{"api_key": "Invalid API Key", "client_key_pem": "Invalid Client Certificate"}[attribute.Name]
			want(attribute.Name, "ERROR: "+summary, validateProvider(t, core, map[string]any{attribute.Name: " "}))
		case attribute.Sensitive:
			want(attribute.Name, "ERROR: Invalid Header", validateProvider(t, core, map[string]any{attribute.Name: map[string]any{"": "hunter2"}}))
		}
	}

	for typeName, schema := range core.schema.ResourceSchemas {
		for _, attribute := range schema.Block.Attributes {
			if !attribute.Sensitive {
				continue
			}

			want(attribute.Name, "ERROR: Empty Value", core.validate(typeName, with(typeName, attribute.Name, "")))

			field := strings.TrimSuffix(attribute.Name, "_wo")
			service.QueueFaults(mockserver.Fault{Status: 400, Body: []byte(`{"` + field + `": ["Wrong."]}`)})
			want(field, "ERROR: Request Refused", core.apply(attribute.Name, typeName, with(typeName, attribute.Name, `"hunter2"`), nil).diagnostics)
		}
	}

	_, key := clientCert(time.Now(), time.Now())

	for _, test := range [][4]string{
		{sourceType, "public_key", key, "Private Key Given"}, {sourceType, "public_key", "hunter2\f", "Control Character"},
		{sourceType, "hostname", key + "\f", "Control Character"}, {appearanceType, overridesAttribute, key, "Invalid JSON"},
	} {
		want(test[1], "ERROR: "+test[3], core.validate(test[0], with(test[0], test[1], test[2])))
	}

	want("client_cert_pem", "ERROR: Invalid Client Certificate", validateProvider(t, core, map[string]any{"client_cert_pem": "hunter2", "client_key_pem": key}))
}

// With a password, a text that plans show is refused, and the CLI quotes no line.
func TestDiagnostics_AboutPasswordsQuoteNoLine(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	addresses := []string{"hostname", "host", "database_name", "database", "account"}

	for _, test := range []struct{ names, values []string }{
		{addresses, []string{
			"reader:hunter2@db.example.com", "//reader:hunter2@db", "host=db.example.com password=hunter2", "Server=db.example.com;Pwd=hunter2", "scott/hunter2@//db.example.com:1521/orders",
			"md:orders?motherduck_token=hunter2", "orders;password=hunter2", "reader:hunter2@tcp(db:3306)/orders", "(DESCRIPTION=(SECURITY=(PASSWORD=hunter2)))", "reader:hunter2\r@db",
			"user:hunter2@db", "tenant/hunter2@main", "orders?sortkey=hunter2", // may be legitimate
		}},
		{append(addresses, "username", "user", "account_name"), []string{
			"postgresql://u:hunter2@db.example.com/o", "postgresql://u:hunter2\r@db.example.com/o", "jdbc:sqlserver://h;user=u;password=hunter2", "snowflake://u@acct?passcode=hunter2",
		}},
	} {
		for _, name := range test.names {
			for _, value := range test.values {
				got := core.validate(sourceType, with(sourceType, name, value))
				wantHeadlines(t, last(got), "ERROR: Password Given"+withoutLine)
				wantText(t, last(got), "The value of "+name+" cannot be used: it is read as a connection string with a password", "connection_string_wo")

				if place("", got[0]) != withoutLine || strings.Contains(describe(got), "hunter2") {
					t.Errorf("%s = %q: %s", name, value, describe(got))
				}
			}
		}
	}
}

// The configuration has no order, and the request is sorted.
func TestDiagnostics_NameTheElementOfASet(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	service.QueueFaults(mockserver.Fault{Status: 400, Body: []byte(`{"selected_schemas": {"0": ["Unknown."], "1": ["New."], "2": ["Odd."]}}`)})

	failed := core.apply("s", sourceType, map[string]any{"id": "7", "selected_schemas": []string{"zeta", "alpha"}}, nil)
	wantText(t, failed.diagnostics, `The error message for "alpha" in selected_schemas reads: Unknown.`)
	wantText(t, failed.diagnostics, `The error message for "zeta" in selected_schemas reads: New.`)
	wantText(t, failed.diagnostics, "The error message for selected_schemas[2] reads: Odd.")
}
