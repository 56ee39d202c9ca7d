package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// apiKey is the key sent to the mock server.
const apiKey = "preview-api-key"

// preview applies a copy of the configuration to a mock server and presents the
// result. It leaves only the files that the flags name.
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

	// The server outlasts ctx: an interrupted CLI may finish its requests.
	mock, err := startMock()
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, mock.stop()) }()

	folder, err := copyFolder(temporary, settings.dir)
	if err != nil {
		return err
	}

	run := previewRun{
		settings: settings, mock: mock, stdout: stdout, stderr: stderr, dataSources: []string{},
		terraform: terraform{path: path, dir: folder, environment: environment(mock.url)},
	}

	stop, err := run.startProvider(ctx)
	if err != nil {
		return err
	}
	defer stop()

	if err := run.apply(ctx); err != nil {
		return err
	}

	return run.present(ctx)
}

// previewRun is one run of the program.
type previewRun struct {
	settings
	terraform

	mock           *mock
	stdout, stderr io.Writer
	// dataSources are the addresses of the data sources that any plan has read, or
	// that applying it reads.
	dataSources []string
}

// apply applies the themes, and what they depend on, to the mock server.
func (r *previewRun) apply(ctx context.Context) error {
	r.report("Planning %s with %s ...\n", r.settings.dir, r.path)

	if err := overrideBackend(r.terraform.dir); err != nil {
		return err
	}

	variables, err := placeholders(r.terraform.dir)
	if err != nil {
		return err
	}

	r.environment = append(r.environment, variables...)

	if _, err := r.run(ctx, "init"); err != nil {
		return err
	}

	if err := r.plan(ctx); err != nil {
		return err
	}

	if _, err := r.run(ctx, append(append([]string{"apply"}, r.variables...), planFile)...); err != nil {
		return err
	}

	return r.readAddresses(ctx)
}

// plan writes planFile. It fails if applying it would do more than send requests
// to the mock server.
func (r *previewRun) plan(ctx context.Context) error {
	// An empty plan holds the configuration as the CLI reads it.
	empty, err := r.planTargets(ctx, appearanceType+".none")
	if err != nil {
		return err
	}

	wanted := targets(empty.Config.RootModule)
	if len(wanted) == 0 {
		return fmt.Errorf("there is no %s in %s: name the folder of the root module that configures the themes", appearanceType, r.settings.dir)
	}

	if err := r.overrideProviders(empty.Config); err != nil {
		return err
	}

	plan, err := r.planInstances(ctx, wanted)
	if err != nil {
		return err
	}

	slices.Sort(r.dataSources)

	r.dataSources = slices.Compact(r.dataSources)
	for _, address := range r.dataSources {
		r.report("Read %s\n", address)
	}

	if found := effects(plan, r.mock.url); len(found) > 0 {
		return fmt.Errorf("nothing was applied, because the themes depend on changes outside the preview:\n  %s\n"+
			"Give the themes what they need of these in another way, such as by a variable", strings.Join(found, "\n  "))
	}

	return nil
}

// planInstances plans all instances of the resources with these addresses, and what
// they depend on.
func (r *previewRun) planInstances(ctx context.Context, wanted []string) (*tfjson.Plan, error) {
	plan, err := r.planTargets(ctx, wanted...)
	if err != nil {
		return nil, err
	}

	wide := widened(wanted, plannedTargets(plan))
	if slices.Equal(wide, wanted) {
		return plan, nil
	}

	if plan, err = r.planTargets(ctx, wide...); err != nil {
		return nil, err
	}

	// The modules may have resources that the themes do not depend on.
	if exact := plannedTargets(plan); len(exact) > 0 {
		return r.planTargets(ctx, exact...)
	}

	return plan, nil
}

// overrideProviders makes the provider send its requests to the mock server.
func (r *previewRun) overrideProviders(config *tfjson.Config) error {
	for _, provider := range config.ProviderConfigs {
		if r.provider != "" && isFrom(provider.FullName, providerSource) && !slices.Contains(reattached, provider.FullName) {
			return fmt.Errorf("-provider cannot replace %s: run chatview-preview without it", provider.FullName)
		}
	}

	return writeOverride(r.terraform.dir, providerOverrides(config, r.mock.url))
}

const planFile = "chatview-preview.tfplan"

// planTargets writes the plan of targets to planFile, and returns it.
func (r *previewRun) planTargets(ctx context.Context, targets ...string) (*tfjson.Plan, error) {
	args := append([]string{"plan", "-out=" + planFile}, r.variables...)
	for _, target := range targets {
		args = append(args, "-target="+target)
	}

	if _, err := r.run(ctx, args...); err != nil {
		return nil, err
	}

	var plan tfjson.Plan
	if err := r.show(ctx, &plan, planFile); err != nil {
		return nil, err
	}

	r.dataSources = append(r.dataSources, dataSources(&plan)...)

	return &plan, nil
}

// readAddresses reads the addresses of the applied themes from the state.
func (r *previewRun) readAddresses(ctx context.Context) error {
	var state tfjson.State
	if err := r.show(ctx, &state); err != nil {
		return err
	}

	for _, resource := range stateResources(&state) {
		id, err := strconv.ParseInt(fmt.Sprint(resource.AttributeValues["id"]), 10, 64)
		if resource.Type == appearanceType && err == nil {
			r.mock.addresses[id] = resource.Address
		}
	}

	if len(r.mock.addresses) == 0 {
		return fmt.Errorf("%s has no instance of %s: check count, for_each and the variables that they depend on", r.settings.dir, appearanceType)
	}

	return nil
}

// report prints progress and ignores write errors.
func (r *previewRun) report(format string, values ...any) {
	_, _ = fmt.Fprintf(r.stderr, format, values...)
}
