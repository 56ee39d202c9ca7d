package main

import (
	"cmp"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// theme is a theme of a plan, and what its notes depend on.
type theme struct {
	preview.Theme
	action   action
	identity identity // that is sent
	// left is another object that the resource stops managing, and leftName what
	// a note calls it.
	left     identity
	leftName string
}

// theme returns the theme that a change is about, without a verdict and a note.
//
// The order of its steps matters: differing compares values before hide hides them, and
// identify reads the base URL of Before, so Before is dropped last.
func (r resource) theme() theme {
	c, last := r.Change, r
	if r.former != nil {
		last = *r.former
		r.PreviousAddress = cmp.Or(last.PreviousAddress, last.address())
	}

	action := r.action()
	t := theme{action: action, identity: r.to(), Theme: preview.Theme{
		Address: r.address(), Previous: r.PreviousAddress, Action: action.name, IsApplied: action.isApplied, Changed: []string{},
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

// identify sets the id, the name and the base URL, which is then no longer a field.
func (t *theme) identify() {
	t.ID, t.Name = t.Current().Text("id"), t.Current().Text("name")
	t.BaseURL, t.PreviousBaseURL = t.Current().Text(baseURL), t.Before.Text(baseURL)
	delete(t.Before, baseURL)
	delete(t.After, baseURL)

	if t.PreviousBaseURL == t.BaseURL {
		t.PreviousBaseURL = ""
	}
}

// left returns another theme that the resource stops managing, and its name: the
// id, and the base URL unless the resource keeps that.
func (r resource) left(action action) (from identity, name string) {
	switch from = r.from(); {
	case from.id == r.to().id, action == vagueID:
		return identity{}, ""
	case action == removed:
		return from, "The theme" // the same for all
	}

	fields := newFields(r.Change.Before, nil)
	hide(fields, r.Change.BeforeSensitive, r.Change.AfterSensitive)

	name = "Theme " + fields.Text("id")
	if from.baseURL != "" && from.baseURL != r.to().baseURL {
		name += " at " + fields.Text(baseURL)
	}

	return from, name
}

// note says what else the plan does.
func (t theme) note(all []theme) string {
	var sentences []string
	if t.Previous != "" {
		sentences = append(sentences, "Moved from "+t.Previous+".")
	}

	if t.left.id != "" {
		rest := " stays as it is."
		if isSent, isPossible := t.left.isSent(all); isSent {
			rest = " is sent by another resource."
		} else if isPossible {
			rest = " stays as it is, unless an unknown id or base URL is this one."
		}

		sentences = append(sentences, t.leftName+rest)
	}

	if t.action.note != "" && (len(t.Changed) == 0 || t.action.isVague) {
		sentences = append(sentences, t.action.note)
	}

	return strings.Join(sentences, " ")
}
