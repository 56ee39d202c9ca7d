package main

import "testing"

func TestProcessorModel_IsTheFirstNamed(t *testing.T) {
	description := "processor\t: 0\nmodel\t\t: 85\nmodel name\t: A Processor: fast\nprocessor\t: 1\nmodel name\t: Another\n"

	if got, want := processorModel(description), "A Processor: fast"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	// Not every architecture names it.
	if got := processorModel("processor\t: 0\n"); got != "" {
		t.Errorf("got %q, want none", got)
	}
}
