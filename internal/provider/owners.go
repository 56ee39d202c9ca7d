package provider

import (
	"hash/maphash"
	"strconv"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// owners remembers which objects were planned and written in this run. Two
// resource instances with one id overwrite each other in an order that nobody
// chose. Terraform applies an instance at most once in a run, so that a second
// write is always another instance's.
type owners struct {
	mutex   sync.Mutex
	planned map[string]plannedObject
	written map[string]struct{}
}

// plannedObject is the last plan for an object.
type plannedObject struct {
	isCreate bool
	config   uint64 // hashConfig's
}

// plan notes a plan for an object, and reports whether it is of another instance
// than the one before. Terraform plans an instance once in a run, and if it is to
// be replaced once more, as a create of the same configuration. (Of another one
// where ignore_changes leaves something out: that looks like a second instance.)
func (o *owners) plan(object string, planned plannedObject) (another bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()

	if o.planned == nil {
		o.planned = make(map[string]plannedObject)
	}

	before, found := o.planned[object]
	o.planned[object] = planned
	isReplacement := !before.isCreate && planned.isCreate && before.config == planned.config

	return found && !isReplacement
}

var hashSeed = maphash.MakeSeed()

// hashConfig tells configurations apart, within this process.
func hashConfig(attributes map[string]tftypes.Value) uint64 {
	var sum uint64

	for name, value := range attributes {
		if !value.IsNull() {
			sum += maphash.String(hashSeed, name+"\x00"+value.String())
		}
	}

	return sum
}

// claim takes an object for the caller's write and reports whether it was free.
func (o *owners) claim(object string) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()

	if _, taken := o.written[object]; taken {
		return false
	}

	if o.written == nil {
		o.written = make(map[string]struct{})
	}

	o.written[object] = struct{}{}

	return true
}

// canonicalID writes an id that is a number without leading zeros: "01" and "1"
// are two spellings of one object.
func canonicalID(id string) string {
	if number, err := strconv.ParseUint(id, 10, 64); err == nil {
		return strconv.FormatUint(number, 10)
	}

	return id
}
