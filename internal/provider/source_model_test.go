package provider

import "testing"

// Each update is made through the core, with attributes under ignore_changes.
func TestSourceUpdate_SendsWhatChanged(t *testing.T) {
	type values map[string]any

	for name, test := range map[string]struct {
		before, after values
		ignored       []string
		want          string // the body of the update, or empty for none
	}{
		"Removed":                     {values{"hostname": "h", "port": 1, "selected_schemas": []string{"a"}, "password": "p", "service_account_key": "{}"}, values{}, nil, ""},
		"ComputedNameIsNotSent":       {values{"hostname": "h"}, values{"hostname": "new", "update_mode": "full"}, nil, `{"hostname": "new"}`},
		"SetIsSorted":                 {values{}, values{"selected_schemas": []string{"b", "c", "a"}}, nil, `{"selected_schemas": ["a", "b", "c"]}`},
		"EmptySet":                    {values{"selected_schemas": []string{"a"}}, values{"selected_schemas": []string{}}, nil, `{"selected_schemas": []}`},
		"WriteOnlyWithTheSameVersion": {values{"token_wo": "t", "token_wo_version": 1}, values{"token_wo": "new", "token_wo_version": 1, "port": 2}, nil, `{"port": 2}`},
		"Ignored": {
			values{"hostname": "h", "port": 1, "password": "p", "service_account_key": "{}", "token_wo": "t", "token_wo_version": 1},
			values{"hostname": "new", "port": 2, "password": "new", "service_account_key": "[]", "token_wo": "t", "token_wo_version": 2, "update_mode": "full"},
			[]string{"hostname", "password", "service_account_key", "token_wo_version"}, `{"port": 2}`,
		},
		// At one address, values may be managed elsewhere.
		"IgnoredWithTriggers": {
			values{"hostname": "h", "password_wo": "p", "password_wo_version": 1},
			values{"hostname": "new", "password_wo": "p", "password_wo_version": 1, "triggers": map[string]any{"k": "1"}},
			[]string{"hostname", "password_wo"}, "",
		},
		// Windows editors put a byte order mark in front of a file.
		"KeyWithByteOrderMark": {values{}, values{"service_account_key": "\ufeff{\"a\": 1}"}, nil, `{"service_account_key": {"a": 1}}`},
		// The framework makes computed attributes unknown before the provider sees that
		// the key is the same.
		"KeyFormattedDifferently": {values{"service_account_key": `{"a":1,"é":"<"}`}, values{"service_account_key": "\ufeff{ \"\\u00e9\": \"\\u003c\", \"a\": 1 }\n"}, nil, ""},
		"KeyWithANumberThatRoundsTheSame": {
			values{"service_account_key": `{"a":10000000000000001}`}, values{"service_account_key": `{"a":10000000000000000}`}, nil,
			`{"service_account_key": {"a": 10000000000000000}}`,
		},
		"KeyFormattedDifferentlyWithAChange": {
			values{"service_account_key": `{"a":1}`, "port": 1}, values{"service_account_key": "{ \"a\": 1 }\n", "port": 2}, nil, `{"port": 2}`,
		},
		"KeyFormattedDifferentlyInAFullUpdate": {
			values{"service_account_key": `{"a":1}`, "port": 1}, values{"service_account_key": "{ \"a\": 1 }\n", "port": 2, "update_mode": "full"}, nil,
			`{"port": 2, "service_account_key": {"a": 1}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.before["id"], test.after["id"] = "7", "7"
			c, service := startApplied(t, resourceBlock{"s", sourceType, test.before})
			c.restart()

			c.ignored = test.ignored
			wantHeadlines(t, c.validate(sourceType, test.after))
			c.apply("s", sourceType, test.after, nil)

			if test.want == "" {
				wantRequests(t, service)
			} else {
				wantRequests(t, service, patchSource(7, test.want))
			}

			wantNoChange(t, c, resourceBlock{"s", sourceType, test.after})
		})
	}
}

// An update that would leave both forms of a credential in state is refused. Earlier
// versions left both, which does not show which was sent last.
func TestSourceUpdate_BothFormsOfACredential(t *testing.T) {
	const refused = "ERROR: ignore_changes Blocks Update" + withoutLine

	plain := map[string]any{"id": "7", "hostname": "h", "token": "t"}
	writeOnly := map[string]any{"id": "7", "hostname": "h", "token_wo": "w", "token_wo_version": "1"}
	neither := map[string]any{"id": "7", "hostname": "new"}

	for name, test := range map[string]struct {
		before, after map[string]any
		hadBoth       bool
		ignored       []string
		text          string // of the refusal, or empty for none
		wayOut        []string
		want          string // the body that is sent then
	}{
		"PlainKept":      {plain, writeOnly, false, []string{"token"}, "keeps token in state, next to token_wo, which is configured.", nil, `{"token": "w"}`},
		"WriteOnlyKept":  {writeOnly, plain, false, []string{"token_wo", "token_wo_version"}, "keeps token_wo and token_wo_version in state, next to token, which", nil, `{"token": "t"}`},
		"VersionKept":    {writeOnly, plain, false, []string{"token_wo_version"}, "Remove token_wo and token_wo_version from ignore_changes.", nil, `{"token": "t"}`},
		"BothKept":       {plain, neither, true, []string{"token", "token_wo_version"}, "keeps token, token_wo and token_wo_version in state. They", []string{"hostname"}, ""},
		"BothIgnored":    {plain, map[string]any{"id": "7", "hostname": "new", "token": "u"}, true, []string{"token", "token_wo_version"}, "keeps token, token_wo and token_wo_version in state. They", nil, `{"hostname": "new", "token": "u"}`},
		"PlainLeft":      {writeOnly, plain, true, nil, "", nil, `{"token": "t"}`},
		"WriteOnlyLeft":  {plain, writeOnly, true, nil, "", nil, `{"token": "w"}`},
		"NeitherIsLeft":  {plain, neither, true, nil, "", nil, `{"hostname": "new"}`},
		"PlainIsIgnored": {plain, writeOnly, false, []string{"token", "token_wo_version"}, "", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startApplied(t, resourceBlock{"s", sourceType, test.before})
			if test.hadBoth {
				c.instances["s"].edit(c, "token", "t")
				c.instances["s"].edit(c, "token_wo_version", "1")
			}

			c.ignored = test.ignored
			c.restart()

			if test.text != "" {
				got := c.apply("s", sourceType, test.after, nil).diagnostics
				wantHeadlines(t, got, refused)
				wantText(t, got, test.text)
				wantRequests(t, service)

				c.ignored = test.wayOut
				c.restart()
			}

			if got := c.apply("s", sourceType, test.after, nil).diagnostics; hasError(got) {
				t.Error(describe(got))
			}

			if test.want == "" {
				wantRequests(t, service)
			} else {
				wantRequests(t, service, patchSource(7, test.want))
			}

			wantNoChange(t, c, resourceBlock{"s", sourceType, test.after})
		})
	}
}

// State keeps the version of the last apply that did not ignore it.
func TestSourceUpdate_SendsAfterIgnoringIfTheVersionDiffers(t *testing.T) {
	for version, want := range map[int]string{1: `{"port": 3}`, 2: `{"password": "p", "port": 3}`} {
		config := map[string]any{"id": "7", "password_wo": "p", "password_wo_version": 1}
		c, service := startApplied(t, resourceBlock{"s", sourceType, config})

		c.ignored = []string{"password_wo", "password_wo_version"}
		config["port"], config["password_wo_version"] = 2, version

		c.restart()
		c.apply("s", sourceType, config, nil)

		c.ignored = nil
		config["port"] = 3

		c.restart()
		c.apply("s", sourceType, config, nil)
		wantRequests(t, service, patchSource(7, `{"port": 2}`), patchSource(7, want))
		wantNoChange(t, c, resourceBlock{"s", sourceType, config})
	}
}
