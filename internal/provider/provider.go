// Package provider is the Terraform side: the provider, its two resources with
// their schemas and mappings, and the diagnostics a person reads. It speaks to
// the service through package client alone.
//
// A resource stands in three files: NAME_schema.go (what can be declared),
// NAME_model.go (the pure mapping to requests and from answers) and
// NAME_resource.go (plan and apply).
package provider

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// typeName begins the names of the resources.
const typeName = "chatview"

// chatviewProvider serves the chatview resources.
type chatviewProvider struct {
	version string
	// transport carries the requests of tests that need no network; nil stands
	// for real connections.
	transport http.RoundTripper
	// connection is there once the provider is configured.
	connection *connection
}

var (
	_ provider.Provider                   = (*chatviewProvider)(nil)
	_ provider.ProviderWithValidateConfig = (*chatviewProvider)(nil)
	_ provider.ProviderWithFunctions      = (*chatviewProvider)(nil)
)

// Metadata names the provider.
func (p *chatviewProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = typeName
	resp.Version = p.version
}

// ValidateConfig checks what takes two attributes to decide.
func (p *chatviewProvider) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	var config providerModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)

	if resp.Diagnostics.HasError() {
		return
	}

	config.validateBaseURL(&resp.Diagnostics)
}

// Configure takes the settings up. Nothing is connected and nothing is missed
// yet: validating, planning and refreshing need neither key nor address.
func (p *chatviewProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config providerModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)

	if resp.Diagnostics.HasError() {
		return
	}

	settings := config.settings(&resp.Diagnostics)
	settings.userAgent = userAgent(req.TerraformVersion, p.version)
	settings.transport = p.transport

	p.connection = newConnection(settings)
	resp.ResourceData = p.connection
}

// userAgent names Terraform's version and the provider's.
func userAgent(terraformVersion, version string) string {
	return "Terraform/" + terraformVersion + " (+https://www.terraform.io) terraform-provider-chatview/" + version
}

// newResources make the two resources.
var newResources = []func() plannedResource{newAppearanceResource, newSourceResource}

// Resources returns the two resources.
func (p *chatviewProvider) Resources(context.Context) []func() resource.Resource {
	resources := make([]func() resource.Resource, 0, len(newResources))
	for _, newResource := range newResources {
		resources = append(resources, func() resource.Resource { return newResource() })
	}

	return resources
}

// DataSources returns none: the interface has no read.
func (p *chatviewProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

// Functions returns the functions on colours. They are pure, and so need no
// connection.
func (p *chatviewProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{newContrastRatioFunction, newDerivePaletteFunction, newPaletteProblemsFunction}
}
