package main

import (
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

// startProvider starts the provider of -provider, if it is set, until stop is
// called, and makes the CLI use it.
//
// The CLI does not install a running provider, and installs the others as the
// user's CLI configuration says. With dev_overrides, Terraform 1.11 would still
// query a registry for the provider.
func (r *previewRun) startProvider(ctx context.Context) (stop func(), err error) {
	if r.provider == "" {
		return func() {}, nil
	}

	path, err := filepath.Abs(r.provider)
	if err != nil {
		return nil, err
	}

	printed, stop, err := cli.Start(ctx, reattachLine, r.environment, path, "-debug")
	if err != nil {
		return nil, fmt.Errorf("start the provider of -provider, which has to be a terraform-provider-chatview: %w", err)
	}

	variable, err := reattach(printed)
	if err != nil {
		stop()

		return nil, err
	}

	r.environment = append(r.environment, variable)

	return stop, nil
}

// reattach adds OpenTofu's registry to what a provider has printed.
func reattach(printed string) (string, error) {
	var providers map[string]json.RawMessage
	if err := json.Unmarshal([]byte(printed), &providers); err != nil {
		return "", fmt.Errorf("read %s of the provider: %w", reattachVariable, err)
	}

	providers[reattached[1]] = providers[reattached[0]]
	text, err := json.Marshal(providers)

	return reattachVariable + "=" + string(text), err
}
