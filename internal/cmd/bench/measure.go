package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// measure takes all subjects through all phases, and times their providers'
// start.
func (r runner) measure(ctx context.Context) (report, error) {
	result := report{Machine: thisMachine(), CLI: fmt.Sprintf("%s %s", r.cli.Product, r.cli.Version),
		Objects: r.settings.objects, Parallelism: r.settings.parallelism, Count: r.settings.count}

	var err error
	if result.Starts, err = r.timeStarts(ctx); err != nil {
		return report{}, err
	}

	for count := range r.settings.count {
		for _, kind := range r.settings.subjects {
			measurements, err := r.measureSubject(ctx, kind, fmt.Sprintf("%d-%s", count, kind.name))
			if err != nil {
				return report{}, fmt.Errorf("%s: %w", kind.name, err)
			}

			result.Measurements = append(result.Measurements, measurements...)
		}
	}

	result.Measurements = medians(result.Measurements)

	return result, nil
}

// measureSubject takes one kind through all phases, in a folder of its own.
func (r runner) measureSubject(ctx context.Context, kind subject, name string) (measurements []measurement, err error) {
	mock, err := startService(r.settings.objects) //nolint:contextcheck // the mock is stopped, and not cancelled
	if err != nil {
		return nil, err
	}

	defer func() { err = errors.Join(err, mock.stop()) }()

	workspace, err := r.prepareWorkspace(ctx, kind, filepath.Join(r.dir, name), mock.address)
	if err != nil {
		return nil, err
	}

	for _, step := range phases {
		measured, err := r.measurePhase(ctx, workspace, kind, step, mock)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}

		r.say("%s, %s: %.2f s of the processors, %.2f of them in the provider", kind.name, step.name,
			measured.ProcessorSeconds, measured.ProviderSeconds)

		measurements = append(measurements, measured)
	}

	return measurements, nil
}

// prepareWorkspace writes the configuration and installs the provider, under
// the meter.
func (r runner) prepareWorkspace(ctx context.Context, kind subject, dir, address string) (cli.Workspace, error) {
	workspace := cli.Workspace{
		CLI: r.cli,
		Dir: filepath.Join(dir, "configuration"),
		Environment: []string{
			"CHATVIEW_BASE_URL=" + address,
			"CHATVIEW_API_KEY=" + apiKey,
			"BENCH_PROVIDER=" + r.program(kind.program),
			"BENCH_USAGE_FILE=" + r.usageFile(),
		},
	}

	if err := os.MkdirAll(workspace.Dir, 0o700); err != nil {
		return cli.Workspace{}, err
	}

	objects, err := objectsJSON(r.settings.objects)
	if err != nil {
		return cli.Workspace{}, err
	}

	for file, content := range map[string][]byte{
		"main.tf":                  []byte(kind.configuration()),
		"objects.auto.tfvars.json": objects,
	} {
		if err := os.WriteFile(filepath.Join(workspace.Dir, file), content, 0o600); err != nil {
			return cli.Workspace{}, err
		}
	}

	if workspace.ConfigFile, err = r.cli.LayMirror(dir, r.program(meterProgram), providerVersion); err != nil {
		return cli.Workspace{}, err
	}

	return workspace, initialize(ctx, workspace)
}

// objectsJSON returns the value of var.objects.
func objectsJSON(n int) ([]byte, error) {
	objects := make(map[string]string, n)
	for id := 1; id <= n; id++ {
		objects["Theme "+strconv.Itoa(id)] = strconv.Itoa(id)
	}

	return json.Marshal(map[string]any{"objects": objects})
}
