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
// A configured provider may serve several plan and apply walks: since Terraform
// 1.13 "terraform test" configures it once for all runs of a file. Plans of
// earlier walks do not count, requests that were sent do. A new walk has begun
// if something was applied since, or if an instance in state is planned again.
type instanceRegistry struct {
	mutex sync.Mutex
	walk  int
	// planned is the last plan of each object.
	planned map[string]plannedObject
	// owners is the instance that last wrote each object, or else the one in
	// state that last planned it.
	owners map[string]plannedObject
	// instances is the last plan of each instance in state, by token.
	instances map[string]plannedObject
}

// plannedObject is one instance's last plan for an object.
type plannedObject struct {
	// object is an objectKey, empty for a destroy or if the id is unknown.
	object string
	// token is empty in the plan of a create.
	token string
	// isImport marks the plan of an instance that was imported and not applied.
	isImport bool
	// isReplacement marks the create half of a replacement, which core plans
	// right after the update half.
	isReplacement bool
	// label describes the instance in a diagnostic.
	label string
	// values are those of the planned state, writeOnly those that it does not
	// have. Both are empty for an update, except the first after an import.
	values, writeOnly fingerprint

	walk int
	// wasWritten is set once a request for the object is about to be sent.
	wasWritten bool
}

func newInstanceRegistry() *instanceRegistry {
	return &instanceRegistry{planned: map[string]plannedObject{}, owners: map[string]plannedObject{}, instances: map[string]plannedObject{}}
}

// overlap is the relation of two plans for one object.
type overlap int

const (
	noOverlap overlap = iota
	// possibleOverlap: of two resources, or of one in two runs of a test.
	possibleOverlap
	// certainOverlap: two instances, at least one of which exists in state.
	certainOverlap
)

// plan records a plan, unless it certainly overlaps with the plan of another
// instance. It returns that other plan.
func (r *instanceRegistry) plan(p plannedObject) (other plannedObject, result overlap) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	p.walk = r.walkOf(p.token, p.isReplacement)

	other, found := r.planned[p.object]
	if found && other.walk == p.walk {
		result = other.overlap(p)
	}

	// The other plan may be an earlier walk's, so write decides.
	if result == certainOverlap && (p.token == "" || p.isImport) && p.walk > 0 {
		result = possibleOverlap
	}

	if result != certainOverlap {
		r.record(p)
	}

	return other, result
}

// record makes a plan the last one of its instance and of its object.
func (r *instanceRegistry) record(p plannedObject) {
	r.walk = p.walk

	if p.token != "" {
		r.leave(p.token)
		r.instances[p.token] = p
	}

	if p.object == "" {
		return
	}

	r.planned[p.object] = p

	if p.token != "" && !p.isImport && !r.owners[p.object].wasWritten {
		r.owners[p.object] = p
	}
}

// walkOf returns the walk to which a plan of an instance belongs.
func (r *instanceRegistry) walkOf(token string, isReplacement bool) int {
	if last, ok := r.instances[token]; ok && last.walk == r.walk && !isReplacement {
		return r.walk + 1
	}

	return r.walk
}

func (p plannedObject) overlap(other plannedObject) overlap {
	valuesDiffer := p.values.differs(other.values)

	switch {
	case p.token != "" && p.token == other.token:
	case p.isImport && other.isImport, p.token == "" && other.token == "":
		if valuesDiffer || p.writeOnly.differs(other.writeOnly) {
			return possibleOverlap
		}
	case p.token != "" && other.token != "", valuesDiffer, !p.isReplacement && !other.isReplacement:
		return certainOverlap
	}

	return noOverlap
}

// leave makes the object of an instance free for others.
func (r *instanceRegistry) leave(token string) {
	object := r.instances[token].object

	if r.owners[object].token == token {
		delete(r.owners, object)
	}

	if r.planned[object].token == token {
		delete(r.planned, object)
	}
}

// release records a destroy. Without a token, it is that of the object's owner.
func (r *instanceRegistry) release(object, token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if token == "" {
		token = r.owners[object].token
	}

	r.record(plannedObject{token: token, walk: r.walkOf(token, false)})
}

// write reserves an object for a request that is about to be sent. It fails if
// another instance has the object. The create of a replacement has a new token
// and the planned values of its instance.
func (r *instanceRegistry) write(p plannedObject) (owner plannedObject, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	owner, found := r.owners[p.object]
	isReplaced := owner.isReplacement && !owner.values.differs(p.values)

	if found && owner.token != p.token && !isReplaced {
		return owner, false
	}

	p.walk, p.wasWritten = r.walk, true
	r.owners[p.object], r.instances[p.token] = p, p

	return owner, true
}

// finish records that something was applied.
func (r *instanceRegistry) finish() {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.walk++
}

// abandon makes the object free for others after a failed create, or a failed
// update of an instance that has no token in state.
func (r *instanceRegistry) abandon(token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.leave(token)
}
