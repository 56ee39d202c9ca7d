// Package provider implements the Terraform provider: its resources, their schemas, the
// mapping between Terraform and the API, and the diagnostics. It calls the API only
// through package client. An object is one of the API, in state or not. CONTRIBUTING.md
// says where to begin.
package provider

import (
	"context"
	"net/http"
	"os"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/functions"
	"github.com/chatview/terraform-provider-chatview/internal/protocol"
)

// Serve serves the provider until the CLI ends the process. With debug it waits for a
// CLI.
func Serve(version string, debug bool) error {
	return protocol.Serve(func(withoutLogs bool) protocol.Provider {
		return &chatviewProvider{version: version, withoutLogs: withoutLogs}
	}, debug)
}

// chatviewProvider has the chatview resources.
type chatviewProvider struct {
	version string
	// withoutLogs is set if nobody reads the log.
	withoutLogs bool
	// transport is set by tests; nil means real connections.
	transport http.RoundTripper
	// data is set once the provider is configured.
	data *providerData
}

var (
	_ provider.ProviderWithValidateConfig = (*chatviewProvider)(nil)
	_ provider.ProviderWithFunctions      = (*chatviewProvider)(nil)
)

// Metadata names the provider.
func (p *chatviewProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "chatview"
	resp.Version = p.version
}

// ValidateConfig checks base_url together with allow_insecure_http, the headers,
// and the client certificate with its key.
func (p *chatviewProvider) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	var config providerModel

	decodeModel(ctx, req.Config.Raw, &config)

	config.validateBaseURL(&resp.Diagnostics)
	config.validateHeaders(&resp.Diagnostics)
	config.clientCert(&resp.Diagnostics)
}

// Configure stores the settings. It opens no connection and tolerates missing
// credentials: validating, planning and refreshing need none.
func (p *chatviewProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config providerModel

	decodeModel(ctx, req.Config.Raw, &config)

	merged := config.clientConfig(ctx, &resp.Diagnostics)
	merged.UserAgent = userAgent(req.TerraformVersion, p.version, os.Getenv(userAgentVariable))
	merged.Transport = p.transport

	if !p.withoutLogs {
		merged.Observe = logAttempt
	}

	p.data = newProviderData(merged, config)
	resp.ResourceData = p.data
}

// logAttempt logs a request without its headers and body, which hold secrets.
func logAttempt(ctx context.Context, attempt client.Attempt) {
	tflog.Debug(ctx, "sent request", map[string]any{
		"method":      attempt.Method,
		"path":        attempt.Path,
		"attempt":     attempt.Number,
		"status_code": attempt.StatusCode,
		"request_id":  attempt.RequestID,
		"failure":     attempt.Kind.Name,
		"duration_ms": attempt.Duration.Milliseconds(),
	})
}

// userAgentVariable is the variable by which platforms and wrappers add their
// name to the User-Agent of every provider.
const userAgentVariable = "TF_APPEND_USER_AGENT"

// userAgent names the versions of Terraform and the provider, and whatever a
// platform appends. A control character would make every request fail.
func userAgent(terraformVersion, version, appended string) string {
	products := strings.FieldsFunc(appended, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })

	return strings.Join(append([]string{
		"Terraform/" + terraformVersion, "(+https://www.terraform.io)", "terraform-provider-chatview/" + version,
	}, products...), " ")
}

// ResourceData returns what the resources are configured with.
func (p *chatviewProvider) ResourceData() any { return p.data }

var newResources = []func() resource.Resource{newAppearanceResource, newSourceResource}

// Resources returns the two resources.
func (p *chatviewProvider) Resources(context.Context) []func() resource.Resource { return newResources }

// DataSources returns none: the API has no read.
func (p *chatviewProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

// Functions returns the color functions, which need no connection.
func (p *chatviewProvider) Functions(context.Context) []func() function.Function {
	return functions.All()
}
