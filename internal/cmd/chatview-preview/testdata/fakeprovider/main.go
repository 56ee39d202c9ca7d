// Command fakeprovider is a provider with a resource and a data source TYPE_id,
// under the name terraform-provider-TYPE_vVERSION. It appends a line to the file in
// FAKE_PROVIDER_CALLS for each call for which a real provider would send a request.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

func main() {
	name := strings.TrimPrefix(filepath.Base(os.Args[0]), "terraform-provider-")
	kind, _, _ := strings.Cut(name, "_")

	err := providerserver.Serve(context.Background(), func() provider.Provider { return fakeProvider{kind: kind} },
		providerserver.ServeOpts{Address: "registry.terraform.io/example/" + kind, ProtocolVersion: 6})
	if err != nil {
		log.Fatal(err)
	}
}

type fakeProvider struct {
	provider.Provider

	kind string
}

func (p fakeProvider) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = p.kind
}

func (fakeProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (fakeProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (fakeProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return fakeResource{} }}
}

func (fakeProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return fakeDataSource{} }}
}

type fakeResource struct{ resource.Resource }

func (fakeResource) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_id"
}

func (fakeResource) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema.Attributes = map[string]schema.Attribute{"hex": schema.StringAttribute{Computed: true}}
}

func (fakeResource) Create(ctx context.Context, _ resource.CreateRequest, response *resource.CreateResponse) {
	call("create")
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("hex"), "c0ffee")...)
}

type fakeDataSource struct{ datasource.DataSource }

func (fakeDataSource) Metadata(_ context.Context, request datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_id"
}

func (fakeDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema.Attributes = map[string]datasourceschema.Attribute{"hex": datasourceschema.StringAttribute{Computed: true}}
}

func (fakeDataSource) Read(ctx context.Context, _ datasource.ReadRequest, response *datasource.ReadResponse) {
	call("read")
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("hex"), "decade")...)
}

func call(name string) {
	file, err := os.OpenFile(os.Getenv("FAKE_PROVIDER_CALLS"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(file, name)
		_ = file.Close()
	}

	if err != nil {
		panic(err)
	}
}
