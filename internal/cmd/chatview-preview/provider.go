package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

const reattachVariable = "TF_REATTACH_PROVIDERS"

// reattached are the addresses for which the CLI uses the provider of -provider.
var reattached = []string{"registry.terraform.io/" + providerSource, "registry.opentofu.org/" + providerSource}

// reattachLine matches the output of a provider started with -debug.
var reattachLine = regexp.MustCompile(reattachVariable + `='(.*)'`)

// startProvider starts the provider at path until stop is called. It returns the
// environment variable that makes the CLI use it.
//
// The CLI does not install a running provider, and installs the others as the
// user's CLI configuration says. With dev_overrides, Terraform 1.11 would still
// query a registry for the provider.
func startProvider(ctx context.Context, path string, environment []string) (variable string, stop func(), err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return "", nil, err
	}

	ctx, cancel := context.WithCancel(ctx)

	var stderr bytes.Buffer

	command := cli.Command(ctx, path, "-debug")
	command.Env = environment
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

		_ = command.Wait() // it was interrupted, so this is an error
	}

	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if match := reattachLine.FindSubmatch(lines.Bytes()); match != nil {
			variable, err := reattach(match[1])

			return variable, stop, err
		}
	}

	stop()

	return "", nil, fmt.Errorf("start the provider of -provider: %s is not a terraform-provider-chatview: %s", path, &stderr)
}

// reattach adds OpenTofu's registry to what a provider has printed.
func reattach(printed []byte) (string, error) {
	var providers map[string]json.RawMessage
	if err := json.Unmarshal(printed, &providers); err != nil {
		return "", fmt.Errorf("read %s of the provider: %w", reattachVariable, err)
	}

	providers[reattached[1]] = providers[reattached[0]]
	text, err := json.Marshal(providers)

	return reattachVariable + "=" + string(text), err
}
