package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Each update is made through the core, with attributes under ignore_changes.
func TestSourceUpdate_SendsWhatChanged(t *testing.T) {
	for name, test := range map[string]struct {
		before, after map[string]any
		ignored       []string
		want          string // the body of the update, or empty for none
	}{
		"Removed": {
			before: map[string]any{"hostname": "h", "port": 1, "selected_schemas": []string{"a"}, "password": "p", "service_account_key": "{}"},
			after:  map[string]any{},
		},
		"ComputedNameIsNotSent": {
			before: map[string]any{"hostname": "h"},
			after:  map[string]any{"hostname": "new", "update_mode": "full"},
			want:   `{"hostname": "new"}`,
		},
		"SetIsSorted": {
			before: map[string]any{},
			after:  map[string]any{"selected_schemas": []string{"b", "a"}},
			want:   `{"selected_schemas": ["a", "b"]}`,
		},
		"EmptySet": {
			before: map[string]any{"selected_schemas": []string{"a"}},
			after:  map[string]any{"selected_schemas": []string{}},
			want:   `{"selected_schemas": []}`,
		},
		"WriteOnlyWithTheSameVersion": {
			before: map[string]any{"token_wo": "t", "token_wo_version": 1},
			after:  map[string]any{"token_wo": "new", "token_wo_version": 1, "port": 2},
			want:   `{"port": 2}`,
		},
		"Ignored": {
			before:  map[string]any{"hostname": "h", "port": 1, "password": "p", "service_account_key": "{}", "token_wo": "t", "token_wo_version": 1},
			after:   map[string]any{"hostname": "new", "port": 2, "password": "new", "service_account_key": "[]", "token_wo": "t", "token_wo_version": 2, "update_mode": "full"},
			ignored: []string{"hostname", "password", "service_account_key", "token_wo_version"},
			want:    `{"port": 2}`,
		},
		// At one address, values may be managed elsewhere.
		"IgnoredWithTriggers": {
			before:  map[string]any{"hostname": "h", "password_wo": "p", "password_wo_version": 1},
			after:   map[string]any{"hostname": "new", "password_wo": "p", "password_wo_version": 1, "triggers": map[string]any{"k": "1"}},
			ignored: []string{"hostname", "password_wo"},
			want:    `{}`,
		},
		// Windows editors put a byte order mark in front of a file.
		"KeyWithByteOrderMark": {
			before: map[string]any{},
			after:  map[string]any{"service_account_key": "\ufeff{\"a\": 1}"},
			want:   `{"service_account_key": {"a": 1}}`,
		},
		// The framework makes computed attributes unknown before the provider sees that
		// the key is the same.
		"KeyFormattedDifferently": {
			before: map[string]any{"service_account_key": `{"a":1}`},
			after:  map[string]any{"service_account_key": "\ufeff{ \"a\": 1 }\n"},
		},
		"KeyFormattedDifferentlyWithAChange": {
			before: map[string]any{"service_account_key": `{"a":1}`, "port": 1},
			after:  map[string]any{"service_account_key": "{ \"a\": 1 }\n", "port": 2},
			want:   `{"port": 2}`,
		},
		"KeyFormattedDifferentlyInAFullUpdate": {
			before: map[string]any{"service_account_key": `{"a":1}`, "port": 1},
			after:  map[string]any{"service_account_key": "{ \"a\": 1 }\n", "port": 2, "update_mode": "full"},
			want:   `{"port": 2, "service_account_key": {"a": 1}}`,
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

func TestApplyLocate_ReturnsTheConfiguredAttribute(t *testing.T) {
	config := sourceModel{PasswordWO: types.StringValue("p"), Token: types.StringValue("t")}
	a := apply{writeOnly: config.writeOnlyAttributes()}

	for field, want := range map[string]string{"password": "password_wo", "token": "token", "hostname": "hostname"} {
		if got, _ := a.locate(client.FieldError{Path: []string{field}}); !got.Equal(path.Root(want)) {
			t.Errorf("%s is at %s, want %s", field, got, want)
		}
	}
}
