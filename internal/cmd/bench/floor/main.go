// Command floor is the smallest provider that can be: on the same framework as
// the provider, it sends the same request for an object of three attributes,
// and does nothing else. What it takes is what the framework and the request
// take, whatever a provider does.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func main() {
	err := providerserver.Serve(context.Background(), func() provider.Provider { return floor{} }, providerserver.ServeOpts{
		Address:         "registry.terraform.io/chatview/floor",
		ProtocolVersion: 6,
	})
	if err != nil {
		log.Fatal(err)
	}
}

// floor is the provider. It is configured by the environment.
type floor struct{}

func (floor) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "floor"
}

func (floor) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (floor) Configure(_ context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	// Without this much, net/http opens hundreds of connections, and the floor
	// would not be one.
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // documented to be one
	transport.MaxIdleConnsPerHost = transport.MaxIdleConns

	resp.ResourceData = &service{
		client:  &http.Client{Transport: transport},
		address: os.Getenv("CHATVIEW_BASE_URL"),
		key:     os.Getenv("CHATVIEW_API_KEY"),
	}
}

func (floor) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &appearance{} }}
}

func (floor) DataSources(context.Context) []func() datasource.DataSource { return nil }
