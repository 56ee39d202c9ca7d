package main

// identity identifies a theme of a service. An unknown part is empty.
type identity struct{ id, baseURL string }

func identityOf(values map[string]any) (o identity) {
	o.id, _ = values["id"].(string)
	o.baseURL, _ = values["base_url"].(string)

	return o
}

// join finds the objects of a plan that exactly one resource stops managing and
// exactly one other sends, as after a rename without a moved block. The other
// gets the former, which is left out if it sends nothing.
func join(resources []resource) (joined []resource) {
	before, after := map[identity][]int{}, map[identity][]int{}
	for i, r := range resources {
		before[r.from()], after[r.to()] = append(before[r.from()], i), append(after[r.to()], i)
	}

	changesOwner := func(o identity) bool {
		return o.id != "" && o.baseURL != "" && len(before[o]) == 1 && len(after[o]) == 1 && before[o][0] != after[o][0] &&
			resources[before[o][0]].isKnown()
	}

	for _, r := range resources {
		if changesOwner(r.to()) {
			r.former = &resources[before[r.to()][0]]
		}

		if r.Change.After != nil || !changesOwner(r.from()) {
			joined = append(joined, r)
		}
	}

	return joined
}

// isSent reports whether plans send an object, or may send it because an id or
// base URL is not known.
func (o identity) isSent(all []theme) (isSent, isPossible bool) {
	for i := range all {
		to, isSame := all[i].identity, func(a, b string) bool { return a == "" || b == "" || a == b }
		if all[i].IsApplied && isSame(to.id, o.id) && isSame(to.baseURL, o.baseURL) {
			isSent, isPossible = isSent || to == o && o.baseURL != "", true
		}
	}

	return isSent, isPossible
}
