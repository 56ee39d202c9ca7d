package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/zclconf/go-cty/cty"
)

// providerSource is the provider's source address without a host.
const providerSource = "chatview/chatview"

// module is what the program has to know of a module's configuration.
type module struct {
	// names are the local names of the provider, and sources the source addresses
	// by which it is required.
	names, sources []string
	// blocks are the provider blocks, also of other providers.
	blocks []providerBlock
	// resources are the addresses of the provider's resources in the module.
	resources []string
	// expanded are the names of the module calls with count or for_each.
	expanded []string
	// variables are the input variables by name.
	variables map[string]variable
}

// providerBlock identifies a provider block. The alias may be empty.
type providerBlock struct{ name, alias string }

type variable struct {
	// secret is set for a sensitive or ephemeral variable.
	secret, hasDefault bool
	// kind is the type constraint, cty.NilType for a variable without one.
	kind cty.Type
}

var moduleSchema = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "terraform"},
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "module", LabelNames: []string{"name"}},
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "variable", LabelNames: []string{"name"}},
}}

// readModule reads the configuration files in a folder, which the CLI has
// accepted. terraform-config-inspect knows neither ephemeral variables nor
// OpenTofu's files.
func readModule(folder string) (module, error) {
	read := module{variables: map[string]variable{}}

	entries, err := os.ReadDir(folder)
	if err != nil {
		return module{}, fmt.Errorf("read the configuration: %w", err)
	}

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
			return module{}, fmt.Errorf("read the configuration: %w", diagnostics)
		}

		content, _, _ := file.Body.PartialContent(moduleSchema)
		for _, block := range content.Blocks {
			read.add(block)
		}
	}

	return read, nil
}

func (m *module) add(block *hcl.Block) {
	switch block.Type {
	case "terraform":
		m.addRequirements(block.Body)
	case "provider":
		m.blocks = append(m.blocks, providerBlock{block.Labels[0], text(attributes(block.Body, "alias")["alias"])})
	case "module":
		if len(attributes(block.Body, "count", "for_each")) > 0 {
			m.expanded = append(m.expanded, block.Labels[0])
		}
	case "resource":
		if kind := block.Labels[0]; kind == appearanceType || kind == sourceType {
			m.resources = append(m.resources, kind+"."+block.Labels[1])
		}
	case "variable":
		m.addVariable(block)
	}
}

// addRequirements reads required_providers. An entry may hold more than values,
// such as configuration_aliases, so it is not evaluated as a whole.
func (m *module) addRequirements(settings hcl.Body) {
	content, _, _ := settings.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
	for _, block := range content.Blocks {
		required, _ := block.Body.JustAttributes()
		for name, entry := range required {
			pairs, _ := hcl.ExprMap(entry.Expr)
			for _, pair := range pairs {
				source := literal(pair.Value)
				if literal(pair.Key) == "source" && (source == providerSource || strings.HasSuffix(source, "/"+providerSource)) {
					m.names, m.sources = append(m.names, name), append(m.sources, source)
				}
			}
		}
	}
}

// addVariable merges a block with what other files, such as override files, say
// of the variable.
func (m *module) addVariable(block *hcl.Block) {
	found := attributes(block.Body, "default", "sensitive", "ephemeral", "type")
	read := m.variables[block.Labels[0]]
	read.hasDefault = read.hasDefault || found["default"] != nil
	read.secret = read.secret || text(found["sensitive"]) == "true" || text(found["ephemeral"]) == "true"

	if found["type"] != nil {
		if kind, _, diagnostics := typeexpr.TypeConstraintWithDefaults(found["type"].Expr); !diagnostics.HasErrors() {
			read.kind = kind
		}
	}

	m.variables[block.Labels[0]] = read
}

// attributes returns those attributes of a body that are present.
func attributes(body hcl.Body, names ...string) hcl.Attributes {
	var schema hcl.BodySchema
	for _, name := range names {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}

	content, _, _ := body.PartialContent(&schema)

	return content.Attributes
}

// text returns the value of an attribute that is a literal, else "".
func text(attribute *hcl.Attribute) string {
	if attribute == nil {
		return ""
	}

	return literal(attribute.Expr)
}

func literal(expression hcl.Expression) string {
	var value string
	if gohcl.DecodeExpression(expression, nil, &value).HasErrors() {
		return ""
	}

	return value
}

// modules are the modules of a configuration. The keys are the names of the
// calls, joined by dots; the root module's is empty.
type modules map[string]module

// targets returns targets that cover all resources of the provider, sorted.
func (m modules) targets() []string {
	var targets []string

	for path, module := range m {
		for _, resource := range module.resources {
			targets = append(targets, m.target(path, resource))
		}
	}

	slices.Sort(targets)

	return slices.Compact(targets)
}

// target returns the target of a resource. In an expanded module the CLI matches
// a resource by its instance keys only, which no file tells: there the module is
// the target.
func (m modules) target(path, resource string) string {
	if path == "" {
		return resource
	}

	parent, address := "", ""

	for name := range strings.SplitSeq(path, ".") {
		address += "module." + name
		if slices.Contains(m[parent].expanded, name) {
			return address
		}

		address += "."
		parent = strings.TrimPrefix(parent+"."+name, ".")
	}

	return address + resource
}

// readModules reads the root module in folder and the modules that init has
// installed for it.
func readModules(folder string) (modules, error) {
	var manifest struct {
		Modules []struct{ Key, Dir string }
	}

	text, err := os.ReadFile(filepath.Join(folder, ".terraform", "modules", "modules.json")) //nolint:gosec // a file of the CLI's
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}

	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read the list of installed modules: %w", err)
	}

	root, err := readModule(folder)
	read := modules{"": root}

	for _, installed := range manifest.Modules {
		if installed.Key == "" || err != nil {
			continue
		}

		// The CLI follows the symbolic links to local modules.
		if !filepath.IsAbs(installed.Dir) {
			installed.Dir = filepath.Join(folder, installed.Dir)
		}

		read[installed.Key], err = readModule(installed.Dir)
	}

	return read, err
}
