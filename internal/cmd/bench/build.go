package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// providerVersion is what the provider is built and installed as. Terraform
// takes 0.0.0 for no version at all.
const providerVersion = "0.0.1"

// runner is a run of the bench.
type runner struct {
	settings settings
	cli      cli.CLI
	// root is this repository's folder, dir the one for everything made here.
	root, dir string
	progress  io.Writer
}

// say tells whoever waits what happens.
func (r runner) say(format string, values ...any) {
	_, _ = fmt.Fprintf(r.progress, format+"\n", values...)
}

// build builds the providers and the meter as a release is built.
func (r runner) build(ctx context.Context) error {
	r.say("Building the providers. Using %s and the temporary folder %s.", r.cli, r.dir)

	provider := "."
	if r.settings.profileDir != "" {
		provider = "./internal/cmd/bench/profiled"
	}

	for program, source := range map[string]string{
		providerProgram: provider,
		floorProgram:    "./internal/cmd/bench/floor",
		meterProgram:    "./internal/cmd/bench/meter",
	} {
		command := cli.Command(ctx, "go", "build", "-trimpath", "-buildvcs=false",
			"-ldflags", "-s -w -X main.version="+providerVersion,
			"-o", r.program(program), source)
		command.Dir = r.root
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		command.Stdout, command.Stderr = r.progress, r.progress

		if err := command.Run(); err != nil {
			return fmt.Errorf("build %s: %w", source, err)
		}
	}

	return nil
}

// program returns the path of a program that build makes.
func (r runner) program(name string) string {
	return filepath.Join(r.dir, name)
}
