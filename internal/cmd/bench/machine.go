package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machine is where a report comes from: its figures compare with others of the
// same machine only.
type machine struct {
	System    string `json:"system"`
	Processor string `json:"processor,omitempty"`
	Cores     int    `json:"cores"`
	Go        string `json:"go"`
}

// thisMachine describes the machine that the bench runs on.
func thisMachine() machine {
	m := machine{System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), Go: runtime.Version()}

	// Only Linux has this file.
	if description, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		m.Processor = processorModel(string(description))
	}

	return m
}

// processorModel takes the processor's name from what Linux says of it.
func processorModel(description string) string {
	for line := range strings.Lines(description) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}

	return ""
}

// String describes the machine for a person.
func (m machine) String() string {
	processor := ""
	if m.Processor != "" {
		processor = ", " + m.Processor
	}

	return fmt.Sprintf("%s, %d cores%s, built with %s", m.System, m.Cores, processor, m.Go)
}
