package provider

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// TestMain removes what the user has exported for the provider, and what makes Go refuse
// HTTP_PROXY. Tests set these variables themselves. It compares the models with the
// schemas, because most tests would panic if a resource were not in resourceTests, or an
// attribute not in a model.
func TestMain(m *testing.M) {
	for _, variable := range []string{client.BaseURLVariable, client.APIKeyVariable, userAgentVariable, "REQUEST_METHOD"} {
		_ = os.Unsetenv(variable)
	}

	debug.SetGCPercent(400) // as in the provider's own process

	_ = os.Setenv("GOGC", "800") // the CLI's processes are short

	refuse := func(reason string) {
		fmt.Println("FAIL: no test runs, because " + reason)
		os.Exit(1)
	}

	for _, newResource := range newResources {
		d := definitionOf(newResource())
		if resourceTests[d.TypeName].model == nil {
			refuse("resourceTests lacks " + d.TypeName)
		}

		if diff := d.diffModel(); diff != "" {
			refuse("the model of " + d.TypeName + " has other attributes than its schema (-schema +model):\n" + diff)
		}
	}

	if len(resourceTests) > len(newResources) {
		refuse("newResources lacks one of resourceTests")
	}

	os.Exit(m.Run())
}

// diffModel compares the attributes of the model with those of the schema.
func (d *definition) diffModel() string {
	var fields []string

	for _, attribute := range attributesOf(resourceTests[d.TypeName].model) {
		fields = append(fields, attribute.name)
	}

	return cmp.Diff(slices.Sorted(maps.Keys(d.Schema.Attributes)), slices.Sorted(slices.Values(fields)))
}

// Package client tests which addresses and keys are valid.
func TestProviderConfig_InvalidArgumentsAreRefused(t *testing.T) {
	t.Parallel()

	core, _ := startCore(t, mockserver.Behavior{})

	for _, test := range []struct {
		attribute      string
		valid, invalid []any
		insecure       any // allow_insecure_http
	}{
		{attribute: "base_url", valid: []any{"https://chat.example.com", unknownValue{}}, invalid: []any{"http://chat.example.com", "", "https://user:hunter2@chat.example.com"}},
		{attribute: "base_url", valid: []any{"http://chat.example.com"}, insecure: true},
		{attribute: "base_url", valid: []any{"http://chat.example.com"}, insecure: unknownValue{}},
		{attribute: "base_url", invalid: []any{"http://chat.example.com"}, insecure: false},
		{attribute: "api_key", valid: []any{"hunter2"}, invalid: []any{"", "  ", "hunter2\n"}},
		{attribute: "request_timeout", valid: []any{"1m30s"}, invalid: []any{"30", "0s", "-1s"}},
		{attribute: "max_retries", valid: []any{0, 20}, invalid: []any{21, -1}},
		{attribute: "ca_cert_pem", invalid: []any{"", "not PEM"}},
		{attribute: "requests_per_second", valid: []any{0.001}, invalid: []any{0.0009, 0, -1}},
		{attribute: "headers", valid: []any{map[string]any{"X-Gateway": "hunter2", "X-Tenant": ""}, map[string]any{"X-Gateway": unknownValue{}}, unknownValue{}}},
		{attribute: `headers`, invalid: []any{map[string]any{"AUTHORIZATION": unknownValue{}}}},
		{attribute: `headers`, invalid: []any{map[string]any{"idempotency-key": "hunter2"}}},
		{attribute: `headers`, invalid: []any{
			map[string]any{"X-Gateway": "hunter2\n"}, map[string]any{"X-Gateway": nil}, map[string]any{"X-GATEWAY": "hunter2", "X-Gateway": "hunter2"},
		}},
	} {
		name, _, _ := strings.Cut(test.attribute, `"`)

		for i, value := range slices.Concat(test.valid, test.invalid) {
			diagnostics := validateProvider(t, core, map[string]any{name: value, "allow_insecure_http": test.insecure})
			wantExplained(t, diagnostics)

			text, isValid, at := describe(diagnostics), i < len(test.valid), `ERROR AttributeName("`+test.attribute+`"): `
			if slices.Contains([]string{"base_url", "api_key", "headers"}, name) {
				at = "ERROR" + withoutLine
			}

			switch {
			case strings.Contains(text, "hunter2"):
				t.Errorf("the secret is printed: %s", text)
			case isValid && text != "":
				t.Errorf("%s = %v was refused: %s", name, value, text)
			case !isValid && (len(diagnostics) != 1 || !strings.HasPrefix(text, at) || !strings.Contains(text, name)):
				t.Errorf("%s = %v: want one error at %s, got %s", name, value, test.attribute, text)
			}
		}
	}
}

func validateProvider(t *testing.T, core *core, config map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()

	resp, err := core.server.ValidateProviderConfig(context.Background(), &tfprotov6.ValidateProviderConfigRequest{
		Config: core.pack(core.value(core.schema.Provider, config)),
	})
	if err != nil {
		t.Fatal(err)
	}

	return resp.Diagnostics
}

func TestProviderConfig_UnknownSettingsAreNotReplaced(t *testing.T) {
	t.Setenv(client.BaseURLVariable, "https://elsewhere.example.com")
	t.Setenv(client.APIKeyVariable, "another-key")

	for argument, value := range map[string]any{
		"base_url": unknownValue{}, "api_key": unknownValue{}, "request_timeout": unknownValue{}, "max_retries": unknownValue{},
		"ca_cert_pem": unknownValue{}, "client_cert_pem": unknownValue{}, "client_key_pem": unknownValue{}, "requests_per_second": unknownValue{},
		"allow_insecure_http": unknownValue{}, "headers": map[string]any{"X-Gateway": unknownValue{}},
	} {
		t.Run(argument, func(t *testing.T) {
			service := newService(t, mockserver.Behavior{})
			settings := map[string]any{
				"base_url": "http://chat.example.com", "api_key": testAPIKey, "allow_insecure_http": true, argument: value,
			}
			core := newCore(t, &chatviewProvider{version: "test", transport: memoryTransport{service}}, settings)

			plan, _ := core.plan("a", appearanceType, map[string]any{"id": "1", "name": "N"})
			wantHeadlines(t, plan.diagnostics)

			applied := core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil)
			wantHeadlines(t, applied.diagnostics, "ERROR: Unknown Provider Settings")
			wantText(t, applied.diagnostics, "These provider arguments are not known yet: "+argument)
			wantRequests(t, service)
		})
	}
}

// The missing key may depend on what is not known yet. A missing address does not: an
// argument that is unknown without one is about no address.
func TestProviderConfig_UnknownSettingsAreReportedBeforeMissingOnes(t *testing.T) {
	t.Setenv(client.APIKeyVariable, "")

	service := newService(t, mockserver.Behavior{})
	core := newCore(t, &chatviewProvider{version: "test", transport: memoryTransport{service}}, map[string]any{"base_url": unknownValue{}})
	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics,
		"ERROR: Unknown Provider Settings")
	wantRequests(t, service)

	for _, argument := range []string{"api_key", "allow_insecure_http"} {
		core.settings = map[string]any{"api_key": testAPIKey}
		core.settings[argument] = unknownValue{}
		core.restart()

		plan, _ := core.plan("b", appearanceType, map[string]any{"id": "2", "name": "N"})
		wantHeadlines(t, plan.diagnostics, "WARNING: Missing Base URL")
	}
}

func TestProviderConfig_EnvironmentReplacesArguments(t *testing.T) {
	t.Setenv(client.BaseURLVariable, "https://chat.example.com/prefix/")
	t.Setenv(client.APIKeyVariable, testAPIKey)
	t.Setenv(userAgentVariable, " Platform/1.0\n(run 7)\x7f\t")

	service := newService(t, mockserver.Behavior{})
	core := newCore(t, &chatviewProvider{version: "1.2.3", transport: memoryTransport{http.StripPrefix("/prefix", service)}}, nil)

	applied := core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil)
	wantHeadlines(t, applied.diagnostics)

	agent := service.Requests()[0].Header.Get("User-Agent")
	if want := "Terraform/1.11.4 (+https://www.terraform.io) terraform-provider-chatview/1.2.3 Platform/1.0 (run 7)"; agent != want {
		t.Errorf("User-Agent %q, want %q", agent, want)
	}
}

func TestProviderConfig_HeadersAreSentAndSettingsSecret(t *testing.T) {
	cert, key := clientCert(time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	keyLine := strings.Split(key, "\n")[1]

	for _, secret := range []string{"hunter2-gateway", keyLine} {
		core, service := startCore(t, mockserver.Behavior{})
		core.settings["headers"] = map[string]any{"x-gateway": "hunter2-gateway"}
		core.settings["client_cert_pem"], core.settings["client_key_pem"] = cert, key
		core.restart()
		service.QueueFaults(mockserver.Fault{Status: 403, Body: []byte(secret + " is not a key")})

		refused := core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil)
		if text := describe(refused.diagnostics); !strings.Contains(text, "not shown") || strings.Contains(text, secret) {
			t.Errorf("want a note instead of the message, got %s", text)
		}

		if sent := service.Requests()[0].Header.Get("X-Gateway"); sent != "hunter2-gateway" {
			t.Errorf("the header is %q", sent)
		}
	}
}

// Package client tests how the requests are spaced, and when retries end.
func TestProviderConfig_RequestsPerSecondAndMaxRetriesReachTheClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := startCore(t, mockserver.Behavior{})
		c.settings["requests_per_second"] = 0.1
		c.restart()

		started := time.Now()

		c.run(theme("a", "1", "A"), theme("b", "2", "B"))

		if took := time.Since(started); took < 10*time.Second {
			t.Errorf("two requests took %s", took)
		}

		refusing := &chatviewProvider{transport: refusingTransport{}}
		for want, retries := range map[string]any{"after 5 attempts": nil, "after 6 attempts": 5} {
			local := newCore(t, refusing, map[string]any{"base_url": "http://localhost", "api_key": testAPIKey, "max_retries": retries})
			wantText(t, local.run(theme("a", "1", "A")), want)
		}
	})
}

// refusingTransport is a machine on which nothing listens.
type refusingTransport struct{}

func (refusingTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}, Err: syscall.ECONNREFUSED}
}

func TestProviderConfig_EnvironmentErrorOmitsValue(t *testing.T) {
	for value, test := range map[string]struct{ variable, remedy string }{
		"https://user:hunter2@chat.example.com": {client.BaseURLVariable, expectedBaseURL},
		"http://hunter2.example.com":            {client.BaseURLVariable, expectedBaseURL},
		"hunter2\n":                             {client.APIKeyVariable, `for example export CHATVIEW_API_KEY="$(cat api.key)" in a shell.`},
	} {
		t.Run(test.variable, func(t *testing.T) {
			t.Setenv(test.variable, value)

			core := &core{t: t, ctx: t.Context(), provider: &chatviewProvider{}, settings: nil, instances: map[string]*instance{}}
			diagnostics := core.restart()
			wantText(t, diagnostics, test.remedy)

			// The CLI would quote the first line of the block, which may be the only one and have a secret.
			got := describe(diagnostics)
			if !strings.HasPrefix(got, "ERROR"+withoutLine) || !strings.Contains(got, test.variable) || strings.Contains(got, "hunter2") {
				t.Errorf("want an error without a line that names %s and not its value, got %s", test.variable, got)
			}
		})
	}
}
