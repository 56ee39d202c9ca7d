package main

import (
	"cmp"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// plannedTheme is a theme of a plan, and what its notes depend on.
type plannedTheme struct {
	preview.Theme
	action   action
	identity identity // that is sent
	// left is another object that the resource stops managing, and leftName what
	// a note calls it.
	left     identity
	leftName string
}

// theme returns the theme that a change is about, without a verdict and a note. The
// order of its steps matters: differing compares values before hide hides them, and
// identify reads the base URL of Before, so Before is dropped last.
func (r resource) theme() *plannedTheme {
	c, last := r.Change, r
	if r.former != nil {
		last = *r.former
		r.PreviousAddress = cmp.Or(last.PreviousAddress, last.address())
	}

	action := r.action()
	t := &plannedTheme{action: action, identity: r.to(), Theme: preview.Theme{
		Address: r.address(), Previous: r.PreviousAddress, Action: action.name, IsApplied: action.isApplied, MayBeAnother: action.note == perhaps, Changed: []string{},
		Before: newFields(last.Change.Before, nil), After: newFields(c.After, c.AfterUnknown),
	}}

	isKnown := last.isKnown() && action != replaced && action != firstApply
	if isKnown && t.After != nil {
		t.Changed = differing(t.Before, t.After)
	}

	for _, name := range t.Changed {
		if _, isSent := t.After[name]; !isSent && name != writeOnly && name != triggers {
			t.After[name] = preview.Value{Hidden: preview.NoLongerSent}
		}
	}

	hide(t.Before, last.Change.BeforeSensitive, c.AfterSensitive)
	hide(t.After, c.AfterSensitive)
	t.identify()

	if t.left, t.leftName = r.left(action); !isKnown {
		t.Before = nil
	}

	return t
}

// identify sets the ids, the name and the base URLs, which are then no longer fields.
func (t *plannedTheme) identify() {
	t.ID, t.Name = t.Current().Text("id"), t.Current().Text("name")
	t.BaseURL = t.Current().Text(baseURL)
	lastID, lastURL := t.Before.Text("id"), t.Before.Text(baseURL)
	t.PreviousID = map[bool]string{true: lastID}[lastID != t.ID]
	t.PreviousBaseURL = map[bool]string{true: lastURL}[lastURL != t.BaseURL]

	delete(t.Before, baseURL)
	delete(t.After, baseURL)
}

// left returns another theme that the resource stops managing, and its name: the
// id, and the base URL unless the resource keeps that.
func (r resource) left(action action) (from identity, name string) {
	if from = r.from(); from.id == r.to().id || action == vagueID {
		return identity{}, ""
	}

	fields := newFields(r.Change.Before, nil)
	hide(fields, r.Change.BeforeSensitive, r.Change.AfterSensitive)

	name = "Theme " + fields.Text("id")
	if from.baseURL != "" && from.baseURL != r.to().baseURL {
		name += " at " + fields.Text(baseURL)
	}

	return from, name
}

// describe sets the note on what else the plan does, and the outcome.
func (t *plannedTheme) describe(all []*plannedTheme) {
	var sentences []string
	if t.Previous != "" {
		sentences = append(sentences, "Moved from "+t.Previous+".")
	}

	if t.left.id != "" {
		if fate := t.left.fate(all); t.action == removed {
			t.Outcome = "no longer managed; the theme " + fate // the same for all
		} else {
			sentences = append(sentences, t.leftName+" "+fate+".")
		}
	}

	if t.action.note != "" && (len(t.Changed) == 0 || t.MayBeAnother) {
		sentences = append(sentences, t.action.note)
	}

	if t.Overlaps {
		sentences = append(sentences, "Another theme has the same id.")
	}

	t.Note = strings.Join(sentences, " ")
}
