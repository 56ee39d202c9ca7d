package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// usageFile is where the meter notes what the provider took.
func (r runner) usageFile() string {
	return filepath.Join(r.dir, "usage.jsonl")
}

// measurePhase takes one kind through one phase, and checks that what was
// measured is what was meant.
func (r runner) measurePhase(ctx context.Context, workspace cli.Workspace, kind subject, step phase, mock *service) (measurement, error) {
	if err := r.prepareProfile(&workspace, kind, step); err != nil {
		return measurement{}, err
	}

	start := time.Now()

	result, err := workspace.Run(ctx, step.arguments(kind, r.settings.parallelism)...)
	if err != nil {
		return measurement{}, err
	}

	wall := time.Since(start)

	if result.ExitCode != step.exitCode {
		return measurement{}, fmt.Errorf("exit code %d, want %d:\n%s", result.ExitCode, step.exitCode, result.Output)
	}

	provider, err := takeUsage(r.usageFile())
	if err != nil {
		return measurement{}, err
	}

	seen := mock.take()
	if want := r.requests(kind, step); seen.Requests != want {
		return measurement{}, fmt.Errorf("%d requests, want %d", seen.Requests, want)
	}

	stateBytes, err := stateSize(workspace.Dir)

	return measurement{
		Subject: kind.name, Phase: step.name,
		WallSeconds: wall.Seconds(), ProcessorSeconds: result.ProcessorTime.Seconds(),
		ProviderSeconds: provider.processor.Seconds(), ProviderPeakBytes: provider.peakBytes, ProviderStarts: provider.starts,
		StateBytes: stateBytes, traffic: seen,
	}, err
}

// requests returns how many requests a phase has to send.
func (r runner) requests(kind subject, step phase) int {
	if !step.sends || kind.program == "" {
		return 0
	}

	return r.settings.objects
}

// prepareProfile makes the folder for the profiles of a phase, if there are to
// be any.
func (r runner) prepareProfile(workspace *cli.Workspace, kind subject, step phase) error {
	if r.settings.profileDir == "" || kind.program != providerProgram {
		return nil
	}

	dir := filepath.Join(r.settings.profileDir, kind.name, step.name)

	workspace.Environment = append(workspace.Environment[:len(workspace.Environment):len(workspace.Environment)], "BENCH_PROFILE="+dir)

	return os.MkdirAll(dir, 0o750)
}

// stateSize returns the size of the state file, 0 where there is none yet.
func stateSize(dir string) (int64, error) {
	info, err := os.Stat(filepath.Join(dir, "terraform.tfstate"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}

	if err != nil {
		return 0, err
	}

	return info.Size(), nil
}

// initialize installs the provider.
func initialize(ctx context.Context, workspace cli.Workspace) error {
	result, err := workspace.Run(ctx, "init")
	if err != nil {
		return err
	}

	if result.ExitCode != 0 {
		return fmt.Errorf("init: exit code %d:\n%s", result.ExitCode, result.Output)
	}

	return nil
}
