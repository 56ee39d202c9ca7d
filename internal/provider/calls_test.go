package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A pull request from a fork can be planned without secrets.
func TestProtocol_PlanNeedsNeitherKeyNorAddress(t *testing.T) {
	t.Setenv(client.BaseURLVariable, "")
	t.Setenv(client.APIKeyVariable, "")

	core := newCore(t, &chatviewProvider{version: "test"}, nil)
	config := map[string]any{"id": "1", "name": "N"}

	plan, _ := core.plan("a", appearanceType, config)
	wantHeadlines(t, plan.diagnostics, "WARNING: Missing Provider Settings")

	again, _ := core.planInWalk("b", sourceType, map[string]any{"id": "7"})
	wantHeadlines(t, again.diagnostics)

	applied := core.apply("a", appearanceType, config, nil)
	wantHeadlines(t, applied.diagnostics,
		"WARNING: Missing Provider Settings", "ERROR: Missing Provider Settings")
	wantText(t, last(applied.diagnostics), client.BaseURLVariable, "base_url", client.APIKeyVariable, "api_key")

	// The plan job of a pipeline has no key.
	core, service := startCore(t, mockserver.Behavior{})
	delete(core.settings, "api_key")
	wantHeadlines(t, core.apply("a", appearanceType, config, nil).diagnostics, "ERROR: Missing API Key")
	wantRequests(t, service)
}

func TestProtocol_NoChangeNeedsNoSettings(t *testing.T) {
	core, service := startApplied(t, theme("a", "1", "N"))
	core.settings = map[string]any{}
	core.restart()
	wantNoChange(t, core, theme("a", "1", "N"))

	destroyed, _ := core.plan("a", appearanceType, nil)
	wantHeadlines(t, destroyed.diagnostics, "WARNING: Resource Destruction Considerations")
	wantRequests(t, service)
}

func TestProtocol_ImportByIdentity(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})

	wantHeadlines(t, core.importByIdentity("a", appearanceType, "2"))
	wantHeadlines(t, core.importByIdentity("s", sourceType, "8"))
	core.refresh("a")
	core.refresh("s")
	wantRequests(t, service)

	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "2", "name": "N"}, nil).diagnostics)
	wantHeadlines(t, core.apply("s", sourceType, map[string]any{"id": "8", "user": "u"}, nil).diagnostics)
	wantRequests(t, service, putAppearance(2, `{"name": "N"}`), patchSource(8, `{"user": "u"}`))
}

func TestProtocol_ImportRefusesInvalidID(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for _, id := range []string{"a/b", "..", "Brand theme"} {
		wantHeadlines(t, core.importByID("a", appearanceType, id), "ERROR: Invalid Import ID")
	}

	for _, id := range []string{"-1", "07", "postgres", "1.5"} {
		wantHeadlines(t, core.importByID("s", sourceType, id), "ERROR: Invalid Import ID")
		wantHeadlines(t, core.importByIdentity("s", sourceType, id), "ERROR: Invalid Import ID")
	}
}

// A value that turns out to be null would be a rotation that sends nothing.
func TestProtocol_VersionWithoutValueIsRefused(t *testing.T) {
	for _, field := range credentialFields {
		core, service := startCore(t, mockserver.Behavior{})

		applied := core.apply("s", sourceType,
			map[string]any{"id": "7", field + "_wo": unknownValue{}, field + "_wo_version": 1},
			map[string]any{"id": "7", field + "_wo_version": 1})
		wantHeadlines(t, applied.diagnostics, "ERROR: Missing Write-Only Value"+withoutLine)
		wantRequests(t, service)
	}
}

// An ephemeral value may be unknown at plan and turn out changed, unchanged or null.
// Nothing but applied_colors and the digest shows that one changed.
func TestProtocol_WriteOnlyValueMayBeUnknownAtPlan(t *testing.T) {
	for attribute, sent := range map[string][]string{
		"dm_dark_background_color": {`"blue"`, `"green"`}, "custom_css_overrides": {`{"a": 1}`, `{"a": 2}`},
	} {
		core, service := startCore(t, mockserver.Behavior{})
		configure := func(value any) map[string]any {
			return map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", attribute: value}
		}
		put := func(field string) string {
			return putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"`+field+`}`)
		}
		one, other := strings.Trim(sent[0], `"`), strings.Trim(sent[1], `"`)

		for _, step := range []struct{ planned, applied any }{
			{unknownValue{}, one}, {unknownValue{}, one}, {other, other}, {unknownValue{}, one},
			{unknownValue{}, nil}, {unknownValue{}, nil}, {other, other}, {nil, nil},
		} {
			core.apply("a", appearanceType, configure(step.planned), configure(step.applied))
			core.restart()
		}

		putOne, putOther := put(fmt.Sprintf(", %q: %s", attribute, sent[0])), put(fmt.Sprintf(", %q: %s", attribute, sent[1]))
		wantRequests(t, service, putOne, putOther, putOne, put(""), putOther, put(""))

		wantNoChange(t, core, resourceBlock{"a", appearanceType, configure(nil)})
	}
}

// A version may be the id of a secret store's version. Core converts a number in
// the configuration, and the framework one in a state of an earlier build.
func TestProtocol_VersionIsText(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	configure := func(version any) map[string]any {
		return map[string]any{"id": "7", "token_wo": "t", "token_wo_version": version}
	}

	for _, version := range []any{"00f5bb5b-5b7c-4b1c-8d0c-8f1d6b1f0c2a", 1, "1", "v2"} {
		core.apply("s", sourceType, configure(version), nil)
		core.restart()
	}

	patch := patchSource(7, `{"token": "t"}`)
	wantRequests(t, service, patch, patch, patch)

	upgraded, err := core.server.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: sourceType, RawState: &tfprotov6.RawState{JSON: []byte(`{"id": "7", "token_wo_version": 3}`)},
	})
	if err != nil || hasError(upgraded.Diagnostics) {
		t.Fatal(err, describe(upgraded.Diagnostics))
	}

	state := core.attributes(core.unpack(upgraded.UpgradedState, core.schema.ResourceSchemas[sourceType]))
	if version := state["token_wo_version"]; !version.Equal(tftypes.NewValue(tftypes.String, "3")) {
		t.Errorf("the version is upgraded to %s", version)
	}
}

// An API that tries a connection may name credentials that were not in the
// request: an unchanged one and a former one.
func TestProtocol_SecretsNotInRequestAreWithheld(t *testing.T) {
	for _, secret := range []string{"hunter-before", "hunter-now", "hunter-token"} {
		core, service := startCore(t, mockserver.Behavior{})
		core.apply("s", sourceType, map[string]any{
			"id": "7", "port": 1, "password": "hunter-before", "token_wo": "hunter-token", "token_wo_version": 1,
		}, nil)
		core.restart()
		service.QueueFaults(mockserver.Fault{Status: 400, Body: []byte("no connection with " + secret)})

		failed := core.apply("s", sourceType, map[string]any{
			"id": "7", "port": 2, "password": "hunter-now", "token_wo": "hunter-token", "token_wo_version": 1,
		}, nil)

		if text := describe(failed.diagnostics); !strings.Contains(text, "not shown") || strings.Contains(text, "hunter") {
			t.Errorf("want a note instead of the message, got %s", text)
		}

		wantText(t, failed.diagnostics, "The response gives no reason that can be shown.")
	}
}

// A destroy sends nothing, so it does not need the private state.
func TestProtocol_UnreadablePrivateStateAllowsDestroy(t *testing.T) {
	config := map[string]any{"id": "7", "port": 1}
	core, _ := startApplied(t, resourceBlock{"s", sourceType, config})
	core.instances["s"].private = []byte(`{"chatview": "W10="}`) // []

	plan, _ := core.plan("s", sourceType, config)
	wantHeadlines(t, plan.diagnostics, "ERROR: Unreadable Private State")
	wantText(t, plan.diagnostics, "If you are destroying the resource, add -refresh=false.")
	wantHeadlines(t, core.destroy("s").diagnostics, destroyNotice)

	if core.instances["s"] != nil {
		t.Error("the instance is still in state")
	}
}

// A version that is known only at apply hides colors that the plan knows.
func TestProtocol_UnknownVersionStoresNoColors(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	configure := func(version any) map[string]any {
		return map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "custom_css_overrides": "{}", "write_only_version": version}
	}

	core.apply("a", appearanceType, configure(unknownValue{}), configure("1"))
	wantState(t, core, "a", map[string]string{"applied_colors": "<null>", "custom_css_overrides_digest": "<null>"})
	wantNoChange(t, core, resourceBlock{"a", appearanceType, configure("1")})
}

// applied_colors and the digest depend on the planned version, and the configuration
// at apply has the ignored one. Terraform plans once more before it applies, other
// clients apply the first plan.
func TestProtocol_UnknownColorWithIgnoredVersion(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	configure := func(color, overrides, version any) map[string]any {
		return map[string]any{"id": "1", "name": "N", "lm_dark_background_color": color, "custom_css_overrides": overrides, "write_only_version": version}
	}

	core.apply("a", appearanceType, configure("red", "{}", nil), nil)
	core.restart()
	core.ignored = []string{"write_only_version"}

	first, planned := core.plan("a", appearanceType, configure(unknownValue{}, unknownValue{}, 1))
	core.applyPlan("a", appearanceType, configure("blue", "[]", 1), first, planned)

	wantState(t, core, "a", map[string]string{"custom_css_overrides_digest": "sha256:4f53cda18c2b"})

	if got := core.stateText("a", "applied_colors"); !strings.Contains(got, "blue") {
		t.Errorf("applied_colors is %s", got)
	}

	wantNoChange(t, core, resourceBlock{"a", appearanceType, configure("blue", "[]", 1)})
}

// The framework validates what it returns.
func TestSchema_ImplementationIsValid(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	identities, err := core.server.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	core.must(err)
	wantHeadlines(t, append(identities.Diagnostics, core.schema.Diagnostics...))
}
