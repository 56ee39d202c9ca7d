package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// models are the values of a request, decoded as M.
type models[M any] struct {
	// config is the configuration as core passes it. In a plan, it has what core planned
	// of the attributes that ignore_changes covers: the value in state, or null of a write-only
	// one. In an apply, it has the configured values. The attributes of state are null for a
	// create.
	config, plan, state M
	// private is that of the id in state. An update has what its plan stored.
	private privateState
	belief  belief
}

// decodeModels decodes the values of a request of a resource. The private state may be
// another object's.
func decodeModels[M any](ctx context.Context, b *resourceBase, config, plan, state tftypes.Value, private privateState) *models[M] {
	d := models[M]{private: private.forObject(textInState(state, "id"))}
	d.belief = b.believe(d.private, textInState(state, "base_url"))

	decodeModel(ctx, config, &d.config)
	decodeModel(ctx, plan, &d.plan)
	decodeModel(ctx, state, &d.state)

	return &d
}
