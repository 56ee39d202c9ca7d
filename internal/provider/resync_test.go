package provider

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// triggers themselves are not sent.
func TestTriggers_ChangeSendsEverythingInPlace(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})

	for _, value := range []any{map[string]any{"run": "1"}, map[string]any{"run": "2"}, nil} {
		c.restart()
		wantHeadlines(t, c.run(
			resourceBlock{"a", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "triggers": value}},
			resourceBlock{"s", sourceType, map[string]any{"id": "7", "port": 1, "token_wo": "t", "token_wo_version": 1, "triggers": value}},
			resourceBlock{"bare", sourceType, map[string]any{"id": "8", "triggers": value}},
		))
		wantRequests(t, service,
			putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"}`), patchSource(7, `{"port": 1, "token": "t"}`), patchSource(8, `{}`))
	}
}

// statesOfOthers are states that this provider did not write for their objects.
var statesOfOthers = map[string]func(*instance, *core){
	"NoPrivateState": func(x *instance, _ *core) { x.private = nil },
	"AnotherID": func(x *instance, c *core) {
		x.edit(c, "id", map[string]string{appearanceType: "2", sourceType: "8"}[x.typeName])
	},
}

// startOfOthers starts a run with a block whose state something else wrote.
func startOfOthers(t *testing.T, b resourceBlock, write func(*instance, *core)) (*core, *service, resourceBlock) {
	t.Helper()

	c, service := startApplied(t, b)
	c.restart()

	x := c.instances[b.address]
	write(x, c)
	c.refresh(b.address)

	b.config = maps.Clone(b.config)
	b.config["id"] = c.stateText(b.address, "id")

	return c, service, b
}

// Nothing shows that the API has the values of such a state.
func TestStateOfOthers_IsSentCompletely(t *testing.T) {
	for name, write := range statesOfOthers {
		for _, test := range []struct {
			block   resourceBlock
			request func(id int, body string) string
			body    string
		}{
			{
				resourceBlock{"x", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red"}},
				putAppearance, `{"name": "N", "lm_dark_background_color": "red"}`,
			},
			{resourceBlock{"x", sourceType, map[string]any{"id": "7"}}, patchSource, `{}`},
			{resourceBlock{"x", sourceType, map[string]any{"id": "7", "port": 1, "token_wo": "t", "token_wo_version": "1"}}, patchSource, `{"port": 1, "token": "t"}`},
		} {
			t.Run(name, func(t *testing.T) {
				c, service, block := startOfOthers(t, test.block, write)
				wantHeadlines(t, c.apply("x", block.typeName, block.config, nil).diagnostics)

				id, _ := strconv.Atoi(block.config["id"].(string))
				wantRequests(t, service, test.request(id, test.body))
				wantNoChange(t, c, block)
			})
		}
	}
}

// The plan, which discards what is stored for others, tells the apply which colors
// it had.
func TestStateOfOthers_IgnoredColorIsRefused(t *testing.T) {
	for name, write := range statesOfOthers {
		t.Run(name, func(t *testing.T) {
			c, service, block := startOfOthers(t, resourceBlock{"x", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red"}}, write)
			c.ignored = []string{"lm_dark_background_color"}
			got := c.apply("x", block.typeName, block.config, nil)
			wantHeadlines(t, last(got.diagnostics), `ERROR: ignore_changes Blocks Update at AttributeName("lm_dark_background_color")`)
			wantRequests(t, service)
		})
	}
}

// The copy of an instance has its token, but neither its object nor the one with the
// copy's id. Its destroy has no token, and releases nothing.
func TestStateOfOthers_CopyOverlapsWithTheOriginal(t *testing.T) {
	a, b := theme("a", "1", "A"), theme("b", "2", "B")

	for name, test := range map[string]struct{ applied, blocks []resourceBlock }{
		"OriginalThenCopy":       {[]resourceBlock{a}, []resourceBlock{a, theme("copy", "1", "B")}},
		"CopyThenOriginal":       {[]resourceBlock{a}, []resourceBlock{theme("copy", "1", "B"), a}},
		"SameValues":             {[]resourceBlock{a}, []resourceBlock{a, theme("copy", "1", "A")}},
		"OriginalTakesID":        {[]resourceBlock{a}, []resourceBlock{theme("copy", "2", "A"), theme("a", "2", "A")}},
		"OriginalTakesIDFirst":   {[]resourceBlock{a}, []resourceBlock{theme("a", "2", "A"), theme("copy", "2", "B")}},
		"ThirdWithOriginalAndID": {[]resourceBlock{a}, []resourceBlock{theme("copy", "2", "A"), a, theme("c", "1", "A")}},
		"ThirdAfterADestroy":     {[]resourceBlock{a, b}, []resourceBlock{a, b, destroyed("copy"), theme("c", "1", "C")}},
		"ThirdAfterAReplacement": {[]resourceBlock{a, b}, []resourceBlock{a, b, theme("copy", "3", "D"), theme("c", "2", "C")}},
		"ThirdWithTheCopysID":    {[]resourceBlock{a, b}, []resourceBlock{a, b, destroyed("copy"), theme("c", "2", "C")}},
		"ThirdWithAPlannedID":    {[]resourceBlock{a}, []resourceBlock{theme("a", "2", "A"), destroyed("copy"), theme("c", "2", "C")}},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startApplied(t, test.applied...)
			c.restart()

			edited := *c.instances["a"]
			statesOfOthers["AnotherID"](&edited, c)
			c.instances["copy"] = &edited

			if got := c.run(test.blocks...); !slices.Contains(headlines(got), overlapError) {
				t.Errorf("it is not refused: %s", describe(got))
			}

			wantRequests(t, service)
		})
	}
}

// A value that ignore_changes keeps out of an update is not claimed of an object that may
// have another one.
func TestIgnoredValues_AreNotClaimedWithoutConfirmation(t *testing.T) {
	const (
		refused = `ERROR: ignore_changes Blocks Update at AttributeName("`
		secret  = "ERROR: ignore_changes Blocks Update without a line"
	)

	config := func(hostname, version string) map[string]any {
		return map[string]any{"id": "7", "username": "u", "hostname": hostname, "password_wo": "p" + version, "password_wo_version": version}
	}
	next := config("next", "3")
	next["username"] = "v"
	removed := map[string]any{"id": "7", "username": "v"}
	fail := func(c *core, service *service, config map[string]any, status int) {
		service.QueueFaults(mockserver.Fault{Status: status})
		c.apply("s", sourceType, config, nil)
	}
	unknown := func(c *core, service *service) { fail(c, service, config("new", "2"), http.StatusInternalServerError) }
	refuse := func(c *core, service *service) { fail(c, service, config("new", "2"), http.StatusUnprocessableEntity) }
	refusedThenUnknown := func(c *core, service *service) {
		refuse(c, service)
		unknown(c, service)
		refuse(c, service)
	}
	twice := func(c *core, service *service) {
		unknown(c, service)
		fail(c, service, removed, http.StatusInternalServerError)
	}
	confirm := func(*core, *service) {}
	forget := func(c *core, _ *service) { c.instances["s"].private = nil }
	password := []string{"password_wo", "password_wo_version"}

	for name, test := range map[string]struct {
		before  func(*core, *service)
		after   map[string]any
		ignored []string
		want    []string // errors
		text    string
		request string
	}{
		"Sent": {
			unknown, next, append(password, "hostname"), []string{refused + `hostname")`, secret}, "an unconfirmed update of the data source \"7\" may have replaced the value that state has", "",
		},
		"NotSent":   {unknown, next, []string{"username"}, []string{}, "", `{"hostname": "next", "password": "p3"}`},
		"Confirmed": {confirm, next, []string{"hostname"}, []string{}, "", `{"username": "v", "password": "p3"}`},
		"NoRecord":  {forget, next, []string{"hostname"}, []string{refused + `hostname")`}, "would not get the value", ""},
		// What is no longer configured is kept, too.
		"SentAndRemoved":       {unknown, removed, append(password, "hostname"), []string{refused + `hostname")`, secret}, "if it must not be sent, from the configuration", ""},
		"SentBeforeTheLast":    {twice, removed, []string{"hostname"}, []string{refused + `hostname")`}, "", ""},
		"NotSentAndRemoved":    {unknown, map[string]any{"id": "7", "hostname": "next"}, []string{"username"}, []string{}, "", `{"hostname": "next"}`},
		"ConfirmedAndRemoved":  {confirm, removed, []string{"hostname"}, []string{}, "", `{"username": "v"}`},
		"NoRecordAndRemoved":   {forget, removed, []string{"hostname"}, []string{refused + `hostname")`}, "", ""},
		"RefusedAndRemoved":    {refuse, map[string]any{"id": "7", "username": "u"}, nil, []string{}, "", ""},
		"RefusedAndIgnored":    {refuse, removed, append(password, "hostname"), []string{refused + `hostname")`, secret}, "an unconfirmed update", ""},
		"BothForms":            {unknown, map[string]any{"id": "7", "username": "u", "password": "q"}, password, []string{secret}, "next to password, which is configured", ""},
		"RefusedThenUnknown":   {refusedThenUnknown, config("new", "2"), nil, []string{}, "", `{"username": "u", "hostname": "new", "password": "p2"}`},
		"RemovedFromBothLists": {unknown, removed, nil, []string{}, "", `{"username": "v"}`},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startCore(t, mockserver.Behavior{})
			c.settings["max_retries"] = 0
			c.restart()
			c.apply("s", sourceType, config("old", "1"), nil)
			test.before(c, service)
			service.ClearRequests()

			c.ignored = test.ignored
			c.restart()

			got := c.apply("s", sourceType, test.after, nil).diagnostics
			isWarning := func(line string) bool { return !strings.HasPrefix(line, "ERROR") }
			wantEqual(t, "errors", test.want, slices.DeleteFunc(headlines(got), isWarning))
			wantText(t, got, test.text)

			if test.request != "" {
				wantRequests(t, service, patchSource(7, test.request))
			}

			wantRequests(t, service)

			if len(test.want) == 0 {
				c.restart()
				wantNoChange(t, c, resourceBlock{"s", sourceType, test.after})
			}
		})
	}
}
