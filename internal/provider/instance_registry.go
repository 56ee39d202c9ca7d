package provider

import "sync"

// Two resource instances with one id overwrite each other. instanceRegistry
// remembers which instance planned and wrote each object, so the second one is
// refused.
//
// An instance in state is recognized by the token in its private state. A create
// has no token: core plans it without private state, even for a replacement at
// apply. An import has a new token each time: "terraform test" discards the state
// of a run that only plans, and the next run imports the object again.
//
// A walk is one pass of core: all plans or all applies of a command. A configured
// provider may serve several: since Terraform 1.13 "terraform test" configures it
// once for all runs of a file. Core does not say where a walk begins, but the first
// one is over when an instance in state is planned again or anything is applied.
// So only the plans of the first walk are refused, and later ones warn. A request is
// refused in every walk.
type instanceRegistry struct {
	mutex sync.Mutex
	// walk is zero in the first walk. It grows when an instance in state is
	// planned again, and after each apply.
	walk int
	// plans has the last plan of each object.
	plans map[string]instancePlan
	// owners has the instance that wrote each object, or else the one in state
	// that planned it.
	owners map[string]objectOwner
	// walks has the walk of each instance's last plan, by token. That of the
	// empty token, which all creates have, is not read.
	walks map[string]int
}

// instancePlan is an instance's plan for an object.
type instancePlan struct {
	// object is an objectKey.
	object string
	// token is empty in the plan of a create.
	token string
	// label describes the instance in a diagnostic.
	label string
	// isNew is set if no earlier apply of the instance is confirmed: it has no
	// token, or that of an import.
	isNew bool
	// isReplacement marks the create half of a replacement, which core plans
	// right after the update half.
	isReplacement bool
	// values are those of the configuration, unless the instance is updated.
	values fingerprint

	walk int
}

// objectOwner is the only instance that may write an object.
type objectOwner struct {
	token, label string
	// wasWritten is set once a request for the object is about to be sent.
	wasWritten bool
}

func newInstanceRegistry() *instanceRegistry {
	return &instanceRegistry{plans: map[string]instancePlan{}, owners: map[string]objectOwner{}, walks: map[string]int{}}
}

// overlap is the relation of two plans for one object.
type overlap int

const (
	noOverlap overlap = iota
	// possibleOverlap: perhaps one resource in two runs of a test.
	possibleOverlap
	// certainOverlap: at least one of the two instances was applied.
	certainOverlap
)

// plan records a plan that keeps or creates an object, unless it overlaps with the
// plan of another instance, whose label it returns.
func (r *instanceRegistry) plan(p instancePlan) (otherLabel string, result overlap) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if !p.isReplacement {
		r.beginWalk(p.token)
	}

	p.walk = r.walk

	switch other, found := r.plans[p.object]; {
	case !found:
	case other.isReplacement && p.walk > 0 && p.token == "" && !other.values.differs(p.values): // its create, at apply
		r.free(p.object, other.token)
	case other.walk == p.walk:
		otherLabel, result = other.label, other.overlap(p)
	}

	if _, found := r.owners[p.object]; !found && !p.isNew && !p.isReplacement {
		r.owners[p.object] = objectOwner{token: p.token, label: p.label}
	}

	// The create of the owner's replacement is recognized by its plan.
	if isOwner := p.isReplacement && r.owners[p.object].token == p.token; isOwner || result == noOverlap {
		r.plans[p.object] = p
		r.walks[p.token] = p.walk
	}

	return otherLabel, result
}

func (p instancePlan) overlap(other instancePlan) overlap {
	switch {
	case p.token != "" && p.token == other.token:
		return noOverlap
	case (!p.isNew || !other.isNew) && p.walk == 0:
		return certainOverlap
	case !p.isNew, !other.isNew, p.values.differs(other.values):
		return possibleOverlap
	}

	return noOverlap
}

// beginWalk begins another walk if an instance in state is planned again.
func (r *instanceRegistry) beginWalk(token string) {
	if walk, found := r.walks[token]; found && token != "" && walk == r.walk {
		r.walk++
	}
}

// release makes an object free for others: its instance will be destroyed or
// replaced, or its create failed. Pulumi sends no token with a destroy, which then
// does not free what an instance wrote.
func (r *instanceRegistry) release(object, token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.beginWalk(token)
	r.walks[token] = r.walk

	if owner := r.owners[object]; token == "" && !owner.wasWritten {
		token = owner.token
	}

	r.free(object, token)
}

func (r *instanceRegistry) free(object, token string) {
	if r.owners[object].token == token {
		delete(r.owners, object)
	}
}

// reserve reserves an object for a request that is about to be sent. It fails if
// another instance has the object, whose label it returns.
func (r *instanceRegistry) reserve(object, token, label string) (otherLabel string, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if owner, found := r.owners[object]; found && owner.token != token {
		return owner.label, false
	}

	r.owners[object] = objectOwner{token: token, label: label, wasWritten: true}

	return "", true
}

// applied records that something was applied.
func (r *instanceRegistry) applied() {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.walk++
}
