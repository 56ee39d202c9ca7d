package provider

import (
	"maps"
	"testing"
)

// An update for another service is refused if ignore_changes keeps a value from it that
// state would have.
func TestBaseURL_IgnoredValuesAreNotClaimedOfAnotherService(t *testing.T) {
	const (
		moved   = "WARNING: Base URL Changed: https://chat.example.com to " + otherAddress
		refused = `ERROR: ignore_changes Blocks Update at AttributeName("`
		secret  = "ERROR: ignore_changes Blocks Update" + withoutLine
		removed = "WARNING: Removed Attributes Not Unset: "
	)

	// with returns a configuration with other values.
	with := func(changed map[string]any) map[string]any {
		config := map[string]any{"id": "7", "hostname": "h", "password_wo": "p", "password_wo_version": "1"}
		maps.Copy(config, changed)

		return config
	}

	for name, test := range map[string]struct {
		before, after map[string]any
		ignored       []string
		setup         func(*core)
		want          []string
		request       string // to the other service, empty for none
	}{
		"All": {with(nil), with(nil), []string{"all"}, nil, []string{moved, refused + `account_name")`, secret}, ""},
		"PlainAndAll": {
			with(map[string]any{"port": 1}), with(map[string]any{"port": 2, "hostname": "new"}), []string{"all"}, nil,
			[]string{moved, refused + `account_name")`, refused + `hostname")`, refused + `port")`, secret}, "",
		},
		"ChangedVersion": {with(nil), with(map[string]any{"password_wo_version": "2"}), []string{"password_wo_version"}, nil, []string{moved, secret}, ""},
		"OtherForm":      {with(nil), map[string]any{"id": "7", "hostname": "h", "password": "p"}, []string{"password", "password_wo_version"}, nil, []string{moved, secret}, ""},
		"Name":           {with(map[string]any{"account_name": "A"}), with(map[string]any{"account_name": "B"}), []string{"account_name"}, nil, []string{moved, refused + `account_name")`}, ""},
		"UnchangedPlain": {with(nil), with(nil), []string{"hostname"}, nil, []string{moved}, `{"hostname": "h", "password": "p"}`},
		"KeyReformatted": {
			with(map[string]any{"service_account_key": `{"a":1}`}), with(map[string]any{"service_account_key": `{ "a": 1 }`}), nil, nil,
			[]string{moved}, `{"hostname": "h", "password": "p", "service_account_key": {"a": 1}}`,
		},
		"ComputedName": {with(nil), with(map[string]any{"hostname": "new"}), []string{"account_name"}, nil, []string{moved, refused + `account_name")`}, ""},
		"NameNeverReturned": {
			with(nil), with(map[string]any{"account_name": "B"}), []string{"account_name"}, func(c *core) { c.instances["s"].edit(c, "account_name", nil) },
			[]string{moved}, `{"hostname": "h", "password": "p"}`,
		},
		"RemovedName": {with(map[string]any{"account_name": "A"}), with(nil), []string{"account_name"}, nil, []string{moved, refused + `account_name")`}, ""},
		"NeverApplied": {
			map[string]any{"id": "7", "hostname": "h"}, with(map[string]any{"port": 1}), []string{"port", "password_wo", "password_wo_version"}, nil,
			[]string{moved}, `{"hostname": "h"}`,
		},
		"NeverAppliedPlain": {
			map[string]any{"id": "7", "hostname": "h"}, map[string]any{"id": "7", "hostname": "h", "password": "p"}, []string{"password"}, nil,
			[]string{moved}, `{"hostname": "h"}`,
		},
		"Removed": {
			with(nil), map[string]any{"id": "7", "hostname": "h"}, []string{"password_wo", "password_wo_version"}, nil, []string{moved, secret}, "",
		},
		"RemovedPlain": {
			map[string]any{"id": "7", "hostname": "h", "password": "p"}, map[string]any{"id": "7", "hostname": "h"}, []string{"password"}, nil,
			[]string{moved, secret}, "",
		},
		// The way out of a refusal, before both are put back.
		"RemovedFromBoth": {with(nil), map[string]any{"id": "7", "hostname": "h"}, nil, nil, []string{moved, removed + "password_wo"}, `{"hostname": "h"}`},
		"Replaced":        {with(nil), with(nil), []string{"all"}, func(c *core) { c.replace = true }, nil, `{"hostname": "h", "password": "p"}`},
		"Imported":        {with(nil), with(nil), []string{"all"}, func(c *core) { delete(c.instances, "s"); c.importByID("s", sourceType, "7") }, nil, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			c, first, other := startTwoServices(t)
			c.apply("s", sourceType, test.before, nil)
			first.ClearRequests()

			c.ignored = test.ignored
			if test.setup != nil {
				test.setup(c)
			}

			c.settings["base_url"] = otherAddress
			c.restart()
			got := c.apply("s", sourceType, test.after, nil).diagnostics
			wantHeadlines(t, got, test.want...)
			wantRequests(t, first)

			if name == "PlainAndAll" {
				wantText(t, got, "Until an apply succeeds, remove hostname from ignore_changes and, if it must not be sent, from the configuration, too.")
				wantText(t, got, "remove password_wo and password_wo_version from ignore_changes and, if")
			}

			if test.request != "" {
				wantRequests(t, other, patchSource(7, test.request))

				c.replace = false
				c.restart()
				wantHeadlines(t, c.apply("s", sourceType, test.after, nil).diagnostics)
			}

			wantRequests(t, other)
		})
	}
}

// Somebody may have edited the state.
func TestBaseURL_ControlCharactersInStateAreNotPrinted(t *testing.T) {
	c, _, _ := startTwoServices(t)
	config := map[string]any{"id": "7"}
	c.apply("s", sourceType, config, nil)
	c.instances["s"].edit(c, "base_url", "https://a\x1b[2J\nb\u202e")
	c.restart()

	got := c.apply("s", sourceType, config, nil).diagnostics
	wantHeadlines(t, got, `WARNING: Base URL Changed: https://a\x1b[2J\nb\u202e to https://chat.example.com`)
	wantText(t, got, `nothing to https://a\x1b[2J\nb\u202e, the base_url`)
}
