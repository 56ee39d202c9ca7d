// Package owners remembers which resource instance planned and wrote each object,
// so a second instance with the same id is refused: they would overwrite each other.
//
// An instance in state is recognized by the token in its private state. A create
// has no token: core plans it without private state, even for a replacement at
// apply. An import has a new token each time: "terraform test" discards the state
// of a run that only plans, and the next run imports the object again.
//
// A configured provider may serve several commands: since Terraform 1.13 "terraform
// test" configures it once for all runs of a file. Core does not say where a command
// begins, but the first one is over once a request is sent, or once an instance is
// planned or released again. So only the plans of the first command are refused,
// because those of a later one may be another run's. A request is refused in every
// command.
//
// Two creates are told apart by their labels, and by one hash of each configuration,
// because most sources have no account_name. The create of a replacement has another
// token at apply, so a planned replacement does not reserve its object: if another
// instance gets the id as well, whichever is sent second is refused.
//
// In a process that serves several commands and starts with a state, as Pulumi's do,
// three valid changes are refused: a replacement that creates first, a create of an id
// that the last preview kept for another instance, if it is planned before that one,
// and a create of an id that is planned before the update of its owner.
package owners

import (
	"hash/maphash"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Registry has the plans and owners of all objects of a configured provider.
type Registry struct {
	mutex sync.Mutex
	// owners has the instance that wrote each object or, until a request is sent,
	// the one in state that planned it first. A create is one only as a part of a
	// replacement: no other has a token.
	owners map[string]Plan
	// creates has the last plan of a new instance for each object. It is read in
	// the first command only.
	creates map[string]Plan
	// seen has the tokens that were planned or released. The empty one, which many
	// plans have, is never seen.
	seen map[string]bool
	// firstIsOver is set once the first command is over: by Reserve, or if Plan or
	// Release meets a token again.
	firstIsOver bool
}

// NewRegistry returns the registry of a provider in its first command.
func NewRegistry() *Registry {
	return &Registry{owners: map[string]Plan{}, creates: map[string]Plan{}, seen: map[string]bool{}}
}

// Plan is an instance's plan for an object.
type Plan struct {
	// Object identifies the object among those of all resource types.
	Object string
	// Token is empty for a create, and for a state without the provider's record.
	Token string
	// Label describes the instance in a diagnostic. It is never empty.
	Label string
	// IsNew is set without a token, and with that of an import that was never applied.
	IsNew bool
	// IsCreate marks a create. That of a replacement has the token of its instance:
	// core plans it right after the update half. At apply it has another, and cannot
	// be told from the create of another instance.
	IsCreate bool
	// Config is the hash of a new instance's configuration.
	Config uint64

	// wasWritten is set once a request for the object is about to be sent.
	wasWritten bool
}

var seed = maphash.MakeSeed()

// Hash returns the hash of a configuration, or 0 if it is not wholly known. The
// values themselves would keep secrets in memory until the process exits.
func Hash(config tftypes.Value) uint64 {
	if !config.IsFullyKnown() {
		return 0
	}

	return maphash.String(seed, config.String())
}

// Plan records a plan that keeps or creates an object, unless it overlaps with the
// plan of another instance, whose label it returns. The overlap is certain if one of
// them was applied. Otherwise they may be one resource in two runs of a test. A plan
// that overlaps is not recorded: it may be repeated within its command. There are six
// kinds of plans:
//
//	                                   Token    IsNew  IsCreate
//	a create                           ""       true   true
//	a state without a record           ""       true   false
//	an instance that was imported      its own  true   false
//	the create that replaces that one  its own  true   true
//	an instance that was applied       its own  false  false
//	the create that replaces that one  its own  false  true
func (r *Registry) Plan(p Plan) (otherLabel string, isCertain bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	isPlannedAgain := r.seen[p.Token] && !p.IsCreate // a replacement plans twice
	r.firstIsOver = r.firstIsOver || isPlannedAgain

	if otherLabel, isCertain = r.overlap(p); otherLabel != "" {
		return otherLabel, isCertain
	}

	r.seen[p.Token] = p.Token != ""

	if p.IsNew {
		r.creates[p.Object] = p
	}

	current, isOwned := r.owners[p.Object]
	isOwner := isOwned && current.Token == p.Token
	isFree := !isOwned || current.IsCreate // a planned replacement reserves nothing

	if isOwner || isFree && !p.IsNew {
		p.wasWritten = current.wasWritten
		r.owners[p.Object] = p
	}

	return "", false
}

// overlap compares a plan of the first command with the other plans.
func (r *Registry) overlap(p Plan) (otherLabel string, isCertain bool) {
	current, isOwned := r.owners[p.Object]
	create, isPlanned := r.creates[p.Object]

	isAnother := create.Label != p.Label || create.Config != 0 && p.Config != 0 && create.Config != p.Config

	switch {
	case r.firstIsOver:
		return "", false
	case isOwned && current.Token != p.Token:
		return current.Label, true
	case isPlanned && !p.IsNew:
		return create.Label, true
	case isPlanned && isAnother:
		return create.Label, false
	}

	return "", false
}

// Release makes an object free for others: its instance will be destroyed or
// replaced, or its create failed. Pulumi sends no token with a destroy, which then
// does not free what an instance wrote. A plan without a token releases nothing.
func (r *Registry) Release(object, token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	r.firstIsOver = r.firstIsOver || r.seen[token]
	r.seen[token] = token != ""

	if current := r.owners[object]; current.Token == token || token == "" && !current.wasWritten {
		delete(r.owners, object)
	}
}

// Reserve reserves an object for a request that is about to be sent. It fails if
// another instance has the object, whose label it returns.
func (r *Registry) Reserve(object, token, label string) (otherLabel string, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	if current, isOwned := r.owners[object]; isOwned && current.Token != token && !current.IsCreate {
		return current.Label, false
	}

	r.firstIsOver = true
	r.owners[object] = Plan{Token: token, Label: label, wasWritten: true}

	return "", true
}
