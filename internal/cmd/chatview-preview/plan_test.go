package main

import (
	"os"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestPlan_RefusesEverythingElse(t *testing.T) {
	const usage = ": expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -"
	for content, want := range map[string]string{
		" \n":                        "is empty" + usage,
		"PK\x03\x04binary":           "is a saved plan" + usage,
		"Terraform will perform":     "is not JSON (invalid character 'T' looking for beginning of value)" + usage,
		"{\"@level\": \"info\"}\n{}": "is not JSON (invalid character '{' after top-level value)" + usage,
		planOf(t, nil, good)[:200]:   "is not JSON (unexpected end of JSON input)" + usage,
		`{"version": 4, "lineage": "x", "resources": []}`: "is a state" + usage,
		`{"format_version": "1.0", "values": {}}`:         "is a state" + usage,
		`{"provider_schemas": {}}`:                        "is some other JSON" + usage,
		`[]`:                                              "is some other JSON" + usage,
		planOf(t, object{"planned_values": nil}, good):    "is some other JSON" + usage,
		planOf(t, object{"errored": true}, good):          "has a plan that failed and misses resources: correct its errors and plan again",
		planOf(t, object{"format_version": "2.0"}, good):  `has the format version "2.0", which a newer version may read`,
		planOf(t, object{"resource_changes": "x"}):        "cannot be read: json: cannot unmarshal string into Go struct field document.resource_changes of type []json.RawMessage",
		planOf(t, nil, good, nil):                         "cannot be read: resource_changes[1]: no address",
		planOf(t, nil, good, "x"):                         "cannot be read: resource_changes[1]: json: cannot unmarshal string into Go value of type main.resource",
		planOf(t, nil, object{"address": 5}):              "cannot be read: resource_changes[0]: json: cannot unmarshal number into Go struct field resource.address of type string",
		planOf(t, nil, object{"mode": "managed"}):         "cannot be read: resource_changes[0]: no address",
		planOf(t, nil, object{"address": "x\x1b", "mode": "managed", "type": "chatview_appearance"}): `"standard input cannot be read: x\x1b: no change"`,
	} {
		code, stdout, stderr := previewed(t, content, "-json", "-")

		if !strings.HasPrefix(want, `"`) {
			want = "standard input " + want
		}

		if want = "chatview-preview: " + want + "\n"; code != exitFailure || stdout != "" || stderr != want {
			t.Errorf("exit status %d, %q, %q, want %q", code, stdout, stderr, want)
		}
	}
}

// TestPlan_RefusesChangesOfAnotherShape of themes: a change that is read wrong
// would be a theme without problems.
func TestPlan_RefusesChangesOfAnotherShape(t *testing.T) {
	one := fieldsOf("1", "#fff")

	colors := func(colors any) object { return object{"id": "1", "name": "N", "applied_colors": colors} }
	for _, test := range []struct {
		actions       []string
		before, after any
		want          string
	}{
		{[]string{"frobnicate"}, one, one, `unknown actions ["frobnicate"], which a newer version may know`},
		{[]string{}, one, one, "unknown actions []"},
		{[]string{"update", "update"}, one, one, `unknown actions ["update" "update"]`},
		{[]string{"update"}, one, nil, `after does not fit the actions ["update"]`},
		{[]string{"update"}, one, "text", "json: cannot unmarshal string into Go struct field"},
		{[]string{"update"}, 5, one, "json: cannot unmarshal number into Go struct field"},
		{[]string{"create"}, nil, nil, `after does not fit the actions ["create"]`},
		{[]string{"create"}, one, one, `before does not fit the actions ["create"]`},
		{[]string{"no-op"}, nil, one, `before does not fit the actions ["no-op"]`},
		{[]string{"delete"}, nil, nil, `before does not fit the actions ["delete"]`},
		{[]string{"forget"}, one, one, `after does not fit the actions ["forget"]`},
		{[]string{"delete", "create"}, nil, one, `before does not fit the actions ["delete" "create"]`},
		{[]string{"update"}, one, colors([]string{"#fff"}), "applied_colors is not a map of texts"},
		{[]string{"update"}, one, colors(object{"lm_button_outline_color": nil}), "applied_colors is not a map of texts"},
		{[]string{"update"}, colors("#fff"), one, "applied_colors is not a map of texts"},
	} {
		change := changeOf("x", test.actions, test.before, test.after)

		code, stdout, stderr := previewed(t, planOf(t, nil, good, change), "-json", "-")
		if code != exitFailure || stdout != "" || !strings.Contains(stderr, "chatview-preview: standard input cannot be read: x: "+test.want) {
			t.Errorf("%v: exit status %d, %q", test, code, stderr)
		}
	}

	for _, other := range []object{
		{"address": "x", "mode": "data", "type": "chatview_appearance", "change": object{"actions": []string{"read"}}},
		{"address": "x", "mode": "managed", "type": "elsewhere", "change": object{"actions": []string{"frobnicate"}}},
	} {
		if code, _, stderr := previewed(t, planOf(t, nil, other), "-json", "-"); code != exitOK {
			t.Errorf("%v: %s", other, stderr)
		}
	}
}

func TestRun_WritesDevicesAndReadsNone(t *testing.T) {
	device, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = device.Close() })

	if _, err := readPlan("-", device); err == nil || !strings.Contains(err.Error(), "is a terminal or another device: expected") {
		t.Errorf("error %v", err)
	}

	if code, _, stderr := previewed(t, planOf(t, nil, good), "-html", os.DevNull, "-markdown", os.DevNull); code != exitOK {
		t.Errorf("it does not write two outputs to a device: %s", stderr)
	}
}

func TestPlan_ReadsEncodingsAndNewerVersions(t *testing.T) {
	plan := planOf(t, object{"format_version": "1.99", "new_field": true}, good)

	wide := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(plan)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}

	for _, text := range []string{plan, "\ufeff" + plan, string(wide)} {
		if code, stdout, stderr := previewed(t, text, "-json", "-"); code != exitOK || !strings.Contains(stdout, `"name":"Theme 1"`) {
			t.Errorf("exit status %d, %s", code, stderr)
		}
	}
}
