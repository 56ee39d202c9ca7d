// Command baseline is a minimal provider on terraform-plugin-framework, to
// measure what the framework costs: one resource with three attributes, which
// sends a small request to create or update an object.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func main() {
	// The default of 2 idle connections would open hundreds of them.
	if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		transport.MaxIdleConnsPerHost = transport.MaxIdleConns
	}

	if err := providerserver.Serve(context.Background(), func() provider.Provider { return baseline{} },
		providerserver.ServeOpts{Address: "registry.terraform.io/chatview/chatview", ProtocolVersion: 6}); err != nil {
		log.Fatal(err)
	}
}

// baseline is the provider. Its settings come from the environment.
type baseline struct{}

func (baseline) Metadata(context.Context, provider.MetadataRequest, *provider.MetadataResponse) {}

func (baseline) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (baseline) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (baseline) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return appearance{} }}
}

func (baseline) DataSources(context.Context) []func() datasource.DataSource { return nil }

// appearance is the resource, and model its attributes.
type appearance struct{}

type model struct {
	ID        types.String `tfsdk:"id"`
	Name      types.String `tfsdk:"name"`
	ThemeMode types.String `tfsdk:"theme_mode"`
}

func (appearance) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "chatview_appearance"
}

func (appearance) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":         schema.StringAttribute{Required: true},
		"name":       schema.StringAttribute{Required: true},
		"theme_mode": schema.StringAttribute{Optional: true},
	}}
}

// Read decodes and encodes the state without a request, as the API has none.
func (appearance) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model

	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (appearance) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	apply(ctx, req.Plan, &resp.State, &resp.Diagnostics)
}

func (appearance) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	apply(ctx, req.Plan, &resp.State, &resp.Diagnostics)
}

func (appearance) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// apply sends a request and stores the plan.
func apply(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State, diags *diag.Diagnostics) {
	var planned model

	diags.Append(plan.Get(ctx, &planned)...)

	if err := put(ctx); err != nil {
		diags.AddError("Update Failed", err.Error())
	}

	diags.Append(state.Set(ctx, &planned)...)
}

var address = os.Getenv("CHATVIEW_BASE_URL") + "/api/v1/appearance/1/"

// put sends a small request, the same for every object.
func put(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, address, strings.NewReader(`{"name":"Baseline"}`))
	if err != nil {
		return err
	}

	req.Header.Set("Authorization", "Bearer "+os.Getenv("CHATVIEW_API_KEY"))
	req.Header.Set("Content-Type", "application/json")

	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()

	_, err = io.Copy(io.Discard, resp.Body) // so the connection is reused

	return err
}
