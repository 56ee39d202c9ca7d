package provider

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Only the server holds the context of the request. The framework's own server
// is the control.
func TestServer_ReleasesRequestContexts(t *testing.T) {
	p := &chatviewProvider{version: "test"}

	for _, test := range []struct {
		name   string
		server tfprotov6.ProviderServer
		kept   bool
	}{
		{"the provider's", newServer(p), false},
		{"the framework's", providerserver.NewProtocol6(p)(), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCore(t, p, nil)
			c.server = test.server
			kept := validateStoring(t, c)

			runtime.GC()

			if got := kept.Value() != nil; got != test.kept {
				t.Errorf("the stored value is kept: %t, want %t", got, test.kept)
			}

			runtime.KeepAlive(test.server)
		})
	}
}

// validateStoring sends a request with a value in its context.
func validateStoring(t *testing.T, c *core) weak.Pointer[[1 << 10]byte] {
	t.Helper()

	type key struct{}

	stored := new([1 << 10]byte)

	ctx, end := context.WithCancel(context.WithValue(t.Context(), key{}, stored))
	defer end()

	before := c.ctx
	c.ctx = ctx

	c.validate(appearanceType, map[string]any{"id": "1", "name": "N"})

	c.ctx = before

	return weak.Make(stored)
}
