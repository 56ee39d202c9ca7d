package provider

import (
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
)

// field is a request field in an apply, and what becomes of it.
type field struct {
	name string
	// attribute is the one that sets the field: a credential has two.
	attribute string
	// value is what the configuration sets.
	value attr.Value
	fate  fate
	// inState is the attribute of an ignored field that state has.
	inState string
	// isSent reports whether the request has the configured value.
	isSent bool
}

// fate is what becomes of a field in an apply.
type fate int

const (
	// unchanged fields equal the state, or are not set.
	unchanged fate = iota
	changed
	// ignored fields keep their value in state because of ignore_changes. A PUT sends that
	// value, and a PATCH nothing.
	ignored
	// ignoredUnset fields are configured, but neither planned nor in state.
	ignoredUnset
)

// attributesOf returns the attributes of a model that have one of the names, or
// all, in the order of the model's fields. Nothing is decided of them yet.
func attributesOf(model any, names ...string) []field {
	var attributes []field

	for f, value := range reflect.ValueOf(model).Elem().Fields() {
		if name := f.Tag.Get("tfsdk"); len(names) == 0 || slices.Contains(names, name) {
			attributes = append(attributes, field{name: name, attribute: name, value: attributeOf(value)})
		}
	}

	return attributes
}

// namesOf returns the names of the attributes for whose value a condition holds.
func namesOf(attributes []field, condition func(attr.Value) bool) []string {
	var names []string

	for _, f := range attributes {
		if condition(f.value) {
			names = append(names, f.name)
		}
	}

	return names
}

// newly returns the names of the attributes for which a condition holds after, and
// did not before.
func newly(condition func(attr.Value) bool, before, after []field) []string {
	held := namesOf(before, condition)

	return slices.DeleteFunc(namesOf(after, condition), func(name string) bool { return slices.Contains(held, name) })
}

// decideFates decides what becomes of attributes, which are the same in the configuration,
// plan and state. It returns those of the configuration.
func decideFates(config, plan, state []field) []field {
	for i := range config {
		f := &config[i]

		switch planned := plan[i].value; {
		case planned.Equal(f.value) && !planned.Equal(state[i].value):
			f.fate = changed
		case planned.Equal(f.value):
		case known(planned):
			f.fate, f.inState = ignored, f.name
		case known(f.value):
			f.fate = ignoredUnset
		}
	}

	return config
}

// decideSent decides which of the fields a request has: those that changed, and of the
// unchanged ones those for which a condition holds.
func decideSent(fields []field, sendsUnchanged func(name string) bool) []field {
	for i, f := range fields {
		fields[i].isSent = known(f.value) && (f.fate == changed || f.fate == unchanged && sendsUnchanged(f.name))
	}

	return fields
}

// isIgnored reports whether ignore_changes covers what is configured.
func (f field) isIgnored() bool { return f.fate == ignored || f.fate == ignoredUnset }

// isUnsent reports whether a partial update left out a field that is set.
func (f field) isUnsent() bool { return known(f.value) && f.fate == unchanged && !f.isSent }

// sentNames returns the names of the fields that a request has.
func sentNames(fields []field) (names []string) {
	for _, f := range fields {
		if f.isSent {
			names = append(names, f.name)
		}
	}

	return names
}

// sentValue returns the value of a field that a request has, or null. It is of the type of
// the attribute.
func sentValue[T attr.Value](fields []field, name string) (value T) {
	if f := fieldNamed(fields, name); f.isSent {
		value, _ = f.value.(T)
	}

	return value
}

// fieldNamed returns a field by name, or the zero value if there is none.
func fieldNamed(fields []field, name string) field {
	if i := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); i >= 0 {
		return fields[i]
	}

	return field{}
}
