package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNotes_SayWhatPlanLacks(t *testing.T) {
	inState := func(address string) object {
		return object{"format_version": "1.0", "values": object{"root_module": object{"child_modules": []any{
			object{"resources": []any{object{"address": address, "mode": "managed"}}},
		}}}}
	}
	later := changeOf("later", []string{"create"}, nil, fieldsOf("3", "#fff"))
	other := changeOf("other", []string{"update"}, fieldsOf("4", "x"), fieldsOf("4", "y"))
	other["type"] = "elsewhere"
	private := changeOf("private", []string{"create"}, nil, fieldsOf("5", "#fff"))
	private["provider_name"] = "app.terraform.io/acme/chatview"

	twin := changeOf("twin", []string{"create"}, nil, fieldsOf("1", "#fff"))
	for _, test := range []struct{ want, plan string }{
		{"There is no chatview_appearance.", planOf(t, nil, other)},
		{"All themes are removed from state: applying sends none.\n1 theme: removed from state; none checked.", planOf(t, nil, gone)},
		{"The plan changes no resource, as with -refresh-only: applying it sends no theme.\nNo themes.\n", planOf(t, object{"prior_state": inState("x")})},
		{"The plan is incomplete, for example because of -target: other themes may have changes that it does not show.\n1 theme", planOf(t, object{"complete": false}, good)},
		{"The plan is incomplete", planOf(t, object{"prior_state": inState("left_out")}, good)},
		{"The plan is incomplete", planOf(t, object{"deferred_changes": []any{object{"resource_change": later}}}, good)},
		{"Not shown: 1 without changes", planOf(t, nil, changeOf("same", []string{"no-op"}, fieldsOf("1", "#fff"), fieldsOf("1", "#fff")))},
		{"Themes of another provider are included: app.terraform.io/acme/chatview.\n2 themes", planOf(t, nil, good, private)},
		{"Several themes share an id: 1 (good, twin). Unless they belong to different services, the last one applied wins.", planOf(t, nil, good, twin)},
	} {
		code, _, stderr := previewed(t, test.plan, "-json", "-", "-fail-under", "AA")
		_, table, _ := previewed(t, test.plan, "-markdown", "-")

		sentence, _, _ := strings.Cut(test.want, "\n")
		if plain := strings.NewReplacer(`\`, "", "<!-- -->", "").Replace(table); code != exitOK || !strings.Contains("\n"+stderr, "\n"+test.want) || !strings.Contains(plain, sentence) {
			t.Errorf("%s: exit status %d\n%s\n%s", test.want, code, stderr, table)
		}
	}

	_, _, stderr := previewed(t, planOf(t, nil, gone, changeOf("gone too", []string{"forget"}, fieldsOf("7", "#fff"), nil)), "-json", "-")
	if strings.Contains(stderr, "share an id") {
		t.Errorf("themes that are not applied share an id:\n%s", stderr)
	}
}

// TestReview_OrdersThemesOfAllPlansByProblems: what is cut in an output is cut at
// its end.
func TestReview_OrdersThemesOfAllPlansByProblems(t *testing.T) {
	plans := map[string]string{
		"a.json":     planOf(t, nil, good, gone),
		"b.json":     planOf(t, object{"complete": false}, hidden, good, bad),
		"empty.json": planOf(t, nil),
		"wrong.json": "{",
	}
	result := reviewed(t, plans, "a.json", "b.json", "empty.json")

	var themes []string
	for _, theme := range result.Themes {
		themes = append(themes, theme.Plan+" "+theme.Address)
	}

	if diff := cmp.Diff([]string{"b.json bad", "b.json hidden", "a.json good", "b.json good", "a.json gone"}, themes); diff != "" {
		t.Errorf("themes (-want +got):\n%s", diff)
	}

	notes := []string{
		"b.json: The plan is incomplete, for example because of -target: other themes may have changes that it does not show.",
		"Several themes share an id: 1 (a.json: good, b.json: good). Unless they belong to different services, the last one applied wins.",
	}
	if diff := cmp.Diff(notes, result.Notes); diff != "" || !result.IsIncomplete || result.WithProblems != 1 || result.Unjudged != 1 {
		t.Errorf("%d with problems, %d unjudged, incomplete %t, notes (-want +got):\n%s", result.WithProblems, result.Unjudged, result.IsIncomplete, diff)
	}

	if themes := reviewed(t, plans, "a.json").Themes; themes[0].Plan != "" {
		t.Errorf("the path of the only plan is %s", themes[0].Plan)
	}
	// Nothing is written if one cannot be read.
	var stdout, stderr strings.Builder

	code := run(t.Context(), []string{"-markdown", "-", "a.json", "wrong.json"}, nil, &stdout, &stderr)
	if code != exitFailure || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "chatview-preview: wrong.json is not JSON") {
		t.Errorf("exit status %d, %q, %q", code, stdout.String(), stderr.String())
	}
}
