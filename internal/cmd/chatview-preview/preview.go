package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// apiKey is what the mock server is sent.
const apiKey = "preview-api-key"

// preview applies a copy of the configuration to a mock server and presents the
// result. It leaves nothing behind but the files that the flags name.
func preview(ctx context.Context, settings settings, stdout, stderr io.Writer) (err error) {
	path, err := findCLI()
	if err != nil {
		return err
	}

	temporary, err := os.MkdirTemp("", "chatview-preview-")
	if err != nil {
		return fmt.Errorf("create a temporary folder: %w", err)
	}

	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()

	// The end of ctx ends the CLI, which may need the server until it has stopped.
	mock, err := startMock() //nolint:contextcheck // see above
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, mock.stop()) }()

	folder, err := copyFolder(temporary, settings.dir)
	if err != nil {
		return err
	}

	run := previewRun{
		settings: settings, mock: mock, stdout: stdout, stderr: stderr,
		terraform: terraform{path: path, dir: folder, environment: environment(mock.url)},
	}

	return run.all(ctx)
}

// previewRun is one run of the program.
type previewRun struct {
	settings
	terraform

	mock           *mock
	stdout, stderr io.Writer
	// dataSources are the addresses of the data sources that were read.
	dataSources []string
}

func (r *previewRun) all(ctx context.Context) error {
	root, err := readModule(r.terraform.dir)
	if err != nil {
		return err
	}

	if r.provider != "" {
		variable, stop, err := startProvider(ctx, r.provider, r.environment, root.sources)
		if err != nil {
			return err
		}
		defer stop()

		r.environment = append(r.environment, variable)
	}

	if err := override(r.terraform.dir, root, r.mock.url); err != nil {
		return err
	}

	r.environment = append(r.environment, placeholders(root.variables)...)
	r.report("Planning %s with %s ...\n", r.settings.dir, r.terraform.path)

	if err := r.terraform.run(ctx, "init", "-input=false", "-no-color"); err != nil {
		return err
	}

	plan, err := r.plan(ctx)
	if err != nil {
		return err
	}

	if err := r.terraform.run(ctx, append(append([]string{"apply", "-input=false", "-no-color"}, r.variables...), plan)...); err != nil {
		return err
	}

	if err := r.readAddresses(ctx); err != nil {
		return err
	}

	return r.present(ctx)
}

// plan plans the provider's resources and what they depend on. It returns the
// plan file, and an error if applying it has other effects than on the mock
// server.
func (r *previewRun) plan(ctx context.Context) (file string, err error) {
	modules, err := readModules(r.terraform.dir)
	if err != nil {
		return "", err
	}

	targets := modules.targets()
	if len(targets) == 0 {
		return "", fmt.Errorf("there is no %s in %s: name the folder of the root module that configures the themes", appearanceType, r.settings.dir)
	}

	plan, found, err := r.planTargets(ctx, targets)
	if err != nil {
		return "", err
	}

	// A module that is a target may have more resources than the provider's. Now
	// the instance keys are known.
	if exact := plannedTargets(plan); len(found) > 0 && len(exact) > 0 {
		plan, found, err = r.planTargets(ctx, exact)
		if err != nil {
			return "", err
		}
	}

	if len(found) > 0 {
		return "", fmt.Errorf("nothing was applied, because the themes depend on changes outside the preview:\n  %s\n"+
			"Set what the themes need of them in another way, such as by a variable, and run chatview-preview again",
			strings.Join(found, "\n  "))
	}

	r.dataSources = dataSources(plan)
	for _, address := range r.dataSources {
		r.report("Read %s\n", address)
	}

	return planFile, nil
}

const planFile = "chatview-preview.tfplan"

// planTargets writes the plan of targets to planFile, and returns it with the
// effects that rule it out.
func (r *previewRun) planTargets(ctx context.Context, targets []string) (plan *tfjson.Plan, found []string, err error) {
	args := append([]string{"plan", "-input=false", "-no-color", "-out=" + planFile}, r.variables...)
	for _, target := range targets {
		args = append(args, "-target="+target)
	}

	if err := r.terraform.run(ctx, args...); err != nil {
		return nil, nil, err
	}

	plan = &tfjson.Plan{}
	if err := r.show(ctx, plan, planFile); err != nil {
		return nil, nil, err
	}

	return plan, effects(plan, r.mock.url), nil
}

// readAddresses reads the addresses of the applied themes from the state.
func (r *previewRun) readAddresses(ctx context.Context) error {
	var state tfjson.State
	if err := r.show(ctx, &state); err != nil {
		return err
	}

	r.mock.addresses = map[int64]string{}

	if state.Values != nil {
		for _, resource := range resources(state.Values.RootModule) {
			id, err := strconv.ParseInt(fmt.Sprint(resource.AttributeValues["id"]), 10, 64)
			if resource.Type == appearanceType && err == nil {
				r.mock.addresses[id] = resource.Address
			}
		}
	}

	if len(r.mock.addresses) == 0 {
		return fmt.Errorf("%s has no instance of %s: check count, for_each and the variables that they depend on", r.settings.dir, appearanceType)
	}

	return nil
}

// report prints progress. Nothing depends on its being read.
func (r *previewRun) report(format string, values ...any) {
	_, _ = fmt.Fprintf(r.stderr, format, values...)
}
