// Package protocol serves a provider to Terraform core. It wraps the framework's server,
// and knows no resource: what it asks of one is in Resource.
package protocol

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Provider is a provider whose resources are of type Resource.
type Provider interface {
	provider.Provider
	// ResourceData returns what the resources are configured with.
	ResourceData() any
}

// Resource is a resource that has an id, and that plans itself if nothing changes.
type Resource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithIdentity
	// CanReadPrivate reports whether the resource can read its private state, as the
	// protocol has it.
	CanReadPrivate(private []byte) bool
	// PlansNoChange reports whether a plan is the prior state. It plans what core proposes,
	// without the write-only attributes.
	PlansNoChange(ctx context.Context, config, proposed, prior tftypes.Value, private []byte) bool
}
