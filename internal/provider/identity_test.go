package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Older CLIs write a state without an identity, and an edited one has another
// object's. With -refresh=false, nothing is read first. The core asserts that every
// read, plan and apply returns that of the resource in state.
func TestIdentity_IsMadeFromTheState(t *testing.T) {
	config := map[string]any{"id": "7", "port": 1}

	for name, next := range map[string]map[string]any{
		"Unchanged": config, "Changed": {"id": "7", "port": 2}, "Replaced": {"id": "8", "port": 1}, "Destroyed": nil,
	} {
		for _, refreshes := range []bool{true, false} {
			for _, id := range []any{"8", nil} {
				for _, unusual := range []string{"", `,".framework":"e30="}`} {
					t.Run(name, func(t *testing.T) {
						c, _ := startApplied(t, resourceBlock{"s", sourceType, config})
						c.instances["s"].identity = c.identity(tftypes.NewValue(tftypes.String, id))

						if id == nil {
							c.instances["s"].identity = nil
						}

						if unusual != "" { // for the shortcut
							private := c.instances["s"].private
							c.instances["s"].private = append(private[:len(private)-1], unusual...)
						}

						c.restart()

						if refreshes {
							c.refresh("s")
						}

						if got := c.apply("s", sourceType, next, nil); hasError(got.diagnostics) {
							t.Error(describe(got.diagnostics))
						}
					})
				}
			}
		}
	}
}
