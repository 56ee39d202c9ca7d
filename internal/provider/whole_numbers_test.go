package provider

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// TestWholeNumbers_AreAskedFor: the framework would say that the provider is broken.
func TestWholeNumbers_AreAskedFor(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	tooLarge := new(big.Float).SetMantExp(big.NewFloat(1), 63)

	for _, value := range []any{big.NewFloat(5432.5), tooLarge} {
		for name, test := range map[string]struct{ typeName, attribute string }{
			"port":    {sourceType, "port"},
			"token":   {sourceType, "token_wo_version"},
			"version": {appearanceType, "write_only_version"},
		} {
			t.Run(fmt.Sprintf("%s/%v", name, value), func(t *testing.T) {
				wantHeadlines(t, core.validate(test.typeName, map[string]any{test.attribute: value}),
					`ERROR: Invalid Whole Number at AttributeName("`+test.attribute+`")`)
			})
		}

		t.Run(fmt.Sprintf("max_retries/%v", value), func(t *testing.T) {
			resp, err := core.server.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{
				Config: core.pack(core.value(core.schema.Provider, map[string]any{"max_retries": value})),
			})
			core.must(err)
			wantHeadlines(t, resp.Diagnostics, `ERROR: Invalid Whole Number at AttributeName("max_retries")`)
		})
	}

	// The largest of them all, and one that is written with an exponent.
	wantHeadlines(t, core.validate(appearanceType, map[string]any{"id": "1", "name": "N", "write_only_version": int64(math.MaxInt64)}))
	wantHeadlines(t, core.validate(sourceType, map[string]any{"id": "7", "port": big.NewFloat(5.4e3)}))
}
