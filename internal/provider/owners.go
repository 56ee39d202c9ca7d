package provider

import (
	"strconv"
	"sync"
)

// owners remembers which objects were written in this run. Two resource
// instances with one id would overwrite each other in an order that nobody
// chose. Terraform applies an instance at most once in a run, so
// that a second write is always another instance's.
type owners struct {
	mutex   sync.Mutex
	written map[string]struct{}
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
