package owners

import (
	"hash/maphash"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Fingerprint has a hash of each value of a configuration, or 0 if the value is
// not wholly known. The values themselves would keep secrets in memory until the
// process exits.
type Fingerprint []uint64

var fingerprintSeed = maphash.MakeSeed()

// FingerprintOf returns the fingerprint of a configuration, which is an object.
func FingerprintOf(config tftypes.Value) Fingerprint {
	var attributes map[string]tftypes.Value

	_ = config.As(&attributes)

	hashes := make(Fingerprint, 0, len(attributes))

	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		hashes = append(hashes, hashOf(attributes[name]))
	}

	return hashes
}

// differs reports whether a value that is known in both fingerprints differs.
func (f Fingerprint) differs(other Fingerprint) bool {
	for i := range min(len(f), len(other)) {
		if f[i] != 0 && other[i] != 0 && f[i] != other[i] {
			return true
		}
	}

	return false
}

// hashOf does not depend on the order of a set.
func hashOf(value tftypes.Value) uint64 {
	var elements []tftypes.Value

	switch {
	case !value.IsFullyKnown():
		return 0
	case value.IsNull(), !value.Type().Is(tftypes.Set{}), value.As(&elements) != nil:
		return maphash.String(fingerprintSeed, value.String())
	}

	sum := uint64(1) // an empty set is a value
	for _, element := range elements {
		sum += hashOf(element)
	}

	return sum
}
