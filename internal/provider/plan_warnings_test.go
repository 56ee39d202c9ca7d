package provider

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Moving the token to the write-only argument does not remove it.
func TestPlanWarnings_NameRemovedCredentials(t *testing.T) {
	core, service := startApplied(t, resourceBlock{"s", sourceType, map[string]any{
		"id": "7", "account_name": "A", "port": 1, "selected_schemas": []string{"x"}, "token": "t", "password_wo": "p", "password_wo_version": 1,
	}})
	core.restart()

	source := core.apply("s", sourceType, map[string]any{"id": "7", "token_wo": "t", "token_wo_version": 1}, nil)
	wantHeadlines(t, source.diagnostics, "WARNING: Removed Attributes Not Unset: port, selected_schemas, password_wo")

	if text := describe(source.diagnostics); strings.Contains(text, "ignore_changes") {
		t.Errorf("the version was removed as well, so ignore_changes does not cover password_wo: %s", text)
	}

	wantRequests(t, service, patchSource(7, `{"token": "t"}`))

	core.apply("p", sourceType, map[string]any{"id": "8", "password": "p"}, nil)
	core.restart()

	plain, _ := core.plan("p", sourceType, map[string]any{"id": "8"})
	wantHeadlines(t, plain.diagnostics, "WARNING: Removed Attributes Not Unset: password")

	if text := describe(plain.diagnostics); strings.Contains(text, "ignore_changes") {
		t.Errorf("ignore_changes cannot cover a plain password: %s", text)
	}

	// The plan has no write-only value, also where one is configured that is not known yet.
	moved, _ := core.plan("p", sourceType, map[string]any{"id": "8", "password_wo": unknownValue{}})
	wantHeadlines(t, moved.diagnostics)
}

// Every plan of a core is checked for the warning. The golden file of warnings has that
// of a data source.
func TestPlanWarnings_ExplainAFirstApply(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})

	for id, want := range map[any]string{
		"1":            `the first apply overwrites the settings of the appearance configuration "1", and no plan shows what changes.`,
		unknownValue{}: "configuration (id known after apply)",
	} {
		planned, _ := core.plan("a", appearanceType, map[string]any{"id": id, "name": "N"})
		wantText(t, planned.firstApply, want)
	}
}

// The response says what became of the attributes that are no longer sent. No other test
// compares their values.
func TestRemovedAttributes_AreReportedAfterTheApply(t *testing.T) {
	for name, test := range map[string]struct {
		behavior mockserver.Behavior
		faults   []mockserver.Fault
		outcome  string
		want     []string
	}{
		"Kept": {mockserver.Behavior{}, nil, "kept", []string{
			`theme_mode is still "dark"`, `start_message is still "Hi"`, `recommendations is still ["Q"]`, "show_sidebar is still false",
		}},
		"Reset": {mockserver.Behavior{ResetOmittedFields: true}, nil, "differs", []string{
			"theme_mode is now ", "start_message is now ", "recommendations is now ", "show_sidebar is now ",
		}},
		"Silent": {mockserver.Behavior{ReturnIDOnly: true}, nil, "not returned", []string{
			"theme_mode: the response does not say", "recommendations: the response does not say",
		}},
		"Empty": {mockserver.Behavior{}, []mockserver.Fault{{Status: 204}}, "not returned", []string{"show_sidebar: the response does not say"}},
		"Accepted": {mockserver.Behavior{}, []mockserver.Fault{{Status: 202, Body: []byte(
			`{"id": 1, "name": "N", "response_mode": "full", "custom_css_vars": "", "theme_mode": "dark", "start_message": "Hi", "recommendations": ["Q"], "show_sidebar": false}`)}}, "not known", []string{
			`theme_mode: the response has "dark"`, "The service may make the change later (status 202).",
		}},
		"Late": {mockserver.Behavior{}, []mockserver.Fault{{Status: 200, Body: []byte(
			`{"id": 1, "name": "Before", "theme_mode": "dark", "start_message": "Hi", "recommendations": ["Q"], "show_sidebar": true}`)}}, "not known", []string{
			`theme_mode: the response has "dark"`, "It does not have the sent value of name, so it may be the response to an earlier change.",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			core, service := startCore(t, test.behavior)
			core.apply("a", appearanceType, map[string]any{
				"id": "1", "name": "N", "theme_mode": "dark", "start_message": "Hi", "recommendations": []string{"Q"}, "show_sidebar": false,
				"response_mode": "full", "lm_dark_background_color": "red",
			}, nil)
			service.QueueFaults(test.faults...)

			config := map[string]any{"id": "1", "name": "N", "response_mode": "full"}
			got := core.apply("a", appearanceType, config, nil).diagnostics
			wantHeadlines(t, last(got), fmt.Sprintf(
				"WARNING: Values After Removal: theme_mode %[1]s, start_message %[1]s, recommendations %[1]s, show_sidebar %[1]s", test.outcome))
			wantText(t, got, test.want...)
			wantHeadlines(t, core.apply("a", appearanceType, config, nil).diagnostics)
			wantState(t, core, "a", map[string]string{"theme_mode": "<null>"})
		})
	}
}

// With write_only_version, neither the state nor the plan shows which colors were
// sent. Their removal alone plans nothing.
func TestPlanWarnings_NameRemovedColorsOfAVersion(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	configure := func(config map[string]any) map[string]any {
		config["id"], config["write_only_version"] = "1", "1"

		return config
	}
	colored := configure(map[string]any{"name": "N", "lm_dark_background_color": "red", "custom_css_overrides": "{}"})

	const removed = "WARNING: Removed Attributes Not Unset: lm_dark_background_color, custom_css_overrides"

	core.apply("a", appearanceType, configure(map[string]any{"name": "O"}), nil)
	delete(colored, "write_only_version")

	core.ignored = []string{"write_only_version"}
	core.apply("a", appearanceType, colored, nil)
	core.ignored = nil

	configure(colored)
	wantHeadlines(t, core.apply("a", appearanceType, configure(map[string]any{"name": "N"}), nil).diagnostics)

	// A failed update keeps the names.
	bare := configure(map[string]any{"name": "M"})

	service.QueueFaults(mockserver.Fault{Status: 403})
	wantHeadlines(t, core.apply("a", appearanceType, bare, nil).diagnostics, removed, "ERROR: Permission Denied")
	wantHeadlines(t, core.apply("a", appearanceType, bare, nil).diagnostics, removed)
	wantHeadlines(t, core.apply("a", appearanceType, configure(map[string]any{"name": "N"}), nil).diagnostics)

	// The names are not those of another object.
	core.apply("a", appearanceType, colored, nil)
	core.instances["a"].edit(core, "id", "2")

	bare["id"] = "2"
	plan, _ := core.plan("a", appearanceType, bare)
	wantHeadlines(t, plan.diagnostics)
}

// A color that ignore_changes covers looks like a removed one at plan.
func TestPlanWarnings_IgnoredColorMayFail(t *testing.T) {
	config := map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "write_only_version": "1"}
	core, service := startApplied(t, resourceBlock{"a", appearanceType, config})

	core.ignored = []string{"lm_dark_background_color"}
	wantHeadlines(t, core.apply("a", appearanceType, config, nil).diagnostics)

	config["name"] = "M"
	applied := core.apply("a", appearanceType, config, nil)
	wantHeadlines(t, applied.diagnostics,
		"WARNING: Removed Attributes Not Unset: lm_dark_background_color", `ERROR: ignore_changes Blocks Update at AttributeName("lm_dark_background_color")`)
	wantText(t, applied.diagnostics, "remove it from ignore_changes, or the apply will fail", "Remove lm_dark_background_color from ignore_changes.")
	wantRequests(t, service)
}

// An imported state has neither, and the PUT would drop the configured one.
func TestPlanWarnings_IgnoredSettingFailsAfterImport(t *testing.T) {
	for attribute, want := range map[string]string{
		"name": `ERROR: ignore_changes Blocks Update at AttributeName("name")`, "start_message": `ERROR: ignore_changes Blocks Update at AttributeName("start_message")`,
	} {
		core, service := startCore(t, mockserver.Behavior{})
		core.importByID("a", appearanceType, "1")
		core.ignored = []string{attribute}

		applied := core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N", "start_message": "Hi"}, nil)
		wantHeadlines(t, applied.diagnostics, want)
		wantRequests(t, service)
	}
}

// The CLIs print an empty text as null, or not at all. No other test finds that the
// warning comes too often, or not where everything is sent.
func TestPlanWarnings_NameWhatIsEmptied(t *testing.T) {
	isEmptied := func(line string) bool { return strings.HasPrefix(line, "WARNING: Empty String Sent at AttributeName(") }

	message := func(text any) map[string]any { return map[string]any{"id": "1", "name": "N", "start_message": text} }
	questions := func(texts ...any) map[string]any {
		return map[string]any{"id": "1", "name": "N", "recommendations": texts}
	}

	for name, test := range map[string]struct {
		before, after map[string]any // nil is none
		prepare       func(*core)
		warns         bool
	}{
		"Question":          {nil, questions(""), nil, true},
		"QuestionAmongThem": {questions("a"), questions("a", ""), nil, true},
		"QuestionStays":     {questions("a", ""), questions("", "b"), nil, false},
		"QuestionsWithText": {questions(""), questions("a", " "), nil, false},
		"NoQuestions":       {questions(""), questions(), nil, false},
		"UnknownQuestion":   {nil, questions(unknownValue{}), nil, false},
		"Create":            {nil, message(""), nil, true},
		"CreateWithText":    {nil, message("Hi"), nil, false},
		"FromText":          {message("Hi"), message(""), nil, true},
		"FromNull":          {message(nil), message(""), nil, true},
		"AnotherService":    {message(""), message(""), func(c *core) { c.settings["base_url"] = otherAddress }, true},
		"AnotherID":         {message(""), map[string]any{"id": "2", "name": "N", "start_message": ""}, nil, true},
		"Stays":             {message(""), map[string]any{"id": "1", "name": "N", "start_message": "", "triggers": map[string]any{"a": "b"}}, nil, false},
		"Removed":           {message(""), message(nil), nil, false},
		"Unknown":           {message("Hi"), message(unknownValue{}), nil, false},
		"Ignored":           {message("Hi"), message(""), func(c *core) { c.ignored = []string{"start_message"} }, false},
		"Import": {message(""), message(""), func(c *core) {
			delete(c.instances, "a")
			c.importByID("a", appearanceType, "1")
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := startCore(t, mockserver.Behavior{})

			if test.before != nil {
				c.apply("a", appearanceType, test.before, nil)
				c.restart()
			}

			if test.prepare != nil {
				test.prepare(c)
				c.restart()
			}

			got := c.planBlock(resourceBlock{"a", appearanceType, test.after})
			if warns := slices.ContainsFunc(headlines(got), isEmptied); warns != test.warns {
				t.Errorf("it warns: %t: %s", warns, describe(got))
			}
		})
	}

	c, service := startCore(t, mockserver.Behavior{})
	wantText(t, c.apply("a", appearanceType, questions(""), nil).diagnostics, "sends an empty element in recommendations", "use compact(...)")
	wantHeadlines(t, c.apply("a", appearanceType, questions(), nil).diagnostics)
	wantNoChange(t, c, resourceBlock{"a", appearanceType, questions()})
	wantRequests(t, service, putAppearance(1, `{"name": "N", "recommendations": [""]}`), putAppearance(1, `{"name": "N", "recommendations": []}`))
}
