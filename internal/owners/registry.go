// Package owners remembers which resource instance planned and wrote each object,
// so a second instance with the same id is refused: they would overwrite each other.
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
package owners

import "sync"

// Registry has the plans and owners of all objects of a configured provider.
type Registry struct {
	mutex sync.Mutex
	// walk is zero in the first walk. It grows when an instance in state is
	// planned again, and after each apply.
	walk int
	// plans has the last plan of each object.
	plans map[string]*Plan
	// owners has the instance that wrote each object, or else the one in state
	// that planned it.
	owners map[string]owner
	// walks has the walk of each instance's last plan, by token. That of the
	// empty token, which all creates have, is not read.
	walks map[string]int
}

// NewRegistry returns the registry of a provider in its first walk.
func NewRegistry() *Registry {
	return &Registry{plans: map[string]*Plan{}, owners: map[string]owner{}, walks: map[string]int{}}
}

// Plan is an instance's plan for an object.
type Plan struct {
	// Object identifies the object among those of all resource types.
	Object string
	// Token is empty in the plan of a create.
	Token string
	// Label describes the instance in a diagnostic.
	Label string
	// IsNew is set if no earlier apply of the instance is confirmed: it has no
	// token, or that of an import.
	IsNew bool
	// IsReplacement marks the create half of a replacement, which core plans
	// right after the update half, and with its token.
	IsReplacement bool
	// Values are those of the configuration, unless the instance is updated.
	Values Fingerprint

	walk int
}

// owner is the only instance that may write an object.
type owner struct {
	token, label string
	// wasWritten is set once a request for the object is about to be sent.
	wasWritten bool
}

// Overlap is the relation of two plans for one object.
type Overlap int

const (
	// NoOverlap means that both plans may be applied.
	NoOverlap Overlap = iota
	// PossibleOverlap may be one resource in two runs of a test.
	PossibleOverlap
	// CertainOverlap is that of two instances of which at least one was applied.
	CertainOverlap
)

// Plan records a plan that keeps or creates an object, unless it overlaps with the
// plan of another instance, whose label it returns.
func (r *Registry) Plan(p Plan) (otherLabel string, result Overlap) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if !p.IsReplacement {
		r.beginWalk(p.Token)
	}

	p.walk = r.walk
	last := r.plans[p.Object]
	found := situationOf(last, &p)

	if result = found.overlap(last, &p); result != NoOverlap {
		otherLabel = last.Label
	}

	r.record(&p, found, result)

	return otherLabel, result
}

// situation is what a plan is to the last plan of its object.
type situation string

const (
	// The last plan, if there is one, is of an earlier walk.
	alone situation = "alone"
	// The create, at apply, of the replacement in the last plan.
	replacementCreate situation = "replacementCreate"
	sameInstance      situation = "sameInstance"
	// At least one of two instances was applied.
	otherInState situation = "otherInState"
	// Neither of two instances was applied. They may be one resource.
	bothNew situation = "bothNew"
)

// situationOf compares a plan with the last one, which may be nil.
func situationOf(last, p *Plan) situation {
	switch {
	case last == nil:
		return alone
	case last.IsReplacement && p.walk > 0 && p.Token == "" && !last.Values.differs(p.Values):
		return replacementCreate
	case last.walk != p.walk:
		return alone
	case p.Token != "" && p.Token == last.Token:
		return sameInstance
	case !p.IsNew, !last.IsNew:
		return otherInState
	}

	return bothNew
}

func (s situation) overlap(last, p *Plan) Overlap {
	switch {
	case s == otherInState && p.walk == 0:
		return CertainOverlap
	case s == otherInState, s == bothNew && last.Values.differs(p.Values):
		return PossibleOverlap
	}

	return NoOverlap
}

// record records a plan, unless it overlaps, and its owner.
func (r *Registry) record(p *Plan, found situation, result Overlap) {
	if found == replacementCreate {
		r.free(p.Object, r.plans[p.Object].Token)
	}

	if _, isOwned := r.owners[p.Object]; !isOwned && !p.IsNew && !p.IsReplacement {
		r.owners[p.Object] = owner{token: p.Token, label: p.Label}
	}

	// The create of the owner's replacement is recognized by its plan.
	if isOwner := p.IsReplacement && r.owners[p.Object].token == p.Token; isOwner || result == NoOverlap {
		r.plans[p.Object] = p
		r.walks[p.Token] = p.walk
	}
}

// beginWalk begins another walk if an instance in state is planned again.
func (r *Registry) beginWalk(token string) {
	if walk, found := r.walks[token]; found && token != "" && walk == r.walk {
		r.walk++
	}
}

// Release makes an object free for others: its instance will be destroyed or
// replaced, or its create failed. Pulumi sends no token with a destroy, which then
// does not free what an instance wrote.
func (r *Registry) Release(object, token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.beginWalk(token)
	r.walks[token] = r.walk

	if current := r.owners[object]; token == "" && !current.wasWritten {
		token = current.token
	}

	r.free(object, token)
}

func (r *Registry) free(object, token string) {
	if r.owners[object].token == token {
		delete(r.owners, object)
	}
}

// Reserve reserves an object for a request that is about to be sent. It fails if
// another instance has the object, whose label it returns.
func (r *Registry) Reserve(object, token, label string) (otherLabel string, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if other, found := r.owners[object]; found && other.token != token {
		return other.label, false
	}

	r.owners[object] = owner{token: token, label: label, wasWritten: true}

	return "", true
}

// EndWalk ends the walk: something was applied.
func (r *Registry) EndWalk() {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.walk++
}
