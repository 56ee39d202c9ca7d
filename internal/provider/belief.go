package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// belief is how far the state of a resource is believed, which cannot be read again. It
// is the first of these that holds:
//
//	foreign      state has no record of an apply or import of its id, or is another service's
//	disputed     only updates are noted whose refusal is not believed, and it is located
//	unconfirmed  an import is noted, or updates that may have been made
//	unlocated    state has no base_url, or the provider's is unknown
//	confirmed    otherwise
//
// What follows from it:
//
//	             an update    sends       computed values,     the object may lack what
//	             is planned   everything  without a response   state has
//	foreign      yes          yes         become null          anything
//	disputed     yes          no          stay                 what a noted update sent
//	unconfirmed  yes          yes         stay at one address  what a noted update sent
//	unlocated    no           yes         become null          nothing
//	confirmed    no           no          stay                 nothing
//
// A state without base_url is one of a version that kept the address in private state, and
// only confirmed values are in it. Neither an upgrade of the provider nor an address that is
// known later is a reason to plan an update of every object.
//
// Also, a source sends everything with update_mode, triggers or another id (isResent).
//
// A PATCH after a refusal sends what changed and what the noted updates sent: a corrected
// typo must not overwrite a password that was changed elsewhere. A lost update says nothing
// of the object, so everything is sent after it.
//
// A PUT sends everything that state has, even what ignore_changes keeps. A PATCH leaves
// that out, so it is refused if the object may lack it. Whatever is believed, an update is
// refused that would leave both forms of a credential in state, or drop a configured value
// from a PUT.
type belief int

const (
	foreign belief = iota
	disputed
	unconfirmed
	unlocated
	confirmed
)

// believe returns how far a state is believed, by its private state after forObject and its
// base_url. A create is foreign.
func (b *resourceBase) believe(private privateState, lastBaseURL types.String) belief {
	isLocated := b.plannedBaseURL(lastBaseURL).Equal(lastBaseURL)

	switch {
	case private.Instance == "", b.otherBaseURL(lastBaseURL):
		return foreign
	case private.Resync == afterRefusal && isLocated:
		return disputed
	case private.Resync != "":
		return unconfirmed
	case !isLocated:
		return unlocated
	}

	return confirmed
}

// plansUpdate reports whether an update is planned even if the configuration equals the
// state.
func (b belief) plansUpdate() bool { return b == foreign || b == disputed || b == unconfirmed }

// sendsEverything reports whether an update sends everything whatever changed.
func (b belief) sendsEverything() bool { return b != disputed && b != confirmed }

// keepsComputed reports whether the computed values in state are those of the object at
// a base URL. An unconfirmed state may be unlocated, too.
func (b belief) keepsComputed(baseURL, lastBaseURL types.String) bool {
	return b != foreign && baseURL.Equal(lastBaseURL)
}

// mayLack reports whether the object may lack the value that state has of a field.
// Noted updates may have sent another one.
func (b belief) mayLack(field string, noted []string) bool {
	return b == foreign || (b == disputed || b == unconfirmed) && slices.Contains(noted, field)
}

// otherBaseURL reports whether the resource was last applied to another service.
func (b *resourceBase) otherBaseURL(lastBaseURL types.String) bool {
	return known(b.data.baseURL) && !lastBaseURL.IsNull() && !lastBaseURL.Equal(b.data.baseURL)
}

// plannedBaseURL returns the base_url of a create or an update: the provider's
// address or, while none is set, the one in state. Unknown would show a change in
// every update that is planned without an address.
func (b *resourceBase) plannedBaseURL(lastBaseURL types.String) types.String {
	switch {
	case !b.data.baseURL.IsNull():
		return b.data.baseURL
	case lastBaseURL.IsNull():
		return types.StringUnknown()
	}

	return lastBaseURL
}
