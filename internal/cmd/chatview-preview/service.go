package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// services are the base URLs of themes, as texts. One that is not known is a text of
// its own, and null is none.
type services struct {
	// applied counts the themes that plans apply.
	applied map[string]int
	// most is that of more than half of them, if there are several, and only that of all.
	most, only string
	// areSeveral reports whether all themes have several.
	areSeveral bool
}

var unknownURL = preview.Value{Hidden: preview.AfterApply}.String()

func servicesOf(themes []*plannedTheme) services {
	s, number := services{applied: map[string]int{}}, 0

	for _, t := range themes {
		s.areSeveral = s.areSeveral || t.BaseURL != themes[0].BaseURL

		if t.IsApplied {
			number++
			s.applied[t.BaseURL]++
		}
	}

	delete(s.applied, "")

	for url, count := range s.applied {
		if isShown := !strings.HasPrefix(url, "("); isShown && count == number {
			s.only = url
		} else if isShown && len(s.applied) > 1 && 2*count > number {
			s.most = url
		}
	}

	return s
}

// String says how many themes go where, empty if all go to one service.
func (s services) String() string {
	if len(s.applied) < 2 {
		return ""
	}

	var parts []string

	for _, url := range slices.SortedFunc(maps.Keys(s.applied), func(a, b string) int {
		return cmp.Or(s.applied[b]-s.applied[a], strings.Compare(a, b))
	}) {
		parts = append(parts, fmt.Sprintf("%d to %s", s.applied[url], addressOf(url)))
	}

	return "Themes go to several services: " + firstOf(parts) + "."
}

// addressOf returns a base URL in a sentence.
func addressOf(url string) string {
	if url == unknownURL {
		return "an address known after apply"
	}

	return url
}

// place says which base URL a theme has if that changes, or if themes have several
// and it is not that of most. isElsewhere reports whether a plan sends the theme to
// another service than most.
func (s services) place(t *plannedTheme) (place string, isElsewhere bool) {
	isOther := t.BaseURL != "" && t.BaseURL != s.most

	if t.PreviousBaseURL != "" {
		place = "from " + t.PreviousBaseURL + " to " + addressOf(t.BaseURL)
	} else if s.areSeveral && isOther {
		place = "at " + addressOf(t.BaseURL)
	}

	return place, isOther && s.most != "" && t.IsApplied
}
