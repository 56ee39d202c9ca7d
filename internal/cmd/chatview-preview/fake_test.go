package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// callsVariable names a file to which the fake provider appends a line for each
// call for which a real provider would send a request.
const callsVariable = "FAKE_PROVIDER_CALLS"

// TestMain runs the tests, or, under the name terraform-provider-TYPE_vVERSION, a
// provider with a resource and a data source TYPE_id.
func TestMain(m *testing.M) {
	name, isProvider := strings.CutPrefix(filepath.Base(os.Args[0]), "terraform-provider-")
	if !isProvider {
		os.Exit(m.Run())
	}

	kind, _, _ := strings.Cut(name, "_")

	if err := providerserver.Serve(context.Background(), func() provider.Provider { return fakeProvider{kind: kind} },
		providerserver.ServeOpts{Address: "registry.terraform.io/example/" + kind, ProtocolVersion: 6}); err != nil {
		panic(err)
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
	file, err := os.OpenFile(os.Getenv(callsVariable), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(file, name)
		_ = file.Close()
	}

	if err != nil {
		panic(err)
	}
}

// mirrorVersion is the version of all providers in the mirror. It satisfies the
// constraint of the examples.
const mirrorVersion = "0.1.4"

// buildProvider builds the chatview provider once, next to the test binary.
var buildProvider = sync.OnceValues(func() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}

	binary := filepath.Join(filepath.Dir(program), "terraform-provider-chatview")

	return binary, cli.BuildProvider(context.Background(), binary, mirrorVersion)
})

// useMirror makes the CLI install providers from a mirror only: chatview, and the
// fake provider as hashicorp/random and example/bucket. It returns the file with
// the fake provider's calls.
func useMirror(t *testing.T) (calls string) {
	t.Helper()

	found := useCLI(t)
	folder := t.TempDir()

	chatview, err := buildProvider()
	if err != nil {
		t.Fatal(err)
	}

	configFile, err := found.WriteMirror(folder, chatview, mirrorVersion)
	if err != nil {
		t.Fatal(err)
	}

	fake, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}

	for _, source := range []string{"hashicorp/random", "example/bucket"} {
		target := filepath.Join(folder, "mirror", found.RegistryHost(), source, mirrorVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(target, 0o700); err != nil {
			t.Fatal(err)
		}

		if err := os.Symlink(fake, filepath.Join(target, "terraform-provider-"+filepath.Base(source)+"_v"+mirrorVersion)); err != nil {
			t.Fatal(err)
		}
	}

	calls = filepath.Join(folder, "calls")
	writeFiles(t, folder, map[string]string{"calls": ""})
	t.Setenv("TF_CLI_CONFIG_FILE", configFile)
	t.Setenv(callsVariable, calls)

	return calls
}

// useCLI makes the program use the CLI of all tests.
func useCLI(t *testing.T) cli.CLI {
	t.Helper()

	found, err := cli.Find(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}

	t.Setenv("CLI", found.Path)

	return found
}
