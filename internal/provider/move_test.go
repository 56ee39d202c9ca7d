package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A resource that is renamed in the plan that changes the address of its provider is
// moved, not upgraded. Upjet copies write-only values into the state, which core refuses. No
// other test finds a lost identity, or private state that cannot be read.
func TestMove_FromAnotherAddress(t *testing.T) {
	config := map[string]any{"id": "7", "account_name": "A", "port": 1, "token": "t"}
	everything := []string{patchSource(7, `{"account_name": "A", "port": 1, "token": "t"}`)}

	const (
		state    = `{"id": "7", "account_name": "A", "port": 1, "token": "t", "type": "postgres", "base_url": "https://chat.example.com", "password_wo": "p"}`
		noRecord = `WARNING: Existing Object Overwritten at AttributeName("id")`
	)

	for name, test := range map[string]struct {
		private func(applied []byte) []byte
		want    []string // warnings
		sent    []string
	}{
		"Applied":      {func(applied []byte) []byte { return applied }, nil, nil},
		"NoRecord":     {func([]byte) []byte { return nil }, []string{noRecord}, everything},
		"NotOurRecord": {func([]byte) []byte { return []byte(`{"schema_version":"0"}`) }, []string{noRecord}, everything},
		"NoJSON":       {func([]byte) []byte { return []byte("\x00") }, []string{noRecord}, everything},
		"Unconfirmed": {
			func(applied []byte) []byte {
				stored := storedPrivateState(applied)
				stored.Resync = afterUnknownOutcome

				return packPrivateState(stored)
			},
			[]string{"WARNING: Earlier Update Unconfirmed"}, everything,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startApplied(t, resourceBlock{"s", sourceType, config})
			c.restart()

			moved, err := c.server.MoveResourceState(c.ctx, &tfprotov6.MoveResourceStateRequest{
				SourceProviderAddress: "registry.opentofu.org/chatview/chatview", SourceTypeName: sourceType, TargetTypeName: sourceType,
				SourceState: &tfprotov6.RawState{JSON: []byte(state)}, SourcePrivate: test.private(c.instances["s"].private),
			})
			c.must(err)
			wantHeadlines(t, moved.Diagnostics)

			c.instances["s"] = &instance{sourceType, c.unpack(moved.TargetState, c.schema.ResourceSchemas[sourceType]), moved.TargetPrivate, moved.TargetIdentity}
			c.assertIdentity(moved.TargetIdentity, c.instances["s"].state)
			c.refresh("s")

			got := c.apply("s", sourceType, config, nil)
			wantHeadlines(t, append(got.firstApply, got.diagnostics...), test.want...)

			wantRequests(t, service, test.sent...)
			wantNoChange(t, c, resourceBlock{"s", sourceType, config})
		})
	}
}

func TestMove_OfAnotherTypeOrStateIsRefused(t *testing.T) {
	c, _ := startCore(t, mockserver.Behavior{})

	for name, test := range map[string]struct {
		typeName, state string
		version         int64
	}{
		"AnotherType":  {"postgresql_database", `{"id": "7"}`, 0},
		"NewerState":   {sourceType, `{"id": "7"}`, 1},
		"AnotherState": {sourceType, `{"id": ["7"]}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			moved, err := c.server.MoveResourceState(c.ctx, &tfprotov6.MoveResourceStateRequest{
				SourceTypeName: test.typeName, TargetTypeName: sourceType, SourceState: &tfprotov6.RawState{JSON: []byte(test.state)},
				SourceSchemaVersion: test.version,
			})
			c.must(err)

			if !hasError(moved.Diagnostics) {
				t.Errorf("it is moved: %v", moved)
			}
		})
	}
}
