package owners

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// rules are sequences of calls, with what they answer. "create A/1" plans a create with
// the label A and the configuration 1. A small letter is the token of an instance, whose
// label is the large one: "import a" and "update a" plan an imported and an applied
// instance, "recreate a" and "reimport a" the create half of a replacement of them.
// "release a" and "send a" are Release and Reserve; "-" is no token. A? is a possible
// overlap with A, and A! a certain one or a refusal.
var rules = map[string]string{
	// Two creates, or imports, may be one resource in two runs of a test.
	"equal creates are one":                             "create A/1; create A/1",
	"creates with different configurations may overlap": "create A/1; create A/2 = A?",
	"a configuration that is not known is not compared": "create A; create A/2; create A/0",
	"nor with one that is":                              "create A/1; create A",
	"imports may overlap":                               "import a; import b = A?",
	"an import and a create may overlap":                "import a; create B = A?",
	"in either order":                                   "create A; import b = A?",
	"a refused plan may be repeated":                    "create A; create B = A?; create B = A?; create A",

	// An instance that was applied is certain.
	"two instances overlap":                        "update a; update b = A!",
	"an instance overlaps with a create":           "create A; update b = A!",
	"an instance overlaps with an equal create":    "create A; update a = A!",
	"a replacement overlaps with another instance": "update a; recreate b = A!",
	"a create overlaps with a replacement":         "update a; recreate a; create A = A!",
	"an instance overlaps with a replacement":      "recreate a; update b = A!",
	"other objects do not overlap":                 "update a; update b o2; create C o3",

	// The first command ends with a request, or with an instance that is planned or released again.
	"a second plan begins a later command":   "update a; update a; create B",
	"so does one after a release":            "update a; release a; update a; create B; create C",
	"so does a second release":               "release a; release a; create A; create B",
	"a release after a plan does, too":       "update a; release a; create B; create C",
	"so does a request":                      "send a; create B",
	"a replacement plans twice in a command": "update a; recreate a; update b = A!",
	"creates have no token to be seen again": "create A; create A; create B = A?",
	"a release without a token ends nothing": "create A; release -; release -; create B = A?",
	"an import again begins a later command": "import a; import a; create B",
	"a replaced import plans twice, too":     "import a; reimport a; create B = A?",
	"a refused plan does not end the first":  "update a; create B = A!; update b = A!",

	// Who has the object.
	"a second request of the owner is not refused":    "send a; send a; send b = A!",
	"a replacement at apply has another token":        "update a; recreate a; send b; send c = B!",
	"an import owns nothing until it is sent":         "import a; send b; send a = B!",
	"a create owns nothing until it is sent":          "create A; send b; send c = B!",
	"a later plan takes no object of another":         "update a; update a; update b; send b = A!",
	"but one that is only planned to be replaced":     "recreate a; update a; recreate a; update b; send b; send a = B!",
	"and has it then":                                 "recreate a; update a; recreate a; update b; send c = B!",
	"a later import takes nothing that is free":       "send c o2; import a; send b",
	"a create takes nothing from its owner":           "send a; create B; send b = A!",
	"a released object is free":                       "update a; release a; send b",
	"another instance's release keeps it":             "update a; release b; send b = A!",
	"so does a release without a token, once written": "send a; release -; send b = A!",
	"but not what is only planned":                    "update a; release -; send b",
	"a plan of the owner keeps that it wrote":         "send a; update a; release -; send b = A!",
	"a replacement of the owner keeps it, too":        "send a; recreate a; release -; update b; send b; send a = B!",
	"a replaced import gives up what it wrote":        "import a; send a; reimport a; send b",
	"the latest label is that of the object":          "update a; update a o1 Z; send b = Z!",
}

func TestRegistry_FollowsTheRules(t *testing.T) {
	for name, calls := range rules {
		r := NewRegistry()

		for call := range strings.SplitSeq(calls, "; ") {
			call, want, _ := strings.Cut(call, " = ")
			if got := answer(r, call); got != want {
				t.Errorf("%s: in %q, %q answers %q, want %q", name, calls, call, got, want)
			}
		}
	}
}

// Core plans and applies ten instances at a time.
func TestRegistry_MayBeUsedAtOnce(t *testing.T) {
	r := NewRegistry()

	var group sync.WaitGroup

	for id := range 10 {
		group.Go(func() {
			for range 100 {
				for call := range strings.SplitSeq("create A; send a; update a; release a", "; ") {
					_ = answer(r, fmt.Sprint(call, " o", id))
				}
			}
		})
	}

	group.Wait()
}

// answer makes a call. Its object is o1, unless it names another, and then a label.
func answer(r *Registry, call string) string {
	words := append(strings.Fields(call), "o1")
	label, config, _ := strings.Cut(words[1], "/")
	p := Plan{Object: words[2], Token: strings.Trim(label, "-"), Label: strings.ToUpper(label)}

	if len(words) == 5 {
		p.Label = words[3]
	}

	_, _ = fmt.Sscan(config, &p.Config)

	switch words[0] {
	case "create":
		p.Token, p.IsNew, p.IsCreate = "", true, true
	case "import", "reimport":
		p.IsNew, p.IsCreate = true, words[0] == "reimport"
	case "recreate":
		p.IsCreate = true
	case "release":
		r.Release(p.Object, p.Token)

		return ""
	case "send":
		if other, ok := r.Reserve(p.Object, p.Token, p.Label); !ok {
			return other + "!"
		}

		return ""
	}

	other, isCertain := r.Plan(p)

	return other + map[bool]string{isCertain: "!", other != "" && !isCertain: "?"}[true]
}
