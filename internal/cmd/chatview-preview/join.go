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
// gets the former, which is left out if it sends nothing. An import has no base URL yet.
func join(resources []resource) (joined []resource) {
	before, after := map[identity][]int{}, map[identity][]int{}

	for i, r := range resources {
		before[r.from()], after[r.to()] = append(before[r.from()], i), append(after[r.to()], i)
	}

	changesOwner := func(o identity) bool {
		return o.baseURL != "" && len(before[o]) == 1 && len(after[o]) == 1 && before[o][0] != after[o][0]
	}

	for _, r := range resources {
		if to := r.to(); changesOwner(to) {
			r.former = &resources[before[to][0]]
		}

		if r.Change.After != nil || !changesOwner(r.from()) {
			joined = append(joined, r)
		}
	}

	return joined
}

// fate says what becomes of an object that a resource stops managing.
func (o identity) fate(all []*plannedTheme) string {
	rest := "stays as it is"

	for _, t := range all {
		to, isSame := t.identity, func(a, b string) bool { return a == "" || b == "" || a == b }
		switch isMatch := t.IsApplied && isSame(to.id, o.id) && isSame(to.baseURL, o.baseURL); {
		case isMatch && to == o && o.baseURL != "":
			return "is sent by another resource"
		case isMatch:
			rest = "stays as it is, unless an unknown id or base URL is this one"
		}
	}

	return rest
}
