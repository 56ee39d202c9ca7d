package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
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
	isUnknown := func(t theme) bool { return t.After == nil || t.After["id"].Hidden != "" }
	known := slices.DeleteFunc(slices.Clone(themes), isUnknown)

	for _, same := range preview.Partition(known, func(t theme) string { return t.ID }) {
		for _, sharing := range preview.Partition(same, func(t theme) string { return t.identity.baseURL }) {
			address := sharing[0].identity.baseURL
			if address == "" {
				sharing = same
			} else if len(sharing) > 1 && slices.ContainsFunc(sharing, func(t theme) bool { return t.IsApplied }) {
				number += len(sharing)
			}

			var labels []string
			for _, t := range sharing {
				labels = append(labels, t.Label())
			}

			if len(labels) > 1 {
				shared = append(shared, fmt.Sprintf("%s at %s (%s)", same[0].ID, cmp.Or(address, "an unknown base URL"), list(labels)))
			}
		}
	}

	slices.Sort(shared)

	return shared, number
}
