package main

import "strconv"

// phase is a step of every subject.
type phase struct {
	name string
	// command is the CLI's, with arguments.
	command []string
	// exitCode is what the CLI ends with: plan -detailed-exitcode gives 2 for
	// changes.
	exitCode int
	// sends is whether every object takes a request, where there is a provider.
	sends bool
	// changes is whether the changing argument has its second value.
	changes bool
}

// phases are the steps, in their order. Each begins with what the one before
// has left.
var phases = []phase{
	{name: "validate", command: []string{"validate"}},
	{name: "plan", command: []string{"plan", "-detailed-exitcode"}, exitCode: 2},
	{name: "apply", command: []string{"apply", "-auto-approve"}, sends: true},
	{name: "plan, nothing changed", command: []string{"plan", "-detailed-exitcode"}},
	{name: "apply, all changed", command: []string{"apply", "-auto-approve"}, sends: true, changes: true},
	{name: "destroy", command: []string{"destroy", "-auto-approve"}},
}

// arguments returns the CLI's for a subject.
func (p phase) arguments(s subject, parallelism int) []string {
	arguments := p.command

	// validate works on blocks, and not on objects.
	if p.command[0] != "validate" {
		arguments = append(arguments[:len(arguments):len(arguments)], "-parallelism="+strconv.Itoa(parallelism))
	}

	if p.changes {
		arguments = append(arguments, "-var=changing="+s.after)
	}

	return arguments
}
