package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

const (
	appearanceType = "chatview_appearance"
	sourceType     = "chatview_source"

	// providerSource is the provider's source address without a host.
	providerSource = "chatview/chatview"

	// overrideFile sorts after all other override files: the last one wins.
	overrideFile = "zzzz_chatview_preview_override.tf"
)

// overrideBackend makes the configuration in folder keep its state there, in place
// of any backend or cloud block.
func overrideBackend(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("override the backend: %w", err)
	}

	for _, entry := range entries {
		if entry.Name() >= overrideFile && strings.Contains(entry.Name(), "override.t") {
			return fmt.Errorf("the file %s has precedence over the settings of the preview: rename it to sort before %s", entry.Name(), overrideFile)
		}
	}

	return writeOverride(folder, "")
}

func writeOverride(folder, providers string) error {
	content := "terraform {\n  backend \"local\" {}\n}\n" + providers
	if err := os.WriteFile(filepath.Join(folder, overrideFile), []byte(content), 0o600); err != nil {
		return fmt.Errorf("override the configuration: %w", err)
	}

	return nil
}

// providerOverrides returns blocks that are merged into the provider blocks of the
// root module and make the provider send its requests to address only. The
// environment cannot do that: an argument of a provider block has precedence.
func providerOverrides(config *tfjson.Config, address string) string {
	var blocks []string

	for _, provider := range config.ProviderConfigs {
		if !isFrom(provider.FullName, providerSource) || provider.ModuleAddress != "" {
			continue
		}

		alias := ""
		if provider.Alias != "" {
			alias = fmt.Sprintf("  alias       = %q\n", provider.Alias)
		}

		blocks = append(blocks, fmt.Sprintf("\nprovider %q {\n%s  base_url    = %q\n  api_key     = %q\n  max_retries = 0\n}\n",
			provider.Name, alias, address, apiKey))
	}

	slices.Sort(blocks)

	return strings.Join(blocks, "")
}

// targets returns the addresses of the provider's resources in a module and the
// modules that it calls, without instance keys.
func targets(module *tfjson.ConfigModule) []string {
	found := configResources(module)
	maps.DeleteFunc(found, func(_ string, resource *tfjson.ConfigResource) bool {
		return resource.Type != appearanceType && resource.Type != sourceType
	})

	return slices.Sorted(maps.Keys(found))
}

// configResources returns the resources of a module and the modules that it calls,
// by their addresses without instance keys.
func configResources(module *tfjson.ConfigModule) map[string]*tfjson.ConfigResource {
	found := map[string]*tfjson.ConfigResource{}
	for _, resource := range module.Resources {
		found[resource.Address] = resource
	}

	for name, call := range module.ModuleCalls {
		for address, resource := range configResources(call.Module) {
			found["module."+name+"."+address] = resource
		}
	}

	return found
}

// widened replaces each target without a planned instance with its outermost
// module.
//
// In a module with count or for_each, the CLI matches resources by instance key
// only, and the keys are unknown until the module is planned.
func widened(targets, planned []string) []string {
	var wide []string

	for _, target := range targets {
		hasInstance := slices.ContainsFunc(planned, func(address string) bool { return withoutKeys(address) == target })
		if parts := strings.SplitN(target, ".", 3); parts[0] == "module" && !hasInstance {
			target = parts[0] + "." + parts[1]
		}

		wide = append(wide, target)
	}

	return slices.Compact(wide)
}

// withoutKeys returns an address without instance keys.
func withoutKeys(address string) string {
	return instanceKey.ReplaceAllString(address, "")
}

var instanceKey = regexp.MustCompile(`\[(\d+|"(\\.|[^"\\])*")\]`)

// isFrom reports whether a provider's full address is one of the sources, in any
// registry.
func isFrom(provider string, sources ...string) bool {
	_, name, _ := strings.Cut(provider, "/")

	return slices.Contains(sources, name)
}
