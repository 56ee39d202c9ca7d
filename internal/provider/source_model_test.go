package provider

import (
	"encoding/json"
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
	number := types.Int64Value

	for name, test := range map[string]struct {
		config, state sourceModel
		want          string
	}{
		"CreateSendsEverything": {
			config: sourceModel{ID: text("7"), Hostname: text("h"), Port: number(1), SelectedSchemas: set("b", "a"), PasswordWO: text("p"), PasswordWOVersion: number(1)},
			want:   `{"hostname":"h","port":1,"password":"p","selected_schemas":["a","b"]}`,
		},
		"NothingChanged": {
			config: sourceModel{Hostname: text("h"), SelectedSchemas: set()},
			state:  sourceModel{Hostname: text("h"), SelectedSchemas: set()},
			want:   `{}`,
		},
		"AccountNameOfTheServiceIsNotSent": {
			config: sourceModel{Hostname: text("new")},
			state:  sourceModel{Hostname: text("h"), AccountName: text("reported")},
			want:   `{"hostname":"new"}`,
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
			config: sourceModel{TokenWO: text("new"), TokenWOVersion: number(1), Port: number(2)},
			state:  sourceModel{TokenWOVersion: number(1)},
			want:   `{"port":2}`,
		},
		"WriteOnlyWithAnotherVersionIsSent": {
			config: sourceModel{TokenWO: text("new"), TokenWOVersion: number(0)},
			state:  sourceModel{TokenWOVersion: number(1)},
			want:   `{"token":"new"}`,
		},
		"FullSendsWhatDidNotChange": {
			config: sourceModel{UpdateMode: text("full"), Hostname: text("h"), Token: text("t"), PasswordWO: text("p"), PasswordWOVersion: number(1)},
			state:  sourceModel{Hostname: text("h"), Token: text("t"), PasswordWOVersion: number(1)},
			want:   `{"hostname":"h","password":"p","token":"t"}`,
		},
		"KeyFormattedInAnotherWayIsNotSent": {
			config: sourceModel{ServiceAccountKey: text(`{"a":1}`)},
			state:  sourceModel{ServiceAccountKey: text("{ \"a\": 1 }\n")},
			want:   `{}`,
		},
		"KeyIsSentAsItIs": {
			config: sourceModel{ServiceAccountKey: text("{\"n\": 10000000000000001}\n")},
			want:   `{"service_account_key":{"n":10000000000000001}}`,
		},
		"UnknownIsNotSent": {
			config: sourceModel{Hostname: types.StringUnknown(), Port: types.Int64Unknown(), SelectedSchemas: types.SetUnknown(types.StringType)},
			want:   `{}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			request := test.config.request(test.state)

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

// TestSourceApplied_KeepsThePlan whatever the service answers.
func TestSourceApplied_KeepsThePlan(t *testing.T) {
	answer := client.UpdatedSource{AccountName: pointer("reported"), Type: nil}

	declared := sourceModel{AccountName: types.StringValue("declared"), Type: types.StringUnknown()}.applied(answer)
	if got := declared.AccountName.ValueString(); got != "declared" {
		t.Errorf("account_name is %q", got)
	}

	if !declared.Type.IsNull() {
		t.Errorf("a missing type is %s", declared.Type)
	}

	if got := (sourceModel{AccountName: types.StringUnknown()}).applied(answer).AccountName.ValueString(); got != "reported" {
		t.Errorf("an undeclared account_name is %q", got)
	}
}

func TestSourceAttributePath_IsTheOneThatIsConfigured(t *testing.T) {
	config := sourceModel{PasswordWO: types.StringValue("p"), Token: types.StringValue("t")}

	for field, want := range map[string]string{"password": "password_wo", "token": "token", "hostname": "hostname"} {
		if got := config.attributePath(field); !got.Equal(path.Root(want)) {
			t.Errorf("%s is at %s, want %s", field, got, want)
		}
	}
}
