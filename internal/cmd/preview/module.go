package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"
)

// providerSource is the provider's source address, which may have a registry's
// host before it.
const providerSource = "chatview/chatview"

// module is what a module says about the provider.
type module struct {
	// names are what the module calls the provider.
	names []string
	// providers are the provider blocks.
	providers []providerBlock
	// constraints are what is asked of the provider's version.
	constraints []string
}

// providerBlock is a block that configures the provider.
type providerBlock struct {
	name, alias string
	setsBaseURL bool
}

// readModule reads the files of a module. The CLI has found them to be in order.
func readModule(folder string) (module, error) {
	bodies, err := parseFiles(folder)
	if err != nil {
		return module{}, err
	}

	var read module

	for _, body := range bodies {
		for _, required := range requirements(body) {
			read.names = append(read.names, required.name)

			if required.constraint != "" {
				read.constraints = append(read.constraints, required.constraint)
			}
		}
	}

	for _, body := range bodies {
		for _, block := range providerBlocks(body) {
			if slices.Contains(read.names, block.name) {
				read.providers = append(read.providers, block)
			}
		}
	}

	return read, nil
}

func parseFiles(folder string) ([]hcl.Body, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}

	var bodies []hcl.Body

	parser := hclparse.NewParser()

	for _, entry := range entries {
		parse := parser.ParseHCLFile

		switch name := entry.Name(); {
		case strings.HasSuffix(name, ".tf.json"), strings.HasSuffix(name, ".tofu.json"):
			parse = parser.ParseJSONFile
		case !strings.HasSuffix(name, ".tf") && !strings.HasSuffix(name, ".tofu"):
			continue
		}

		file, diagnostics := parse(filepath.Join(folder, entry.Name()))
		if diagnostics.HasErrors() {
			return nil, fmt.Errorf("read the configuration: %w", diagnostics)
		}

		bodies = append(bodies, file.Body)
	}

	return bodies, nil
}

// requirement is an entry of required_providers that is this provider.
type requirement struct {
	name, constraint string
}

func requirements(body hcl.Body) []requirement {
	var found []requirement

	for _, settings := range blocks(body, hcl.BlockHeaderSchema{Type: "terraform"}) {
		for _, required := range blocks(settings.Body, hcl.BlockHeaderSchema{Type: "required_providers"}) {
			attributes, _ := required.Body.JustAttributes()
			for name, attribute := range attributes {
				source, constraint := requiredProvider(attribute.Expr)
				if source == providerSource || strings.HasSuffix(source, "/"+providerSource) {
					found = append(found, requirement{name: name, constraint: constraint})
				}
			}
		}
	}

	return found
}

// requiredProvider reads an entry of required_providers. An entry may hold more
// than values, so it is taken apart and not evaluated.
func requiredProvider(expression hcl.Expression) (source, constraint string) {
	pairs, _ := hcl.ExprMap(expression)
	for _, pair := range pairs {
		switch text(pair.Key) {
		case "source":
			source = text(pair.Value)
		case "version":
			constraint = text(pair.Value)
		}
	}

	return source, constraint
}

func providerBlocks(body hcl.Body) []providerBlock {
	var found []providerBlock

	for _, block := range blocks(body, hcl.BlockHeaderSchema{Type: "provider", LabelNames: []string{"name"}}) {
		content, _, _ := block.Body.PartialContent(&hcl.BodySchema{
			Attributes: []hcl.AttributeSchema{{Name: "alias"}, {Name: "base_url"}},
		})

		read := providerBlock{name: block.Labels[0], setsBaseURL: content.Attributes["base_url"] != nil}
		if alias := content.Attributes["alias"]; alias != nil {
			read.alias = text(alias.Expr)
		}

		found = append(found, read)
	}

	return found
}

// blocks returns the blocks of a kind.
func blocks(body hcl.Body, kind hcl.BlockHeaderSchema) hcl.Blocks {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{kind}})

	return content.Blocks
}

// text returns the value of a literal, or nothing.
func text(expression hcl.Expression) string {
	var value string
	if gohcl.DecodeExpression(expression, nil, &value).HasErrors() {
		return ""
	}

	return value
}
