package provider

import (
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/owners"
)

// providerModel is the provider block.
type providerModel struct {
	BaseURL           types.String `tfsdk:"base_url"`
	APIKey            types.String `tfsdk:"api_key"`
	RequestTimeout    types.String `tfsdk:"request_timeout"`
	MaxRetries        types.Number `tfsdk:"max_retries"`
	CACertPEM         types.String `tfsdk:"ca_cert_pem"`
	ClientCertPEM     types.String `tfsdk:"client_cert_pem"`
	ClientKeyPEM      types.String `tfsdk:"client_key_pem"`
	RequestsPerSecond types.Number `tfsdk:"requests_per_second"`
	AllowInsecureHTTP types.Bool   `tfsdk:"allow_insecure_http"`
	Headers           types.Map    `tfsdk:"headers"`
}

const expectedBaseURL = "Use an address such as https://chat.example.com."

// validateBaseURL checks base_url together with allow_insecure_http if both
// are known.
func (m providerModel) validateBaseURL(diags *diag.Diagnostics) {
	if !known(m.BaseURL) || m.AllowInsecureHTTP.IsUnknown() {
		return
	}

	if _, err := client.ParseBaseURL(m.BaseURL.ValueString(), m.AllowInsecureHTTP.ValueBool()); err != nil {
		diags.AddAttributeError(shownAt(path.Root("base_url")), "Invalid Base URL",
			"The value of base_url cannot be used: "+err.Error()+". "+expectedBaseURL)
	}
}

// validateHeaders checks the names, and the values that are known.
func (m providerModel) validateHeaders(diags *diag.Diagnostics) {
	elements := m.Headers.Elements()
	names := map[string]string{} // by lower case

	for _, name := range slices.Sorted(maps.Keys(elements)) {
		refuse := func(reason string) {
			diags.AddAttributeError(shownAt(path.Root("headers")), "Invalid Header",
				fmt.Sprintf("The header %q of headers cannot be sent: %s.", name, reason))
		}

		if value, _ := elements[name].(types.String); value.IsNull() {
			refuse("its value is null. To leave a header out, remove it from headers")
		} else if err := client.ValidateHeader(name, value.ValueString()); err != nil {
			refuse(err.Error())
		}

		if other, isTwice := names[strings.ToLower(name)]; isTwice {
			refuse(fmt.Sprintf("headers also has %q, which is the same header in HTTP", other))
		}

		names[strings.ToLower(name)] = name
	}
}

// clientCert returns the client certificate with its key, if both are known, and
// checks what is known.
func (m providerModel) clientCert(diags *diag.Diagnostics) tls.Certificate {
	certificate, argument, err := client.ParseClientCert(m.ClientCertPEM.ValueString(), m.ClientKeyPEM.ValueString())

	switch {
	case err != nil:
		diags.AddAttributeError(shownAt(path.Root(argument)), "Invalid Client Certificate",
			"The value of "+argument+" cannot be used: "+err.Error()+". Use the content of a PEM file, as file() reads it.")
	case m.ClientCertPEM.IsNull() != m.ClientKeyPEM.IsNull():
		set, missing := "client_cert_pem", "client_key_pem"
		if m.ClientCertPEM.IsNull() {
			set, missing = missing, set
		}

		diags.AddAttributeError(shownAt(path.Root(missing)), "Invalid Client Certificate", set+" is set and "+missing+" is not. Set both, or neither.")
	}

	if leaf, now := certificate.Leaf, time.Now(); leaf != nil && (now.Before(leaf.NotBefore) || now.After(leaf.NotAfter)) {
		diags.AddAttributeWarning(shownAt(path.Root("client_cert_pem")), "Client Certificate Not Valid", fmt.Sprintf(
			"The certificate in client_cert_pem is valid from %s to %s, so the service will most likely refuse it. Renew it, or set this machine's clock.",
			leaf.NotBefore.Format(time.DateTime), leaf.NotAfter.Format(time.DateTime)))
	}

	return certificate
}

// clientConfig merges the block with the environment. BaseURL and APIKey are zero if
// they are not set. It validates only the environment: core validates the block first,
// also with values that are known late.
func (m providerModel) clientConfig(ctx context.Context, diags *diag.Diagnostics) client.Config {
	merged := client.Config{
		BaseURL:         m.baseURL(diags),
		APIKey:          m.apiKey(diags),
		RequestTimeout:  client.DefaultRequestTimeout,
		MaxRetries:      client.DefaultMaxRetries,
		FailFastLocally: m.MaxRetries.IsNull(),
		ClientCert:      m.clientCert(&diag.Diagnostics{}),
		ClientKey:       m.ClientKeyPEM.ValueString(),
	}

	m.Headers.ElementsAs(ctx, &merged.Headers, false) // fails for unknown values, with which nothing is sent

	if known(m.CACertPEM) {
		merged.Roots, _ = client.ParseCACertPEM(m.CACertPEM.ValueString()) // validCACert has checked it
	}

	if known(m.RequestTimeout) {
		merged.RequestTimeout, _ = time.ParseDuration(m.RequestTimeout.ValueString()) // validDuration has checked it
	}

	if known(m.RequestsPerSecond) {
		merged.RequestsPerSecond, _ = m.RequestsPerSecond.ValueBigFloat().Float64()
	}

	if known(m.MaxRetries) {
		merged.MaxRetries = int(*optionalInt64(m.MaxRetries))
	}

	return merged
}

// address returns "" if the address of the service is not set or not known.
func (m providerModel) address() string { return fromEnvironment(m.BaseURL, client.BaseURLVariable) }

// baseURL returns nil if the address is not set, not known or not valid.
func (m providerModel) baseURL(diags *diag.Diagnostics) *url.URL {
	address := m.address()
	if address == "" || m.AllowInsecureHTTP.IsUnknown() {
		return nil
	}

	baseURL, err := client.ParseBaseURL(address, m.AllowInsecureHTTP.ValueBool())
	if err != nil {
		diags.AddAttributeError(shownAt(path.Root("base_url")), "Invalid Base URL", "The service's address in the environment variable "+client.BaseURLVariable+
			" cannot be used: "+err.Error()+". "+expectedBaseURL)
	}

	return baseURL
}

// apiKey returns "" if the key is not set or not known.
func (m providerModel) apiKey(diags *diag.Diagnostics) string {
	key := fromEnvironment(m.APIKey, client.APIKeyVariable)
	if err := client.ValidateAPIKey(key); key != "" && err != nil {
		diags.AddAttributeError(shownAt(path.Root("api_key")), "Invalid API Key", "The key in the environment variable "+client.APIKeyVariable+" cannot be used: "+err.Error()+
			". Use the key as the service issued it, for example export "+client.APIKeyVariable+`="$(cat api.key)" in a shell.`)
	}

	return key
}

// unknown names the arguments whose values are not known yet. No default or
// environment variable replaces them.
func (m providerModel) unknown() []string {
	names := namesOf(attributesOf(&m), attr.Value.IsUnknown)
	if slices.ContainsFunc(slices.Collect(maps.Values(m.Headers.Elements())), attr.Value.IsUnknown) {
		names = append(names, "headers")
	}

	return names
}

// fromEnvironment returns the argument's value, or the environment variable if
// the argument is null.
func fromEnvironment(argument types.String, variable string) string {
	if argument.IsNull() {
		return os.Getenv(variable)
	}

	return argument.ValueString()
}

// newProviderData returns what the resources get of the block, which has been merged into
// a configuration of the client.
func newProviderData(config client.Config, block providerModel) *providerData {
	d := &providerData{config: config, unknown: block.unknown(), owners: owners.NewRegistry()}
	d.client = sync.OnceValues(d.newClient)

	switch {
	case config.BaseURL != nil:
		d.baseURL = types.StringValue(config.BaseURL.String())
	case block.BaseURL.IsUnknown(), block.address() != "" && block.AllowInsecureHTTP.IsUnknown():
		d.baseURL = types.StringUnknown()
	}

	return d
}
