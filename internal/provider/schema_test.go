package provider

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func TestSchema_ImplementationIsValid(t *testing.T) {
	ctx := context.Background()

	var providerResp provider.SchemaResponse

	(&chatviewProvider{}).Schema(ctx, provider.SchemaRequest{}, &providerResp)

	if diags := providerResp.Schema.ValidateImplementation(ctx); diags.HasError() {
		t.Errorf("provider: %v", diags)
	}

	for _, newResource := range (&chatviewProvider{}).Resources(ctx) {
		var (
			metadata resource.MetadataResponse
			schema   resource.SchemaResponse
			identity resource.IdentitySchemaResponse
		)

		tested := newResource()
		tested.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: "chatview"}, &metadata)
		tested.Schema(ctx, resource.SchemaRequest{}, &schema)
		tested.(resource.ResourceWithIdentity).IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)

		if diags := schema.Schema.ValidateImplementation(ctx); diags.HasError() {
			t.Errorf("%s: %v", metadata.TypeName, diags)
		}

		if diags := identity.IdentitySchema.ValidateImplementation(ctx); diags.HasError() {
			t.Errorf("%s identity: %v", metadata.TypeName, diags)
		}
	}
}
