package provider

import (
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// resourceTest is what the tests have to know of a resource, besides its schema.
type resourceTest struct {
	kind mockserver.Kind
	// request is the format of a request, with an id and a body.
	request string
	// isPut is set if an update sends every configured field.
	isPut bool
	// ids are those of the objects that a service starts with, and object their fields.
	ids    []string
	object map[string]any
	// required is the smallest valid configuration.
	required map[string]any
	model    any
}

const appearanceType, sourceType = "chatview_appearance", "chatview_source"

var resourceTests = map[string]resourceTest{
	appearanceType: {
		kind: mockserver.Appearances, request: "PUT /api/v1/appearance/%v/ %s", isPut: true, ids: []string{"1", "2", "3"}, object: map[string]any{"name": "Before"},
		required: map[string]any{"id": "1", "name": "N"},
		model:    &appearanceModel{},
	},
	sourceType: {
		kind: mockserver.Sources, request: "PATCH /api/v1/sources/%v/update-config/ %s", ids: []string{"7", "8", "9"}, object: map[string]any{"account_name": "Before", "type": "postgres"},
		required: map[string]any{"id": "7"},
		model:    &sourceModel{},
	},
}
