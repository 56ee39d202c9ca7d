package provider

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// rotatingProvider has one ephemeral resource, rotating_value, whose value
// changes each time it is opened. random_password and short-lived tokens
// behave like this, and it is the hardest input for a write-only attribute.
type rotatingProvider struct{}

var _ provider.ProviderWithEphemeralResources = (*rotatingProvider)(nil)

func (p *rotatingProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "rotating"
}

func (p *rotatingProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {
}

func (p *rotatingProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (p *rotatingProvider) Resources(context.Context) []func() resource.Resource { return nil }

func (p *rotatingProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (p *rotatingProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &rotatingValue{} }}
}

type rotatingValue struct{}

var opened atomic.Int64

func (v *rotatingValue) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "rotating_value"
}

func (v *rotatingValue) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralschema.Schema{Attributes: map[string]ephemeralschema.Attribute{
		"value": ephemeralschema.StringAttribute{Computed: true},
	}}
}

func (v *rotatingValue) Open(ctx context.Context, _ ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("value"), fmt.Sprintf("#%06d", opened.Add(1)))...)
}
