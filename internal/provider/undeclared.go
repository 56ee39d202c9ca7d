package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// A write-only attribute under ignore_changes is null in the configuration that
// a plan gets, for Terraform has no earlier value to put there, and has its value
// in the one that an apply gets. What was planned without it must not be sent
// with it (TestAcc_IgnoredCredentialsAreNotSent). So a plan leaves the names of
// the write-only attributes that it did not see for its apply. Core takes them
// from the plan that it makes within the apply.

// leaveUndeclared leaves the names, or takes them away if there are none.
func leaveUndeclared(ctx context.Context, private privateState, names []string, diags *diag.Diagnostics) {
	var value []byte

	if len(names) > 0 {
		value, _ = json.Marshal(names) // can not fail
	}

	diags.Append(private.SetKey(ctx, undeclaredKey, value)...)
}

// takeUndeclared returns what the plan left, and takes it away.
func takeUndeclared(ctx context.Context, private privateState, diags *diag.Diagnostics) []string {
	value, problems := private.GetKey(ctx, undeclaredKey)
	diags.Append(problems...)
	leaveUndeclared(ctx, private, nil, diags)

	var names []string
	if len(value) > 0 {
		_ = json.Unmarshal(value, &names) // leaveUndeclared wrote it
	}

	return names
}
