package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestNotes_SayWhatPlanLacks(t *testing.T) {
	inState := func(address string) object {
		return object{"format_version": "1.0", "values": object{"root_module": object{"child_modules": []any{
			object{"resources": []any{object{"address": address, "mode": "managed"}}},
		}}}}
	}
	other := changeOf("other", []string{"update"}, fieldsOf("4", "x"), fieldsOf("4", "y"))
	other["type"] = "elsewhere"
	private := changeOf("private", []string{"create"}, nil, fieldsOf("5", "#fff"))
	private["provider_name"] = "app.terraform.io/acme/chatview"

	lost := changeOf("lost", []string{"no-op"}, fieldsOf("1", "#fff"), fieldsOf("1", "#fff"))
	for _, test := range []struct{ want, plan string }{
		{"There is no chatview_appearance.", planOf(t, nil, other)},
		{"1 theme: first apply; none checked.", planOf(t, nil, changeOf("bare", []string{"create"}, nil, object{"id": "1", "name": "N", "applied_colors": object{}}))},
		{"All themes are removed from state: applying sends none.\n1 theme: removed from state; none checked.", planOf(t, nil, gone)},
		{"The plan changes no resource, as with -refresh-only: applying it sends no theme.\nNo themes.\n", planOf(t, object{"prior_state": inState("x")})},
		{"Warning: The plan is incomplete, for example because of -target: other themes may have changes that it does not show.\nAssumed: ", planOf(t, object{"complete": false}, good)},
		{"Warning: The plan is incomplete", planOf(t, object{"prior_state": inState("left_out")}, good)},
		{"Warning: The plan is incomplete, for example because of -target: other themes may have changes that it does not show.\nNo themes.\n", planOf(t, object{"complete": false}, other)},
		{"Warning: The plan is incomplete, for example because of -target: other themes may have changes that it does not show.\n1 theme: removed from state; none checked.", planOf(t, object{"complete": false}, gone)},
		{"Not shown: 1 without changes", planOf(t, nil, changeOf("same", []string{"no-op"}, fieldsOf("1", "#fff"), fieldsOf("1", "#fff")))},
		{"1 theme: first apply; no problems found, by WCAG 2.2 AA.", planOf(t, nil, private)},
		{"Warning: Several themes share an id: 1 at an unknown base URL (good, lost). At one base URL, the second is refused or overwrites the first.", planOf(t, nil, good, lost)},
		{"Warning: Several themes share an id: 1 at an unknown base URL (a, b, c). At", planOf(t, nil, twin("a", "1", "x"), twin("b", "1", "y"), twin("c", "1", nil))},
	} {
		code, _, stderr := previewed(t, test.plan, "-json", "-", "-fail-under", "AA")
		_, table, _ := previewed(t, test.plan, "-markdown", "-")

		sentence, _, _ := strings.Cut(test.want, "\n")
		if plain := strings.NewReplacer(`\`, "", "<!-- -->", "", "**", "").Replace(table); code != exitOK || !strings.Contains("\n"+stderr, "\n"+test.want) || !strings.Contains(plain, sentence) ||
			strings.Contains(stderr, "Warning: ") != strings.HasPrefix(test.want, "Warning: ") {
			t.Errorf("%s: exit status %d\n%s\n%s", test.want, code, stderr, table)
		}
	}

	_, _, stderr := previewed(t, planOf(t, nil, gone, changeOf("gone too", []string{"forget"}, fieldsOf("7", "#fff"), nil), same), "-json", "-")
	if strings.Contains(stderr, "share an id") || strings.Contains(stderr, "All themes") {
		t.Errorf("themes that are removed share an id, or an unchanged one is removed:\n%s", stderr)
	}
}

// TestJSON_IsInTheGuide with every field, but for those of palette_problems.
func TestJSON_IsInTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../templates/guides/review-themes.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}

	_, section, _ := strings.Cut(string(guide), "\n## JSON\n")

	described := map[string]bool{}

	for _, cell := range regexp.MustCompile(`(?m)^\| (`+"`"+`.*?) \|`).FindAllStringSubmatch(section, -1) {
		for name := range strings.SplitSeq(cell[1], ", ") {
			described[strings.Trim(name, "`")] = true
		}
	}

	if diff := cmp.Diff(fieldsOfJSON(reflect.TypeFor[review]()), described); diff != "" {
		t.Errorf("fields of the guide (-want +got):\n%s", diff)
	}
}

// fieldsOfJSON returns the names that encoding/json gives the fields of a type and
// its parts.
func fieldsOfJSON(of reflect.Type) map[string]bool {
	names := map[string]bool{}

	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		maps.Copy(names, fieldsOfJSON(of.Elem()))
	case reflect.Struct:
		for field := range of.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}

			names[name] = true

			maps.Copy(names, fieldsOfJSON(field.Type))
		}
	}

	return names
}

// TestNotes_OfManyPlansLeaveRoom for the themes.
func TestNotes_OfManyPlansLeaveRoom(t *testing.T) {
	t.Chdir(t.TempDir())

	args := []string{"-markdown", "-"}

	for i := range 500 {
		name := fmt.Sprintf("%03d%s.json", i, strings.Repeat("x", 100))
		writeTestFile(t, name, planOf(t, object{"complete": false}, twin("x", "1", "y"), twin("\U0010ffff"+strings.Repeat("z", 3000), "2", nil)))
		args = append(args, name)
	}

	var table, stderr bytes.Buffer
	if code := run(args, nil, &table, &stderr); code != exitOK {
		t.Fatal(stderr.String())
	}

	for _, want := range []string{"and 495 more: The plan is incomplete", "A note is too long: see the page.", "\n| 500 themes:<br><code>000"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table does not have %q", want)
		}
	}

	if utf8.RuneCount(table.Bytes()) >= 65_536 {
		t.Errorf("the table has %d characters", utf8.RuneCount(table.Bytes()))
	}
}

func TestSharedIDs_AreNamedByAddress(t *testing.T) {
	same := changeOf("same", []string{"no-op"}, twin("", "1", "x")["change"].(object)["after"], twin("", "1", "x")["change"].(object)["after"])
	result := reviewed(t, map[string]string{"plan.json": planOf(t, nil, same, twin("a", "1", "x"), twin("b", "1", "y"))}, "plan.json")

	want := []string{"Several themes share an id: 1 at x (a, same). At one base URL, the second is refused or overwrites the first."}
	if diff := cmp.Diff(want, result.Hazards); diff != "" || result.Overlapping != 2 {
		t.Errorf("%d overlap, hazards (-want +got):\n%s", result.Overlapping, diff)
	}

	if got := []string{result.Themes[0].Address, result.Themes[1].Address, result.Themes[2].Address}; !slices.Equal(got, []string{"a", "same", "b"}) {
		t.Errorf("the order is %q, want those that overlap first", got)
	}

	unknown := marked(changeOf("unknown", []string{"create"}, nil, object{"name": "N"}), "after_unknown", object{"id": true})
	if result := reviewed(t, map[string]string{"plan.json": planOf(t, nil, unknown, unknown)}, "plan.json"); result.Overlapping != 0 || len(result.Hazards) != 0 {
		t.Errorf("themes whose ids are not known: %d overlap, hazards %q", result.Overlapping, result.Hazards)
	}

	if result := reviewed(t, map[string]string{"plan.json": planOf(t, nil, same, same)}, "plan.json"); result.Overlapping != 0 || len(result.Hazards) != 1 {
		t.Errorf("themes that are not applied: %d overlap, hazards %q", result.Overlapping, result.Hazards)
	}
}

func TestReview_SaysWhenPlansWereMadeAndForWhichService(t *testing.T) {
	t.Chdir(t.TempDir())

	at := func(timestamp any) string { return planOf(t, object{"timestamp": timestamp}, good) }
	sent := func(timestamp string, urls ...any) string {
		var changes []any
		for i, url := range urls {
			changes = append(changes, twin(fmt.Sprint("x", i), fmt.Sprint(i), url))
		}

		return planOf(t, object{"timestamp": timestamp}, append(changes, gone)...)
	}
	plans := map[string]string{
		"a.json": at("2026-11-23T09:12:44Z"), "b.json": at("2026-11-23T07:10:00+01:00"), "c.json": at("2026-11-25T00:00:00Z"),
		"none.json": planOf(t, nil, good), "other.json": at("yesterday"), "two.json": sent("2026-11-25T00:00:00Z", "https://a_b", "x"), "null.json": sent("2026-11-25T00:00:00Z", "https://a_b", nil),
		"one.json": sent("2026-11-25T00:00:00Z", "https://a_b", "https://a_b"), "when.json": sent("", "https://a_b"), "hidden.json": planOf(t, nil, marked(twin("x", "1", "y"), "after_sensitive", object{baseURL: true})),
		"unknown.json": planOf(t, nil, marked(twin("x", "1", nil), "after_unknown", object{baseURL: true})),
	}

	for name, plan := range plans {
		writeTestFile(t, name, plan)
	}

	for names, want := range map[string]string{
		"a.json":               "Planned 2026-11-23 09:12 UTC.",
		"a.json b.json c.json": "Planned 2026-11-23 06:10 UTC to 2026-11-25 00:00 UTC.",
		"a.json none.json":     "", "other.json": "", "hidden.json": "", "unknown.json": "",
		"one.json":           "Planned 2026-11-25 00:00 UTC for https://a_b.",
		"one.json none.json": "", "when.json": "Planned for https://a_b.", "two.json": "Planned 2026-11-25 00:00 UTC.", "null.json": "Planned 2026-11-25 00:00 UTC.",
	} {
		for _, flag := range []string{"-markdown", "-html", "-json"} {
			var output, stderr bytes.Buffer
			if code := run(append([]string{flag, "-"}, strings.Fields(names)...), nil, &output, &stderr); code != exitOK ||
				!strings.Contains(strings.NewReplacer("<!-- -->", "", `\_`, "_").Replace(output.String()+stderr.String()), want) ||
				want == "" && regexp.MustCompile("Planned (2|for)").MatchString(output.String()+stderr.String()) {
				t.Errorf("%s %s: exit status %d, %s", flag, names, code, stderr.String())
			}
		}
	}

	if _, result, _ := previewed(t, plans["b.json"], "-json", "-"); !strings.Contains(result, `"earliest_timestamp":"2026-11-23T07:10:00+01:00","latest_timestamp":`) {
		t.Errorf("result %s", result)
	}
}

// TestReview_OrdersThemesOfAllPlansByProblems: what is cut in an output is cut at
// its end.
func TestReview_OrdersThemesOfAllPlansByProblems(t *testing.T) {
	plans := map[string]string{
		"a.json":     planOf(t, nil, good, gone),
		"b.json":     planOf(t, object{"complete": false}, hidden, good, bad),
		"empty.json": planOf(t, nil),
		"many.json":  planOf(t, nil, twin("s[2]", "1", "x"), twin("s[10]", "2", "x"), bad),
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

	// Among equals, the order is that of the arguments, and of the plan: both CLIs count to 10.
	themes = nil
	for _, theme := range reviewed(t, plans, "many.json", "b.json", "a.json").Themes {
		themes = append(themes, theme.Plan+" "+theme.Address)
	}

	if diff := cmp.Diff([]string{"many.json bad", "b.json bad", "b.json hidden", "b.json good", "a.json good", "many.json s[2]", "many.json s[10]", "a.json gone"}, themes); diff != "" {
		t.Errorf("themes (-want +got):\n%s", diff)
	}

	hazards := []string{
		"Several themes share an id: 1 at an unknown base URL (a.json: good, b.json: good). At one base URL, the second is refused or overwrites the first.",
		"b.json: The plan is incomplete, for example because of -target: other themes may have changes that it does not show.",
	}
	if diff := cmp.Diff(hazards, result.Hazards); diff != "" || !result.IsIncomplete || result.WithProblems != 1 || result.Unjudged != 1 {
		t.Errorf("%d with problems, %d unjudged, incomplete %t, hazards (-want +got):\n%s", result.WithProblems, result.Unjudged, result.IsIncomplete, diff)
	}

	if themes := reviewed(t, plans, "a.json").Themes; themes[0].Plan != "" {
		t.Errorf("the path of the only plan is %s", themes[0].Plan)
	}
	// Nothing is written if one cannot be read.
	var stdout, stderr strings.Builder

	code := run([]string{"-markdown", "-", "a.json", "wrong.json"}, nil, &stdout, &stderr)
	if code != exitFailure || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "chatview-preview: wrong.json is not JSON") {
		t.Errorf("exit status %d, %q, %q", code, stdout.String(), stderr.String())
	}
}
