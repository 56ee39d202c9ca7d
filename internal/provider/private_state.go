package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// What the resources keep in private state, which Terraform stores beside an
// object's state and shows to nobody. Values are JSON, which the framework
// insists on.
const (
	unconfirmedKey = "unconfirmed"
	undeclaredKey  = "undeclared"
)

var privateKeys = []string{unconfirmedKey, undeclaredKey}

// privateState is the framework's, which has no name for it.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}
