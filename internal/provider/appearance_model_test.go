package provider

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A state has no write-only values, so a computed attribute has to tell that one
// changed.
func TestWriteOnly_ChangesOfEveryAttributeAreSent(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})

	for _, attribute := range c.schema.ResourceSchemas[appearanceType].Block.Attributes {
		if !attribute.WriteOnly {
			continue
		}

		for _, value := range []any{"1", "2"} {
			service.ClearRequests()

			applied := c.apply("a", appearanceType, with(appearanceType, attribute.Name, value), nil)

			if requests := service.Requests(); len(requests) != 1 || decoded(requests[0].Body)[attribute.Name] == nil {
				t.Errorf("%s = %v sends nothing: in CONTRIBUTING.md, see the steps of a write-only attribute. %s",
					attribute.Name, value, describe(applied.diagnostics))
			}
		}
	}
}
