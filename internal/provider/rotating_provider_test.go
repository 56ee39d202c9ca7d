package provider

import (
	"context"
	"fmt"
	"regexp"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
)

// rotatingSecret is a block whose value changes each time it is opened.
const rotatingSecret = `ephemeral "rotating_value" "secret" {}`

var rotatedValue = regexp.MustCompile(`#\d{6}`)

// rotatingProvider has one ephemeral resource, rotating_value, whose value
// changes each time it is opened. random_password and short-lived tokens
// behave like this, and it is the hardest input for a write-only attribute.
type rotatingProvider struct{ *chatviewProvider }

func (p rotatingProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "rotating"
}

func (p rotatingProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return rotatingValue{} }}
}

type rotatingValue struct{}

var opened atomic.Int64

func (v rotatingValue) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "rotating_value"
}

func (v rotatingValue) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema.Attributes = map[string]ephemeralschema.Attribute{"value": ephemeralschema.StringAttribute{Computed: true}}
}

func (v rotatingValue) Open(ctx context.Context, _ ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("value"), fmt.Sprintf("#%06d", opened.Add(1)))...)
}
