package provider

import "github.com/hashicorp/terraform-plugin-framework/types"

// belief is how far the state of a resource is believed, which cannot be read again. It
// is the first of these that holds:
//
//	foreign      state has no record of an apply or import of its id, or is another service's
//	unconfirmed  an import is noted, or updates with an unknown outcome
//	unlocated    state has no base_url, or that of the provider is not known yet
//	confirmed    otherwise
//
// What follows from it:
//
//	             an update    sends       computed values,     an update is refused that leaves
//	             is planned   everything  without a response   out what ignore_changes keeps
//	foreign      yes          yes         become null          always
//	unconfirmed  yes          yes         stay, but for a      if a noted update sent it
//	                                      name that was sent
//	unlocated    no           yes         become null          no
//	confirmed    no           no          stay                 no
//
// A PUT is always complete, and has what ignore_changes keeps: only a PATCH is refused.
type belief int

const (
	foreign belief = iota
	unconfirmed
	unlocated
	confirmed
)

// believe returns how far a state is believed, by its private state after ifOf and its
// base_url. That of a create has neither.
func (b *resourceBase) believe(private privateState, last types.String) belief {
	switch {
	case private.Instance == "", b.otherBaseURL(last):
		return foreign
	case private.Resync != "":
		return unconfirmed
	case !b.plannedBaseURL(last).Equal(last):
		return unlocated
	}

	return confirmed
}

// plansUpdate reports whether an update is planned even if the configuration equals the
// state.
func (b belief) plansUpdate() bool { return b == foreign || b == unconfirmed }

// keepsComputed reports whether the computed values in state are those of the object at
// an address. An unconfirmed state may be unlocated, too.
func (b belief) keepsComputed(address, last types.String) bool {
	return b != foreign && address.Equal(last)
}

// otherBaseURL reports whether the resource was last applied to another service.
func (b *resourceBase) otherBaseURL(last types.String) bool {
	return known(b.data.baseURL) && !last.IsNull() && !last.Equal(b.data.baseURL)
}

// plannedBaseURL returns the base_url of a create or an update: the provider's
// address or, while none is set, the one in state. Unknown would show a change in
// every update that is planned without an address.
func (b *resourceBase) plannedBaseURL(last types.String) types.String {
	switch {
	case !b.data.baseURL.IsNull():
		return b.data.baseURL
	case last.IsNull():
		return types.StringUnknown()
	}

	return last
}
