package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// at returns a theme's fields at a base URL.
func at(id, color string, baseURL any) object {
	fields := fieldsOf(id, color)
	fields["base_url"] = baseURL

	return fields
}

// TestJoin_FindsTheThemeThatMoves between the resources of a plan. Each line of
// changes is an address with its id, color and base URL, last applied -> planned:
// - is one that is not known.
func TestJoin_FindsTheThemeThatMoves(t *testing.T) {
	fields := func(text string) object {
		parts := strings.Fields(text)
		if len(parts) == 0 {
			return nil
		}

		all := at(parts[0], parts[1], parts[2])
		maps.DeleteFunc(all, func(_ string, value any) bool { return value == "-" })

		return all
	}

	const (
		sentElsewhere = " is sent by another resource"
		shared        = " Another theme has the same id."
	)

	for name, test := range map[string]struct {
		changes string
		want    string // of each theme: its address, last color, action and note
	}{
		"a rename":                     {"a: 1 #111 x ->; b: -> 1 #222 x", "b: #111, changed, Moved from a."},
		"a count that shifts":          {"a: 1 #111 x -> 2 #222 x; b: 2 #222 x -> 3 #333 x; c: 3 #333 x ->", "a: #222, changed, Moved from b. Theme 1 stays as it is. Everything is sent again.; b: #333, changed, Moved from c. Theme 2 is sent by another resource. Everything is sent again."},
		"a swap":                       {"a: 1 #111 x -> 2 #111 x; b: 2 #222 x -> 1 #222 x", "a: #222, changed, Moved from b. Theme 1" + sentElsewhere + ".; b: #111, changed, Moved from a. Theme 2" + sentElsewhere + "."},
		"another base URL":             {"a: 1 #111 x -> 1 #111 y; b: -> 1 #222 x", "b: #111, changed, Moved from a.; a: , first apply, " + overwrites},
		"another id and base URL":      {"a: 1 #111 x -> 2 #222 y; b: 2 #222 y ->; c: 1 #333 y -> 1 #444 y", "a: #222, changed, Moved from b. Theme 1 at x stays as it is. Everything is sent again.; c: #333, changed, "},
		"two former owners":            {"a: 1 #111 x ->; b: 1 #222 x ->; c: -> 1 #333 x", "c: , first apply, " + overwrites + "; a: #111, removed from state, no longer managed; the theme" + sentElsewhere + "; b: #222, removed from state, no longer managed; the theme" + sentElsewhere},
		"two new owners":               {"a: 1 #111 x ->; b: -> 1 #222 x; c: -> 1 #333 x", "b: , first apply, " + overwrites + shared + "; c: , first apply, " + overwrites + shared + "; a: #111, removed from state, no longer managed; the theme" + sentElsewhere},
		"an owner, too":                {"a: 1 #111 x ->; b: 1 #222 x -> 1 #333 x", "b: #222, changed, ; a: #111, removed from state, no longer managed; the theme" + sentElsewhere},
		"to an unknown base URL":       {"a: 1 #111 x -> 1 #222 -", "a: #111, changed or sent to an unknown base URL, " + perhaps},
		"a base URL, new in the state": {"a: 1 #111 - -> 1 #222 x", "a: #111, changed, "},
		"an id and a base URL, new":    {"a: 1 #111 - -> 2 #222 x", "a: , replaced by another id, Theme 1 stays as it is. " + overwrites},
		"no base URL":                  {"a: 1 #111 - ->; b: -> 1 #222 x", "b: , first apply, " + overwrites + "; a: #111, removed from state, no longer managed; the theme stays as it is, unless an unknown id or base URL is this one"},
		"an unknown base URL":          {"a: 1 #111 x ->; b: -> 1 #222 -; c: 2 #111 x ->", "b: , first apply, " + overwrites + "; a: #111, removed from state, no longer managed; the theme stays as it is, unless an unknown id or base URL is this one; c: #111, removed from state, no longer managed; the theme stays as it is"},
		"an unknown id":                {"a: 1 #111 x ->; b: -> - #222 x; c: 1 #111 y ->", "b: , first apply, " + overwrites + "; a: #111, removed from state, no longer managed; the theme stays as it is, unless an unknown id or base URL is this one; c: #111, removed from state, no longer managed; the theme stays as it is"},
		"unknown base URLs":            {"a: 1 #111 - ->; b: -> 1 #222 -", "b: , first apply, " + overwrites + "; a: #111, removed from state, no longer managed; the theme stays as it is, unless an unknown id or base URL is this one"},
		"not the same":                 {"a: 1 #111 x ->; b: -> 2 #222 x; c: -> 1 #333 y", "b: , first apply, " + overwrites + "; c: , first apply, " + overwrites + "; a: #111, removed from state, no longer managed; the theme stays as it is"},
	} {
		var changes []any

		for line := range strings.SplitSeq(test.changes, "; ") {
			address, rest, _ := strings.Cut(line, ": ")
			last, next, _ := strings.Cut(rest, "->")

			before, after := fields(last), fields(next)
			actions := []string{"delete", "create"}

			switch {
			case before == nil:
				actions = []string{"create"}
			case after == nil:
				actions = []string{"delete"}
			case before["id"] == after["id"]:
				actions = []string{"update"}
			}

			unknown := object{"id": after["id"] == nil, "base_url": after["base_url"] == nil}
			changes = append(changes, marked(changeOf(address, actions, before, after), "after_unknown", unknown))
		}

		var got []string
		for _, theme := range reviewed(t, map[string]string{"plan.json": planOf(t, nil, changes...)}, "plan.json").Themes {
			got = append(got, fmt.Sprintf("%s: %s, %s, %s", theme.Address, theme.Before.Text("lm_primary_background_color"), theme.Action, theme.Outcome+theme.Note))
		}

		if diff := cmp.Diff(test.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestJoin_HidesWhatIsSensitive on either side, and joins no two plans.
func TestJoin_HidesWhatIsSensitive(t *testing.T) {
	gone := marked(changeOf("a", []string{"delete"}, at("secret", "#111", "x"), nil), "before_sensitive", object{"id": true, "name": true, "applied_colors": true})
	next := marked(changeOf("b", []string{"create"}, nil, at("secret", "#222", "x")), "after_sensitive", object{"id": true, "name": true})
	other := marked(changeOf("c", []string{"delete", "create"}, at("secret", "#333", "x"), at("2", "#333", "x")), "before_sensitive", object{"id": true})
	afterwards := marked(changeOf("d", []string{"delete", "create"}, at("secret", "#333", "x"), at("2", "#333", "x")), "after_sensitive", object{"id": true})
	moved, movedToo := maps.Clone(gone), maps.Clone(next)
	moved["previous_address"], movedToo["previous_address"] = "former", "elsewhere"
	plans := map[string]string{
		"moved.json": planOf(t, nil, moved, movedToo),
		"both.json":  planOf(t, nil, gone, next), "a.json": planOf(t, nil, gone), "b.json": planOf(t, nil, next), "c.json": planOf(t, nil, other), "d.json": planOf(t, nil, afterwards),
	}

	for names, want := range map[string]string{
		"both.json":     "b (sensitive) Moved from a.",
		"moved.json":    "b (sensitive) Moved from former.",
		"c.json":        "c 2 Theme (sensitive) stays as it is. " + overwrites,
		"d.json":        "d (sensitive) Theme (sensitive) stays as it is. " + overwrites,
		"a.json b.json": "b (sensitive) " + overwrites + " a (sensitive) no longer managed; the theme is sent by another resource",
	} {
		var got []string

		result := reviewed(t, plans, strings.Fields(names)...)
		for _, theme := range result.Themes {
			got = append(got, theme.Address, theme.ID, theme.Outcome+theme.Note)
		}

		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" || strings.Contains(fmt.Sprint(result), "secret") || strings.Contains(fmt.Sprint(result), "#111") {
			t.Errorf("%s: %v (-want +got):\n%s", names, result, diff)
		}
	}
}
