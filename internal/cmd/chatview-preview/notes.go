package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// notes returns hazards and notes on all plans. join lists what they name.
func (r review) notes(plans []*plan, themes []*plannedTheme, join func([]string) string) (hazards, notes []string) {
	var idle, incomplete []string

	for _, p := range plans {
		if p.isIdle {
			idle = append(idle, p.name)
		}

		if p.isIncomplete {
			incomplete = append(incomplete, p.name)
		}
	}

	of := func(files []string) string { return strings.TrimPrefix(join(files)+": ", ": ") }
	isWhole := len(idle)+len(incomplete) == 0
	shared := sharedIDs(themes, join)

	hazards, notes = []string{}, []string{}
	for _, note := range []struct {
		to       *[]string
		applies  bool
		sentence string
	}{
		{&hazards, len(shared) > 0, "Several themes share an id: " + join(shared) + ". At one base URL, the second is refused or overwrites the first."},
		{&hazards, len(incomplete) > 0, of(incomplete) + "The plan is incomplete, for example because of -target: other themes may have changes that it does not show."},
		{&notes, len(idle) > 0, of(idle) + "The plan changes no resource, as with -refresh-only: applying it sends no theme."},
		{&notes, isWhole && len(themes) == 0, "There is no chatview_appearance."},
		{&notes, isWhole && len(themes) > 0 && !slices.ContainsFunc(themes, func(t *plannedTheme) bool { return t.After != nil }), "All themes are removed from state: applying sends none."},
		{&notes, r.NotShown > 0, fmt.Sprintf("Not shown: %d without changes (-all shows them).", r.NotShown)},
	} {
		if note.applies {
			*note.to = append(*note.to, note.sentence)
		}
	}

	return hazards, notes
}

const few = 5 // names in a sentence about many

// firstOf joins the first of many texts, and joined joins all.
func firstOf(all []string) string {
	if len(all) > few {
		return fmt.Sprintf("%s and %d more", joined(all[:few]), len(all)-few)
	}

	return joined(all)
}

func joined(all []string) string { return strings.Join(all, ", ") }

// sharing calls yield with the themes that have one id at each address or, for an unknown
// address, with all that have the id.
func sharing(themes []*plannedTheme, yield func(address string, themes []*plannedTheme)) {
	isUnknown := func(t *plannedTheme) bool { return t.After == nil || t.After["id"].Hidden != "" }
	known := slices.DeleteFunc(slices.Clone(themes), isUnknown)

	for _, same := range preview.Partition(known, func(t *plannedTheme) string { return t.identity.id }) {
		for _, there := range preview.Partition(same, func(t *plannedTheme) string { return t.identity.baseURL }) {
			address := there[0].identity.baseURL
			if address == "" {
				there = same
			}

			if len(there) > 1 {
				yield(address, there)
			}
		}
	}
}

// markOverlaps marks themes that share an id at a known address to which a plan sends one.
func markOverlaps(themes []*plannedTheme) {
	sharing(themes, func(address string, themes []*plannedTheme) {
		if address != "" && slices.ContainsFunc(themes, func(t *plannedTheme) bool { return t.IsApplied }) {
			for _, t := range themes {
				t.Overlaps = true
			}
		}
	})
}

// sharedIDs returns the ids that several themes have, or may have, at one address.
func sharedIDs(themes []*plannedTheme, join func([]string) string) (shared []string) {
	sharing(themes, func(address string, themes []*plannedTheme) {
		var labels []string
		for _, t := range themes {
			labels = append(labels, t.Label())
		}

		shared = append(shared, fmt.Sprintf("%s at %s (%s)", themes[0].ID, cmp.Or(address, "an unknown base URL"), join(labels)))
	})

	slices.Sort(shared)

	return shared
}
