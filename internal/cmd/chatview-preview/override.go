package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// overrideFile sorts after all other override files, and the last one wins.
const overrideFile = "zzzz_chatview_preview_override.tf"

// override makes the configuration in folder keep its state there and send
// requests to address only. The environment cannot do that: an argument of a
// provider block has precedence.
func override(folder string, root module, address string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("override the configuration: %w", err)
	}

	for _, entry := range entries {
		if entry.Name() >= overrideFile && strings.Contains(entry.Name(), "override.t") {
			return fmt.Errorf("the file %s has precedence over the settings of the preview: rename it to sort before %s", entry.Name(), overrideFile)
		}
	}

	file := filepath.Join(folder, overrideFile)
	if err := os.WriteFile(file, []byte(overrides(root, address)), 0o600); err != nil {
		return fmt.Errorf("override the configuration: %w", err)
	}

	return nil
}

// overrides returns the content of overrideFile. A provider block there is merged
// into the one with its name and alias, and the backend replaces any backend or
// cloud block.
func overrides(root module, address string) string {
	// A provider without a block has a configuration, too.
	var blocks []providerBlock
	for _, name := range root.names {
		blocks = append(blocks, providerBlock{name: name})
	}

	for _, block := range root.blocks {
		if slices.Contains(root.names, block.name) && !slices.Contains(blocks, block) {
			blocks = append(blocks, block)
		}
	}

	var content strings.Builder

	content.WriteString("terraform {\n  backend \"local\" {}\n}\n")

	for _, block := range blocks {
		_, _ = fmt.Fprintf(&content, "\nprovider %q {\n", block.name)

		if block.alias != "" {
			_, _ = fmt.Fprintf(&content, "  alias       = %q\n", block.alias)
		}

		_, _ = fmt.Fprintf(&content, "  base_url    = %q\n  api_key     = %q\n  max_retries = 0\n}\n", address, apiKey)
	}

	return content.String()
}
