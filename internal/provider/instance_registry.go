package provider

import (
	"maps"
	"strconv"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Two resource instances with one id overwrite each other. instanceRegistry
// remembers which instance planned and created which object, so the second one
// is refused.
//
// An instance in state is recognized by the token in its private state. A create
// has no token: core plans it without private state, even for a replacement at
// apply.
//
// A configured provider may serve several plan and apply walks: since Terraform
// 1.13 "terraform test" configures it once for all runs of a file. Plans of
// earlier walks do not count. A new walk has begun if something was applied since
// the last plan, or if an existing instance is planned again.
type instanceRegistry struct {
	mutex   sync.Mutex
	walk    int
	applied bool // since the last plan
	// planned is the last plan of each object.
	planned map[string]plannedObject
	// created holds the creates that were sent or are being sent, by object.
	created map[string]plannedObject
	// existing is the last plan of each instance that was in state, by token.
	existing map[string]plannedObject
}

// plannedObject is one instance's last plan for an object.
type plannedObject struct {
	// object is an objectKey, empty after the instance was destroyed.
	object string
	// token is empty in the plan of a create.
	token string
	// isReplacement marks the create half of a replacement, which core plans
	// right after the update half.
	isReplacement bool
	// label describes the instance in a diagnostic.
	label string
	// values is the planned state, writeOnly the values that it does not have.
	values    tftypes.Value
	writeOnly []namedValue

	walk int
}

func newInstanceRegistry() *instanceRegistry {
	return &instanceRegistry{planned: map[string]plannedObject{}, created: map[string]plannedObject{}, existing: map[string]plannedObject{}}
}

// overlap is the relation of two plans for one object.
type overlap int

const (
	noOverlap overlap = iota
	// possibleOverlap: two plans that may be of two resources, or of one that
	// "terraform test" plans in two runs.
	possibleOverlap
	// certainOverlap: two instances, at least one of which exists in state.
	certainOverlap
)

// plan records a plan, unless it certainly overlaps with the plan of another
// instance. It returns that other plan.
func (r *instanceRegistry) plan(p plannedObject) (plannedObject, overlap) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	p.walk = r.walkOf(p)

	other, found := r.planned[p.object]
	result := noOverlap

	if found && other.walk == p.walk {
		result = other.overlap(p)
	}

	// The other plan may be an earlier walk's, so create decides.
	if result == certainOverlap && p.token == "" && p.walk > 0 {
		result = possibleOverlap
	}

	if result == certainOverlap {
		return other, result
	}

	r.walk, r.applied = p.walk, false
	r.planned[p.object] = p

	if p.token != "" {
		r.existing[p.token] = p
		r.removeCreate(p.token)
	}

	return other, result
}

// walkOf returns the walk to which a plan belongs.
func (r *instanceRegistry) walkOf(p plannedObject) int {
	last, ok := r.existing[p.token]
	if r.applied || ok && last.walk == r.walk && !p.isReplacement {
		return r.walk + 1
	}

	return r.walk
}

func (p plannedObject) overlap(other plannedObject) overlap {
	valuesDiffer := differ(p.values, other.values)

	switch {
	case p.token != "" && other.token != "":
		if p.token != other.token {
			return certainOverlap
		}
	case p.token == "" && other.token == "":
		if valuesDiffer || writeOnlyDiffer(p.writeOnly, other.writeOnly) {
			return possibleOverlap
		}
	case valuesDiffer, !p.isReplacement && !other.isReplacement:
		return certainOverlap
	}

	return noOverlap
}

// removeCreate removes the create of an instance that has been planned or
// destroyed since, so its object can be created again.
func (r *instanceRegistry) removeCreate(token string) {
	maps.DeleteFunc(r.created, func(_ string, p plannedObject) bool { return p.token == token })
}

// release removes the plan and the create of an instance that is destroyed.
func (r *instanceRegistry) release(object, token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if token == "" {
		return
	}

	r.removeCreate(token)

	if r.planned[object].token == token {
		delete(r.planned, object)
	}

	r.walk, r.applied = r.walkOf(plannedObject{token: token}), false
	r.existing[token] = plannedObject{token: token, walk: r.walk}
}

// create reserves an object for a create that is about to be sent. It fails if
// another create has written to the object or is writing to it, or if an
// instance in state has it. The create of a replacement has the planned values of
// its instance.
func (r *instanceRegistry) create(p plannedObject) (other plannedObject, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if other, found := r.created[p.object]; found {
		return other, false
	}

	for _, instance := range r.existing {
		if instance.object == p.object && (!instance.isReplacement || differ(instance.values, p.values)) {
			return instance, false
		}
	}

	r.created[p.object] = p

	return plannedObject{}, true
}

// finishCreate records that a create has succeeded or failed.
func (r *instanceRegistry) finishCreate(token string, succeeded bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.applied = true

	if !succeeded {
		r.removeCreate(token)
	}
}

// finishApply records that an update or a destroy was applied.
func (r *instanceRegistry) finishApply() {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.applied = true
}

// differ reports whether two planned states differ in an attribute that is
// known in both.
func differ(a, b tftypes.Value) bool {
	var attributes, others map[string]tftypes.Value
	if a.As(&attributes) != nil || b.As(&others) != nil {
		return false
	}

	for name, value := range attributes {
		if other := others[name]; value.IsFullyKnown() && other.IsFullyKnown() && !value.Equal(other) {
			return true
		}
	}

	return false
}

// writeOnlyDiffer is differ for the write-only values of two creates.
func writeOnlyDiffer(a, b []namedValue) bool {
	for i, value := range a {
		if i < len(b) && !value.value.IsUnknown() && !b[i].value.IsUnknown() && !value.value.Equal(b[i].value) {
			return true
		}
	}

	return false
}

// objectKey identifies an object of the API. Spellings of one number, such as
// "01" and "1", are the same object.
func (b *resourceBase) objectKey(id types.String) string {
	key := id.ValueString()
	if number, err := strconv.ParseUint(key, 10, 64); err == nil {
		key = strconv.FormatUint(number, 10)
	}

	return b.typeName + "/" + key
}
