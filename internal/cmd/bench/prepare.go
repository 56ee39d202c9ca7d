package main

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

var (
	//go:embed configurations
	configurations embed.FS
	//go:embed configurations/common.tf
	common []byte
	//go:embed configurations/three_attributes.json
	threeAttributesSchema []byte
)

// build builds the programs with the flags of a release. The meter gets the
// provider's name, for the CLI to run it.
func (b bench) build(ctx context.Context) error {
	_, _ = fmt.Fprintf(b.progress, "Building the providers. Using %s.\n", b.CLI)

	for program, source := range map[string]string{
		"chatview":                    ".",
		"baseline":                    "./internal/cmd/bench/baseline",
		"terraform-provider-chatview": "./internal/cmd/bench/meter",
	} {
		command := cli.Command(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(b.Dir, program), source)
		command.Dir = b.Root
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		command.Stdout, command.Stderr = b.progress, b.progress

		if err := command.Run(); err != nil {
			return fmt.Errorf("build %s: %w", source, err)
		}
	}

	return nil
}

// schemas returns the output of `terraform providers schema -json`.
func (b bench) schemas(ctx context.Context) ([]byte, error) {
	workspace, err := b.workspace("schemas", "minimal", "chatview", nil)
	if err != nil {
		return nil, err
	}

	result, err := workspace.Run(ctx, "providers", "schema", "-json")
	if err == nil && result.ExitCode != 0 {
		err = fmt.Errorf("read the provider's schemas: exit code %d:\n%s", result.ExitCode, result.Output)
	}

	return []byte(result.Output), err
}

// workspace returns a new folder with the configuration of a kind, the program for
// the meter, and the schemas for the baseline.
func (b bench) workspace(name, kind, program string, schemas []byte) (cli.Workspace, error) {
	workspace := cli.Workspace{
		CLI: b.CLI, Dir: filepath.Join(b.Dir, name), ConfigFile: filepath.Join(b.Dir, name, "cli.tfrc"),
		Environment: []string{"CHATVIEW_BASE_URL=" + b.address, "CHATVIEW_API_KEY=" + apiKey},
	}

	configuration, err := configurations.ReadFile("configurations/" + kind + ".tf")
	if err != nil {
		return workspace, err
	}

	ids := map[string]string{}
	for id := range b.objects {
		ids["Theme "+strconv.Itoa(id+1)] = strconv.Itoa(id + 1)
	}

	variables, err := json.Marshal(map[string]any{"objects": ids})
	if err != nil {
		return workspace, err
	}

	if err := os.Mkdir(workspace.Dir, 0o700); err != nil {
		return workspace, err
	}

	for file, content := range map[string][]byte{
		"common.tf":                common,
		"main.tf":                  configuration,
		"objects.auto.tfvars.json": variables,
		"schemas.json":             schemas,
		"cli.tfrc":                 fmt.Appendf(nil, "provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n", "chatview/chatview", b.Dir),
	} {
		if err := os.WriteFile(filepath.Join(workspace.Dir, file), content, 0o600); err != nil {
			return workspace, err
		}
	}

	return workspace, os.Symlink(filepath.Join(b.Dir, program), filepath.Join(workspace.Dir, "provider"))
}
