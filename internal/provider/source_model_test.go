package provider

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func set(elements ...string) types.Set {
	values := []attr.Value{}
	for _, element := range elements {
		values = append(values, types.StringValue(element))
	}

	return types.SetValueMust(types.StringType, values)
}

func TestSourceRequest_SendsWhatChanged(t *testing.T) {
	text := types.StringValue
	number := func(value int64) types.Number { return types.NumberValue(new(big.Float).SetInt64(value)) }

	for name, test := range map[string]struct {
		// config is the configuration at apply. The plan has its stored values
		// unless planned replaces them.
		config, state sourceModel
		planned       func(plan *sourceModel)
		everything    bool
		want          string
	}{
		"CreateSendsEverything": {
			config: sourceModel{ID: text("7"), Hostname: text("h"), Port: number(1), SelectedSchemas: set("b", "a"), PasswordWO: text("p"), PasswordWOVersion: text("1")},
			want:   `{"hostname":"h","port":1,"password":"p","selected_schemas":["a","b"]}`,
		},
		"ComputedAccountNameIsNotSent": {
			config:     sourceModel{Hostname: text("new")},
			state:      sourceModel{Hostname: text("h"), AccountName: text("returned")},
			planned:    func(plan *sourceModel) { plan.AccountName = text("returned") },
			everything: true,
			want:       `{"hostname":"new"}`,
		},
		"RemovedIsNotSent": {
			config: sourceModel{},
			state:  sourceModel{Hostname: text("h"), Port: number(1), SelectedSchemas: set("a"), Password: text("p"), ServiceAccountKey: text("{}")},
			want:   `{}`,
		},
		"EmptySetIsSent": {
			config: sourceModel{SelectedSchemas: set()},
			state:  sourceModel{SelectedSchemas: set("a")},
			want:   `{"selected_schemas":[]}`,
		},
		"WriteOnlyWithTheSameVersionIsNotSent": {
			config: sourceModel{TokenWO: text("new"), TokenWOVersion: text("1"), Port: number(2)},
			state:  sourceModel{TokenWOVersion: text("1")},
			want:   `{"port":2}`,
		},
		"IgnoredIsNotSent": {
			config: sourceModel{Hostname: text("new"), Port: number(2), Password: text("new"), ServiceAccountKey: text("[]"), TokenWO: text("t"), TokenWOVersion: text("2")},
			state:  sourceModel{Hostname: text("h"), Port: number(1), Password: text("p"), ServiceAccountKey: text("{}"), TokenWOVersion: text("1")},
			planned: func(plan *sourceModel) {
				plan.Hostname, plan.Password, plan.ServiceAccountKey, plan.TokenWOVersion = text("h"), text("p"), text("{}"), text("1")
			},
			everything: true,
			want:       `{"port":2}`,
		},
		"KeyFormattedDifferentlyIsNotSent": {
			config: sourceModel{ServiceAccountKey: text(`{"a":1}`)},
			state:  sourceModel{ServiceAccountKey: text("{ \"a\": 1 }\n")},
			want:   `{}`,
		},
		"UnknownIsNotSent": {
			config: sourceModel{Hostname: types.StringUnknown(), Port: types.NumberUnknown(), SelectedSchemas: types.SetUnknown(types.StringType)},
			want:   `{}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := sourceModels{config: test.config, plan: test.config, state: test.state}
			if test.planned != nil {
				test.planned(&d.plan)
			}

			request := d.request(test.everything)

			body, err := json.Marshal(request)
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, string(body)); diff != "" {
				t.Error(diff)
			}

			if request.IsEmpty() != (test.want == `{}`) {
				t.Errorf("IsEmpty is %t", request.IsEmpty())
			}
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
