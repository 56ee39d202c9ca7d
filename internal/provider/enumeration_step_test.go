package provider

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The steps of the enumeration.

// step is a plan and, if it has changes, its apply.
type step struct {
	name            string
	config          map[string]any
	unknown         []string // attributes of config, at plan
	ignored         []string
	atPlan, atApply any
	replace         bool
	// edit is what a person does to the state in place of an apply.
	edit string
	// sendsAgain is set if the step changes triggers, which is a way out of any state.
	sendsAgain bool
	// detours counts the refusals to which the step is a way out, which only a success ends.
	detours int
	// desired identifies config and ignored in a universe, from 1.
	desired int
	// wanted are the configured values.
	wanted values
}

// named returns a step with its description, which a person can repeat, and its values.
func (s step) named(fields []string) *step {
	text := fmt.Sprintf("apply %s at %v, planned at %v, with %v unknown, ignore_changes = %v, -replace=%t",
		jsonOf(s.config), s.atApply, s.atPlan, s.unknown, s.ignored, s.replace)
	s.name = strings.NewReplacer(fmt.Sprintf("%v, planned at %[1]v", s.atApply), fmt.Sprint(s.atApply), ", with [] unknown", "", ", ignore_changes = []", "",
		", -replace=false", "").Replace(text)

	for i, field := range fields {
		if value := cmp.Or(s.config[field], s.config[field+"_wo"]); value != nil {
			s.wanted[i] = jsonOf(value)
		}
	}

	return &s
}

// planned returns what the plan knows of the configuration.
func (s *step) planned() map[string]any {
	config := maps.Clone(s.config)
	for _, name := range s.unknown {
		config[name] = unknownValue{}
	}

	return config
}

// object returns the index of the object that a step applies to. Without an address, it is
// never used.
func (s *step) object() int {
	return max(0, slices.Index(places[:], fmt.Sprint(s.atApply, "/", s.config["id"])))
}

// isMoved reports whether the address is not the planned one. An unknown one may become any.
func (s *step) isMoved() bool {
	return s.atApply == nil || s.atPlan != s.atApply && s.atPlan != any(unknownValue{})
}

// ignores reports whether ignore_changes covers one of the attributes.
func (s *step) ignores(attributes ...string) bool {
	return slices.ContainsFunc(s.ignored, func(name string) bool { return name == "all" || slices.Contains(attributes, name) })
}

// covers reports whether it covers an attribute that sets a field.
func (s *step) covers(field string) bool {
	if s.config[field+"_wo"] != nil {
		return s.ignores(field+"_wo", field+"_wo_version")
	}

	return s.ignores(field)
}

// steps returns every step: each configuration, known at plan or not, with each
// ignore_changes and address, and with other triggers, and each edit of the state.
func (u *universe) steps(fields []string) (steps []*step) {
	for i, config := range u.configs {
		config = maps.Clone(config)
		config["id"] = cmp.Or(config["id"], any("17"))

		if u.typeName == appearanceType {
			config["name"] = "N"
		}

		again := maps.Clone(config)
		again["triggers"] = map[string]any{"send": "again"}

		for _, url := range u.baseURLs {
			for j, ignored := range u.ignored {
				for _, unknown := range append([][]string{nil}, u.unknown...) {
					s := step{config: config, unknown: unknown, ignored: ignored, atPlan: url[0], atApply: url[1], desired: 1 + i*len(u.ignored) + j}
					steps = append(steps, s.named(fields))
				}
			}

			if url[0] == url[1] {
				steps = append(steps, step{config: again, atPlan: url[0], atApply: url[1], sendsAgain: true, detours: 1}.named(fields))
			}
		}
	}

	for _, edit := range u.edits {
		steps = append(steps, &step{name: "edit the state: " + edit, edit: edit})
	}

	return steps
}

// waysOut returns the steps that a refusal names.
func (s *step) waysOut(refusal string, fields []string) (steps []*step) {
	names := strings.FieldsFunc(refusal, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' })
	add := func(text string, change func(out *step)) {
		if strings.Contains(refusal, text) {
			out := step{config: s.config, unknown: s.unknown, ignored: s.ignored, atPlan: s.atPlan, atApply: s.atApply, detours: s.detours + 1}
			change(&out)
			steps = append(steps, out.named(fields))
		}
	}
	stopIgnoring := func(out *step) {
		out.ignored = slices.DeleteFunc(slices.Clone(s.ignored), func(name string) bool { return name == "all" || slices.Contains(names, name) })
	}

	add("from ignore_changes", stopIgnoring)
	add("from the configuration", func(out *step) {
		stopIgnoring(out)
		out.config = maps.Clone(s.config)
		maps.DeleteFunc(out.config, func(name string, _ any) bool { return name != "id" && slices.Contains(names, name) })
		out.unknown = nil
	})
	add("remove it there to send it", stopIgnoring)
	add("add password_wo_version there", func(out *step) { out.ignored = append(slices.Clip(s.ignored), "password_wo_version") })
	add("-replace", func(out *step) { out.replace = true })

	return steps
}
