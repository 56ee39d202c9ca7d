package provider

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const appearanceType, sourceType = "chatview_appearance", "chatview_source"

// startCore starts a run against a mock server in this process.
func startCore(tb testing.TB, behavior mockserver.Behavior) (*core, *service) {
	tb.Helper()

	service := newService(tb, behavior)

	return newCore(tb, &chatviewProvider{version: "test", transport: memoryTransport{service}}, map[string]any{
		"base_url": "https://chat.example.com", "api_key": testAPIKey,
	}), service
}

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

	for _, want := range []string{client.BaseURLVariable, "base_url", client.APIKeyVariable, "api_key"} {
		if !strings.Contains(describe(applied.diagnostics), want) {
			t.Errorf("the error does not name %s", want)
		}
	}
}

func TestProtocol_NoChangeNeedsNoSettings(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "1", "name": "N"}
	core.apply("a", appearanceType, config, nil)
	service.ClearRequests()

	core.settings = map[string]any{}
	core.restart()

	plan, _ := core.plan("a", appearanceType, config)
	wantHeadlines(t, plan.diagnostics)

	destroyed, _ := core.plan("a", appearanceType, nil)
	wantHeadlines(t, destroyed.diagnostics, "WARNING: Resource Destruction Considerations")
	wantRequests(t, service)
}

func TestProtocol_ResponseDifferencesWarnOnce(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{NormalizeValues: true})

	applied := core.apply("a", appearanceType, map[string]any{
		"id": "1", "name": "brand", "start_message": "hello", "theme_mode": "dark", "show_sidebar": true,
	}, nil)
	wantHeadlines(t, applied.diagnostics, "WARNING: API Returned Other Values: name, start_message")

	wantText(t, applied.diagnostics, `name: expected "brand", returned "BRAND"`)

	if got := core.stateText("a", "name"); got != "brand" {
		t.Errorf("state has %q", got)
	}
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
	core, service := startCore(t, mockserver.Behavior{})

	applied := core.apply("s", sourceType,
		map[string]any{"id": "7", "token_wo": unknownValue{}, "token_wo_version": 1},
		map[string]any{"id": "7", "token_wo_version": 1})
	wantHeadlines(t, applied.diagnostics, `ERROR: Missing Write-Only Value at AttributeName("token_wo")`)
	wantRequests(t, service)
}

// An ephemeral value may be unknown at plan and turn out unchanged, or null. The
// color is then not in applied_colors.
func TestProtocol_UnknownWriteOnlyValueMayBeUnchanged(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	known := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "dm_dark_background_color": "blue"}
	unknown := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "dm_dark_background_color": unknownValue{}}
	rotated := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "dm_dark_background_color": "green"}
	removed := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red"}

	for _, atApply := range []map[string]any{known, known, rotated, removed} {
		core.apply("a", appearanceType, unknown, atApply)
		core.restart()
	}

	wantRequests(t, service,
		putAppearance(1, `{"name": "N", "lm_dark_background_color": "red", "dm_dark_background_color": "blue"}`),
		putAppearance(1, `{"name": "N", "lm_dark_background_color": "red", "dm_dark_background_color": "green"}`),
		putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"}`),
	)

	plan, _ := core.plan("a", appearanceType, removed)
	if !plan.planned.Equal(plan.prior) {
		t.Errorf("the next plan is not empty: %s", plan.planned)
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

// Nothing but the digest shows that the overrides changed.
func TestProtocol_ChangedOverridesAreSent(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	configure := func(overrides any) map[string]any {
		return map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "custom_css_overrides": overrides}
	}
	body := func(overrides string) string {
		return putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"`+overrides+`}`)
	}

	for _, step := range []struct{ planned, applied any }{
		{`{"a": 1}`, `{"a": 1}`},
		{`{"a": 2}`, `{"a": 2}`},
		{unknownValue{}, `{"a": 3}`},
		{nil, nil},
		{unknownValue{}, nil}, // no change after all
	} {
		core.apply("a", appearanceType, configure(step.planned), configure(step.applied))
		core.restart()
	}

	wantRequests(t, service, body(`, "custom_css_overrides": {"a": 1}`), body(`, "custom_css_overrides": {"a": 2}`),
		body(`, "custom_css_overrides": {"a": 3}`), body(""))
}

// Whether applied_colors is null is unknown until the version is known.
func TestProtocol_VersionMayBeUnknownAtPlan(t *testing.T) {
	for name, version := range map[string]any{"Null": nil, "Number": 4} {
		t.Run(name, func(t *testing.T) {
			core, _ := startCore(t, mockserver.Behavior{})
			config := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "write_only_version": version}
			unknown := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "write_only_version": unknownValue{}}

			applied := core.apply("a", appearanceType, unknown, config)
			wantHeadlines(t, applied.diagnostics)

			if kept := core.stateText("a", "applied_colors") != "<null>"; kept != (version == nil) {
				t.Errorf("applied_colors kept: %t with version %v", kept, version)
			}
		})
	}
}

// The framework marks computed attributes as unknown only for changes that it
// detects. A write-only change is not one of them.
func TestProtocol_ChangedColorRefreshesComputedAttributes(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	configure := func(color string) map[string]any {
		return map[string]any{"id": "1", "name": "N", "lm_dark_background_color": color}
	}

	core.apply("a", appearanceType, configure("red"), nil)
	before := core.attributes(core.instances["a"].state)

	core.restart()

	plan, _ := core.plan("a", appearanceType, configure("blue"))
	planned := core.attributes(plan.planned)

	for _, attribute := range []string{"last_modified", "custom_css_vars", "is_default"} {
		if planned[attribute].IsKnown() {
			t.Errorf("%s is planned as %s", attribute, planned[attribute])
		}
	}

	if !planned["created_at"].Equal(before["created_at"]) {
		t.Errorf("created_at is planned as %s", planned["created_at"])
	}

	core.apply("a", appearanceType, configure("blue"), nil)
	after := core.attributes(core.instances["a"].state)

	for _, attribute := range []string{"last_modified", "custom_css_vars", "applied_colors"} {
		if after[attribute].Equal(before[attribute]) {
			t.Errorf("%s is still %s", attribute, after[attribute])
		}
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
	core, _ := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "7", "port": 1}
	core.apply("s", sourceType, config, nil)
	core.instances["s"].private = []byte(`{"chatview": "W10="}`) // []

	plan, _ := core.plan("s", sourceType, config)
	wantHeadlines(t, plan.diagnostics, "ERROR: Unreadable Private State")
	wantText(t, plan.diagnostics, "If you are destroying the resource, add -refresh=false.")
	wantHeadlines(t, core.destroy("s").diagnostics, destroyNotice)

	if core.instances["s"] != nil {
		t.Error("the instance is still in state")
	}
}

// The framework does not see that anything changes, so it does not make the null
// of the empty response unknown.
func TestProtocol_ComputedAttributesComeFromTheLastResponseWithABody(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "1", "name": "N"}
	wantState := func(want ...string) {
		t.Helper()

		for i, attribute := range []string{"custom_css_vars", "created_at", "last_modified", "is_default"} {
			if got := core.stateText("a", attribute); got != want[i] {
				t.Errorf("%s is %s, want %s", attribute, got, want[i])
			}
		}
	}

	service.QueueFaults(mockserver.Fault{Status: 204})
	wantHeadlines(t, core.apply("a", appearanceType, config, nil).diagnostics, "WARNING: Empty Response")
	wantState("<null>", "<null>", "<null>", "<null>")

	core.settings["base_url"] = "https://other.example.com"
	core.restart()
	service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(
		`{"id": 1, "name": "N", "custom_css_vars": "vars", "created_at": "2026", "last_modified": "2027", "is_default": ""}`)})
	core.apply("a", appearanceType, config, nil)
	wantState("vars", "2026", "2027", "")

	config["name"] = "M"

	service.QueueFaults(mockserver.Fault{Status: 204})
	core.apply("a", appearanceType, config, nil)
	wantState("vars", "2026", "2027", "")

	service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(`{"id": 7, "account_name": "returned"}`)}, mockserver.Fault{Status: 204})

	for _, port := range []int{1, 2} {
		core.apply("s", sourceType, map[string]any{"id": "7", "port": port}, nil)

		if name, kind := core.stateText("s", "account_name"), core.stateText("s", "type"); name != "returned" || kind != "<null>" {
			t.Errorf("account_name is %s and type is %s", name, kind)
		}
	}
}

// applied_colors and the digest depend on the planned version, and the configuration
// at apply has the ignored one. Terraform plans once more before it applies, other
// clients apply the first plan.
func TestProtocol_UnknownColorWithIgnoredVersion(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	configure := func(color, overrides, version any) map[string]any {
		return map[string]any{
			"id": "1", "name": "N", "lm_dark_background_color": color, "custom_css_overrides": overrides, "write_only_version": version,
		}
	}

	core.apply("a", appearanceType, configure("red", "{}", nil), nil)
	core.restart()
	core.ignored = []string{"write_only_version"}

	first, planned := core.plan("a", appearanceType, configure(unknownValue{}, unknownValue{}, 1))
	core.applyPlan("a", appearanceType, configure("blue", "[]", 1), first, planned)

	if got := core.stateText("a", "applied_colors"); !strings.Contains(got, "blue") {
		t.Errorf("applied_colors is %s", got)
	}

	if got, want := core.stateText("a", "custom_css_overrides_digest"), digest("[]"); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}

	if plan, _ := core.plan("a", appearanceType, configure("blue", "[]", 1)); plan.isChange() {
		t.Errorf("the next plan is not empty: %s", firstChange(plan.prior, plan.planned))
	}
}

// State and plans show computed attributes.
func TestProtocol_CredentialInResponseIsNotStored(t *testing.T) {
	const password = "c5Pw-x-Zt9-kk"

	core, service := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "7", "password_wo": password, "password_wo_version": "1"}

	service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(`{"id":7,"account_name":"bob:` + password + `@db","type":"postgres"}`)})

	diagnostics := core.apply("s", sourceType, config, nil).diagnostics
	wantHeadlines(t, diagnostics, `WARNING: Value Not Stored at AttributeName("account_name")`)

	if name, sourceType := core.stateText("s", "account_name"), core.stateText("s", "type"); name != "<null>" || sourceType != "postgres" {
		t.Errorf("account_name is %s and type is %s", name, sourceType)
	}

	if again, _ := core.plan("s", sourceType, config); !again.planned.Equal(again.prior) {
		t.Error("the next plan is not empty")
	}

	service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(`{"id":1,"name":"N","custom_css_vars":"` + testAPIKey + `","created_at":"` + testAPIKey + `"}`)})
	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics,
		`WARNING: Value Not Stored at AttributeName("custom_css_vars")`, `WARNING: Value Not Stored at AttributeName("created_at")`)

	if vars := core.stateText("a", "custom_css_vars"); vars != "<null>" {
		t.Errorf("custom_css_vars is %s", vars)
	}
}

// The creation time of an object does not change, but a response may lack it. Only
// the provider detects that a color changes.
func TestProtocol_CreationTimeIsThatOfTheFirstResponseThatHasIt(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})

	for i, test := range []struct{ field, want string }{
		{``, "<null>"}, {`, "created_at": "2026"`, "2026"}, {`, "created_at": "2027"`, "2026"}, {``, "2026"},
	} {
		service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(`{"id": 1` + test.field + `}`)})
		core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": strconv.Itoa(i)}, nil)

		if got := core.stateText("a", "created_at"); got != test.want {
			t.Errorf("update %d: created_at is %s, want %s", i, got, test.want)
		}
	}
}
