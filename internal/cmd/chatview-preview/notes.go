package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// note adds the notes and hazards. Equal ones of several plans are one.
func (r *review) note(plans []*plan, themes []theme) {
	var idle, incomplete []string

	for _, p := range plans {
		if p.isIdle {
			idle = append(idle, p.name)
		}

		if p.isIncomplete {
			incomplete = append(incomplete, p.name)
		}
	}

	of := func(files []string) string { return strings.TrimPrefix(list(files)+": ", ": ") }
	isKept := func(t theme) bool { return t.action != removed }
	isWhole := len(idle)+len(incomplete) == 0
	shared, number := sharedIDs(themes)

	r.Hazards, r.Notes, r.IsIncomplete, r.Overlapping = []string{}, []string{}, len(incomplete) > 0, number
	for _, note := range []struct {
		to       *[]string
		applies  bool
		sentence string
	}{
		{&r.Hazards, len(shared) > 0, "Several themes share an id: " + list(shared) + ". At one base URL, the second is refused or overwrites the first."},
		{&r.Hazards, len(incomplete) > 0, of(incomplete) + "The plan is incomplete, for example because of -target: other themes may have changes that it does not show."},
		{&r.Notes, len(idle) > 0, of(idle) + "The plan changes no resource, as with -refresh-only: applying it sends no theme."},
		{&r.Notes, isWhole && len(themes) == 0, "There is no chatview_appearance."},
		{&r.Notes, isWhole && len(themes) > 0 && !slices.ContainsFunc(themes, isKept), "All themes are removed from state: applying sends none."},
		{&r.Notes, r.NotShown > 0, fmt.Sprintf("Not shown: %d without changes (-all shows them).", r.NotShown)},
	} {
		if note.applies {
			*note.to = append(*note.to, note.sentence)
		}
	}
}

// few is how many of many names a sentence has.
const few = 5

// list joins the first of many texts.
func list(all []string) string {
	if len(all) > few {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:few], ", "), len(all)-few)
	}

	return strings.Join(all, ", ")
}

// sharedIDs returns the ids that several themes have at one address, or may have
// because an address is not known. number is that of the themes at a known one
// to which a plan sends any of them.
func sharedIDs(themes []theme) (shared []string, number int) {
	// Those without an address have all themes with the id.
	labels, isSent, isVague := map[identity][]string{}, map[identity]bool{}, map[string]bool{}

	for _, t := range themes {
		if t.After == nil || t.After["id"].Hidden != "" {
			continue
		}

		isVague[t.ID] = isVague[t.ID] || t.identity.baseURL == ""
		for _, address := range slices.Compact([]string{t.identity.baseURL, ""}) {
			of := identity{t.ID, address}
			labels[of], isSent[of] = append(labels[of], t.Label()), isSent[of] || t.IsApplied && address != ""
		}
	}

	inOrder := func(a, b identity) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.baseURL, b.baseURL)) }

	for _, of := range slices.SortedFunc(maps.Keys(labels), inOrder) {
		if len(labels[of]) > 1 && (of.baseURL != "" || isVague[of.id]) {
			shared = append(shared, fmt.Sprintf("%s at %s (%s)", of.id, cmp.Or(of.baseURL, "an unknown base URL"), list(labels[of])))
			if isSent[of] {
				number += len(labels[of])
			}
		}
	}

	return shared, number
}
