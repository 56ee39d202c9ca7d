package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// orderOf returns what the rows of an output are about, and how many are in a row.
// Each has an address such as "bad[7]".
func orderOf(addresses []string) string {
	var runs []string

	for len(addresses) > 0 {
		kind, _, _ := strings.Cut(addresses[0], "[")
		rest := slices.IndexFunc(addresses, func(address string) bool { return !strings.HasPrefix(address, kind+"[") })

		if rest < 0 {
			rest = len(addresses)
		}

		runs, addresses = append(runs, fmt.Sprintf("%d %s", rest, kind)), addresses[rest:]
	}

	return strings.Join(runs, ", ")
}

// manyThemes returns changes of themes, as many of each kind as numbers says. Each is
// a row. Their base URL is a, that of elsewhere is b, and that of unknown is not known.
func manyThemes(numbers map[string]int) (changes []any) {
	for _, kind := range []string{"brand", "text", "was_bad", "hidden", "removed", "moves", "elsewhere", "unknown", "null", "bad", "replaced", "moved"} {
		for i := range numbers[kind] {
			theme := func(name, color, baseURL string) object {
				return object{"id": kind + fmt.Sprint(i), "name": name, "base_url": baseURL, appliedColors: object{"lm_primary_background_color": color}}
			}
			before, after, actions := theme("N", "#ffffff", "a"), theme("N", fmt.Sprintf("#ff%04x", i), "a"), []string{"update"}
			change := changeOf(fmt.Sprintf("%s[%d]", kind, i), actions, before, after)

			switch kind {
			case "text":
				maps.Copy(after, theme(fmt.Sprint("M", i), "#ffffff", "a"))
			case "was_bad":
				maps.Copy(before, theme("N", fmt.Sprint("none", i), "a"))
				maps.Copy(after, theme("M", fmt.Sprint("none", i), "a"))
			case "bad":
				maps.Copy(after, theme("M", fmt.Sprint("wihte", i), "a"))
			case "hidden":
				marked(change, "after_sensitive", object{appliedColors: true})
				maps.Copy(after, theme(fmt.Sprint("M", i), "#fff", "a"))
			case "removed":
				change = changeOf(fmt.Sprintf("%s[%d]", kind, i), []string{"delete"}, theme("N", "#fff", fmt.Sprint("old", i)), nil)
			case "replaced":
				after["id"] = "new" + fmt.Sprint(i)
				change = changeOf(fmt.Sprintf("%s[%d]", kind, i), []string{"delete", "create"}, before, after)
			case "moved":
				before["base_url"], after["base_url"], after[appliedColors] = fmt.Sprint("old", i), fmt.Sprint("old", i), before[appliedColors]
				change["previous_address"], change["change"].(object)["actions"] = "former", []string{"no-op"}
			case "moves":
				after["base_url"] = "b"
			case "elsewhere":
				before["base_url"], after["base_url"] = "b", "b"
			case "unknown":
				before["base_url"] = []any{nil, "a", "a"}[i%3]

				delete(after, "base_url")
				marked(change, "after_unknown", object{"base_url": true})
			case "null":
				before["base_url"], after["base_url"] = nil, nil
			}

			changes = append(changes, change)
		}
	}

	return changes
}

// TestOrders_MatchGoldenFile: every output has the same order, and the terminal prints it in
// reverse. Run it with -update to rewrite the file, and review it.
func TestOrders_MatchGoldenFile(t *testing.T) {
	var texts strings.Builder

	row := regexp.MustCompile(`(?m)^(\w+\[\d+\]): id \S+( (?:at|from) .*?)?, `)

	for _, numbers := range []map[string]int{
		{"brand": 1},
		{"brand": 2, "text": 1, "bad": 1, "removed": 1},
		{"brand": 44, "text": 1, "bad": 3, "removed": 1, "replaced": 1},
		{"brand": 2, "text": 3, "bad": 40, "was_bad": 2, "hidden": 1, "removed": 1, "elsewhere": 1},
		{"brand": 480, "text": 10, "bad": 2, "was_bad": 3, "removed": 4, "moves": 1},
		{"brand": 1, "bad": 400, "was_bad": 90, "hidden": 5, "removed": 1, "replaced": 2, "elsewhere": 1},
		{"brand": 2, "elsewhere": 2},
		{"brand": 3, "elsewhere": 1, "moved": 4},
		{"brand": 3, "elsewhere": 2, "unknown": 1},
		{"brand": 4, "elsewhere": 1, "unknown": 1, "null": 1},
		{"brand": 1, "unknown": 3},
		{"brand": 2, "null": 3},
		{"brand": 3, "null": 1},
		{"brand": 4, "elsewhere": 1, "null": 4},
		{"text": 2, "removed": 1},
	} {
		plan := planOf(t, nil, manyThemes(numbers)...)
		_, table, summary := previewed(t, plan, "-markdown", "-")
		_, page, _ := previewed(t, plan, "-html", "-")

		var printed, inTable, onPage []string

		named := map[string]bool{}

		for _, found := range slices.Backward(row.FindAllStringSubmatch(summary, -1)) {
			printed = append(printed, found[1])
			named[strings.Split(found[1], "[")[0]+found[2]] = true
		}

		for _, row := range rowsOf(table) {
			inTable = append(inTable, strings.Split(strings.TrimPrefix(row, "<code>"), "</code>")[0])
		}

		for _, found := range regexp.MustCompile(`(?s)<details class="theme.*? id="(.*?)"`).FindAllStringSubmatch(page, -1) {
			onPage = append(onPage, found[1])
		}

		// The table may lack rows at its end.
		if diff := slices.Compare(printed, onPage); diff != 0 || !slices.Equal(inTable, printed[:len(inTable)]) {
			t.Errorf("%v: the rows are %s in the terminal, %s in the table, %s on the page", numbers, orderOf(printed), orderOf(inTable), orderOf(onPage))
		}

		if len(inTable) < len(printed) != strings.Contains(table, notice) {
			t.Errorf("%v: %d of %d rows are in the table", numbers, len(inTable), len(printed))
		}

		lines := strings.Split(strings.TrimSpace(summary), "\n")
		if lines[0] != lines[len(lines)-1] {
			t.Errorf("%v: it begins with %q and ends with %q", numbers, lines[0], lines[len(lines)-1])
		}

		services, isSaid := "", strings.HasPrefix(lines[len(lines)-2], "Themes go to several services: ")
		if isSaid {
			services = lines[len(lines)-2] + "\n"
		}

		for _, output := range []string{strings.NewReplacer("<!-- -->", "").Replace(table), page, summary} {
			if strings.Count(output, "Themes go to several services: ") != map[bool]int{true: 1}[isSaid] || !strings.Contains(output, strings.TrimSpace(services)) {
				t.Errorf("%v: an output says of services something else than %q", numbers, services)
			}
		}

		fmt.Fprintf(&texts, "== %v\n\n%s\n%s%s\nnamed: %s\n\n", numbers, lines[0], services, orderOf(printed), strings.Join(slices.Sorted(maps.Keys(named)), ", "))
	}

	golden.Compare(t, "order.txt", texts.String())
}

func TestWrapped_NamesEveryTheme(t *testing.T) {
	themes := []preview.Theme{{Address: "a", Note: "b\n"}, {Address: strings.Repeat("c", 90)}, {Address: "d"}, {Plan: "p", Address: "e"}}

	want := []string{`  a ("b\n"),`, "  " + strings.Repeat("c", 90) + ",", "  d, p: e"}
	if got := wrapped(preview.Group{Theme: themes[0], Themes: themes}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRows_OfSeveralRemovedThemesSpeakOfSeveral, unlike the JSON, which has each.
func TestRows_OfSeveralRemovedThemesSpeakOfSeveral(t *testing.T) {
	removed := func(address, id string) any { return changeOf(address, []string{"delete"}, at(id, "#fff", "x"), nil) }
	unknown := marked(changeOf("c", []string{"create"}, nil, object{"id": "3", "name": "N"}), "after_unknown", object{"base_url": true})

	for want, changes := range map[string][]any{
		"no longer managed; the theme stays as it is":                                                      {removed("a", "1")},
		"no longer managed; the themes stay as they are":                                                   {removed("a", "1"), removed("b", "2")},
		"no longer managed; the theme is sent by another resource":                                         {removed("a", "1"), removed("b", "2"), twin("c", "1", "x"), twin("d", "1", "x")},
		"no longer managed; the themes are sent by other resources":                                        {removed("a", "1"), removed("b", "2"), twin("c", "1", "x"), twin("d", "1", "x"), twin("e", "2", "x"), twin("f", "2", "x")},
		"no longer managed; the themes stay as they are, unless an unknown id or base URL is one of these": {removed("a", "3"), removed("b", "3"), unknown},
	} {
		plan := planOf(t, nil, changes...)
		_, table, summary := previewed(t, plan, "-markdown", "-")
		_, page, _ := previewed(t, plan, "-html", "-")
		_, result, _ := previewed(t, plan, "-json", "-")

		for output, shown := range map[string]string{table: want + " |", summary: ", " + want + ".\n", page: "<p>" + want + "</p>"} {
			if !strings.Contains(output, shown) {
				t.Errorf("no %q in\n%s", shown, output)
			}
		}

		if strings.Contains(result, "the themes") {
			t.Errorf("the JSON speaks of several: %s", result)
		}
	}
}
