package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-version"
)

const (
	// overrideFile is read after all other files of a configuration, and what it
	// says wins.
	overrideFile = "zzzz_chatview_preview_override.tf"

	// anyVersion is what the provider is installed as where nobody asks for a
	// certain version. The CLI takes 0.0.0 for no version at all.
	anyVersion = "0.0.1"
)

// redirect makes a configuration, whose modules are installed, keep its state in
// its folder and send everything to address. It returns the version that the
// configuration wants the provider to have.
//
// The environment does not do: what a provider block says wins over it.
func redirect(folder, address string) (providerVersion string, err error) {
	if err := checkNothingOverrides(folder); err != nil {
		return "", err
	}

	root, err := readModule(folder)
	if err != nil {
		return "", err
	}

	constraints := root.constraints

	folders, err := childModules(folder)
	if err != nil {
		return "", err
	}

	for _, child := range folders {
		module, err := readModule(child)
		if err != nil {
			return "", err
		}

		for _, block := range module.providers {
			if block.setsBaseURL {
				return "", fmt.Errorf("the module in %s sets the provider's base_url itself, where it can not be replaced by the mock's: "+
					"configure the provider in the root module", child)
			}
		}

		constraints = append(constraints, module.constraints...)
	}

	file := filepath.Join(folder, overrideFile)
	if err := os.WriteFile(file, []byte(override(root, address)), 0o600); err != nil {
		return "", fmt.Errorf("redirect the configuration: %w", err)
	}

	return wantedVersion(constraints), nil
}

// override returns the content of overrideFile. A block there is merged into the
// one with its name and alias, and its backend takes the place of any backend or
// cloud block.
func override(root module, address string) string {
	// Without a block the provider has a configuration, too, from the environment.
	// That is overridden like one with a block.
	aliases := map[providerBlock]bool{}
	for _, name := range root.names {
		aliases[providerBlock{name: name}] = true
	}

	for _, block := range root.providers {
		aliases[providerBlock{name: block.name, alias: block.alias}] = true
	}

	var text strings.Builder

	text.WriteString("terraform {\n  backend \"local\" {}\n}\n")

	for block := range aliases {
		_, _ = fmt.Fprintf(&text, "\nprovider %q {\n", block.name)

		if block.alias != "" {
			_, _ = fmt.Fprintf(&text, "  alias       = %q\n", block.alias)
		}

		_, _ = fmt.Fprintf(&text, "  base_url    = %q\n  api_key     = %q\n  max_retries = 0\n}\n", address, apiKey)
	}

	return text.String()
}

// checkNothingOverrides refuses a configuration with a file that would be read
// after overrideFile.
func checkNothingOverrides(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("redirect the configuration: %w", err)
	}

	for _, entry := range entries {
		if entry.Name() >= overrideFile && strings.Contains(entry.Name(), "override.t") {
			return fmt.Errorf("the file %s would be read after the one that sends everything to the mock: rename it", entry.Name())
		}
	}

	return nil
}

// childModules returns the folders of the installed modules.
func childModules(folder string) ([]string, error) {
	manifestFile := filepath.Join(folder, ".terraform", "modules", "modules.json")

	text, err := os.ReadFile(manifestFile) //nolint:gosec // a file of the CLI's
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}

	if err != nil {
		return nil, fmt.Errorf("find the modules: %w", err)
	}

	var manifest struct {
		Modules []struct{ Key, Dir string }
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, fmt.Errorf("find the modules: %w", err)
	}

	var folders []string

	for _, module := range manifest.Modules {
		if module.Key == "" { // the root module
			continue
		}

		// The CLI follows links to local modules.
		if !filepath.IsAbs(module.Dir) {
			module.Dir = filepath.Join(folder, module.Dir)
		}

		folders = append(folders, module.Dir)
	}

	return folders, nil
}

// wantedVersion returns a version that all constraints allow, one that they name
// or the next patch after it. Where there is none the CLI is to say so.
func wantedVersion(constraints []string) string {
	all, err := version.NewConstraint(strings.Join(constraints, ","))
	if err != nil {
		return anyVersion
	}

	candidates := []string{anyVersion}

	for _, constraint := range all {
		named, err := version.NewVersion(strings.TrimLeft(constraint.String(), "=!<>~ "))
		if err != nil {
			continue
		}

		segments := named.Segments()
		next := fmt.Sprintf("%d.%d.%d", segments[0], segments[1], segments[2]+1)
		candidates = append(candidates, named.String(), next)
	}

	for _, candidate := range candidates {
		if all.Check(version.Must(version.NewVersion(candidate))) {
			return candidate
		}
	}

	return anyVersion
}
