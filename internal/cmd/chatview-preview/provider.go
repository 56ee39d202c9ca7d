package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

const reattachVariable = "TF_REATTACH_PROVIDERS"

// reattachLine is what a provider prints that was started with -debug.
var reattachLine = regexp.MustCompile(reattachVariable + `='(.*)'`)

// startProvider starts the provider at path until stop is called, and returns
// the environment that makes the CLI use it for the given source addresses.
//
// The CLI does not install a provider that runs already. With dev_overrides,
// which need a CLI configuration file in place of the user's, init still
// looks for the provider in a registry.
func startProvider(ctx context.Context, path string, environment, sources []string) (variable string, stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	command := cli.Command(ctx, path, "-debug")
	command.Env = environment

	var stderr strings.Builder

	command.Stderr = &stderr

	stdout, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}

	if err != nil {
		cancel()

		return "", nil, fmt.Errorf("start the provider of -provider: %w", err)
	}

	stop = func() {
		cancel()

		_ = command.Wait() // interrupting it is how it ends
	}

	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if match := reattachLine.FindStringSubmatch(lines.Text()); match != nil {
			variable, err := reattach(match[1], sources)
			if err != nil {
				stop()
			}

			return variable, stop, err
		}
	}

	stop()

	return "", nil, fmt.Errorf("start the provider of -provider: %s is no terraform-provider-chatview: %s", path, stderr.String())
}

// reattach returns the environment variable for a provider that has printed how
// to reach it under the address of one registry.
func reattach(printed string, sources []string) (string, error) {
	var providers map[string]json.RawMessage
	if err := json.Unmarshal([]byte(printed), &providers); err != nil {
		return "", fmt.Errorf("read %s of the provider: %w", reattachVariable, err)
	}

	all := map[string]json.RawMessage{}

	for _, running := range providers {
		for _, source := range append(sources, "registry.terraform.io/"+providerSource, "registry.opentofu.org/"+providerSource) {
			if source != providerSource {
				all[source] = running
			}
		}
	}

	text, err := json.Marshal(all)

	return reattachVariable + "=" + string(text), err
}
