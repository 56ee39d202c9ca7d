// Command baseline is a minimal provider on terraform-plugin-framework, to measure
// the cost of the framework. It reads the schemas of its resources from
// ./schemas.json.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func main() {
	resources, err := readResources()
	if err != nil {
		log.Fatal(err)
	}

	// The default of 2 idle connections would open hundreds of them.
	if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		transport.MaxIdleConnsPerHost = transport.MaxIdleConns
	}

	err = providerserver.Serve(context.Background(), func() provider.Provider { return baseline{resources} }, providerserver.ServeOpts{
		Address: "registry.terraform.io/chatview/chatview", ProtocolVersion: 6,
	})
	if err != nil {
		log.Fatal(err)
	}
}

// baseline is the provider. Its settings come from the environment.
type baseline struct{ resources []func() resource.Resource }

func (baseline) Metadata(context.Context, provider.MetadataRequest, *provider.MetadataResponse) {}

func (baseline) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (baseline) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (b baseline) Resources(context.Context) []func() resource.Resource { return b.resources }

func (baseline) DataSources(context.Context) []func() datasource.DataSource { return nil }
