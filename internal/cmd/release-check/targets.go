package main

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// target is a platform as .goreleaser.yml has it: OS_ARCH.
type target string

// host is the platform that this runs on.
const host = target(runtime.GOOS + "_" + runtime.GOARCH)

// platform returns the operating system and the architecture.
func (t target) platform() (system, architecture string) {
	system, architecture, _ = strings.Cut(string(t), "_")

	return system, architecture
}

// targetList is the one list of platforms in .goreleaser.yml, on which the
// builds agree by an alias.
var targetList = regexp.MustCompile(`(?m)^( *)targets: &targets\n((?: *- \w+\n)+)`)

// readTargets returns the platforms of the configuration.
func readTargets(config string) ([]target, error) {
	list := targetList.FindAllStringSubmatch(config, -1)
	if len(list) != 1 {
		return nil, fmt.Errorf("it has %d lists that begin with \"targets: &targets\", want 1", len(list))
	}

	var targets []target
	for line := range strings.Lines(list[0][2]) {
		targets = append(targets, target(strings.TrimLeft(strings.TrimSpace(line), "- ")))
	}

	return targets, nil
}

// keepTarget returns the configuration with one of its platforms alone:
// goreleaser has a flag for that with which it makes no archives.
func keepTarget(config string, only target) (string, error) {
	targets, err := readTargets(config)
	if err != nil {
		return "", err
	}

	if !slices.Contains(targets, only) {
		return "", fmt.Errorf("%s is none of its targets, which are %v; check them all instead, with ALL=1", only, targets)
	}

	return targetList.ReplaceAllString(config, "${1}targets: &targets\n${1}  - "+string(only)+"\n"), nil
}
