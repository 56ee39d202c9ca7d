package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// The providers, by their index in a result.
const (
	chatview = iota
	sameSchema
	threeAttributes
	providerCount
)

// phase is a command that each provider runs on all objects.
type phase struct {
	name      string
	arguments []string
	sends     bool // whether there is a request for each object
}

const unchangedPlan = "plan without changes"

// phases are in order: each starts from the state of the previous one.
var phases = []phase{
	{name: "create", arguments: []string{"apply", "-auto-approve"}, sends: true},
	{name: unchangedPlan, arguments: []string{"plan", "-detailed-exitcode"}}, // exits with 2 if there are changes
	{name: "update", arguments: []string{"apply", "-auto-approve", "-var=changed=true"}, sends: true},
	{name: "destroy", arguments: []string{"destroy", "-auto-approve"}},
}

// result is what the providers used in a phase.
type result struct {
	kind, phase string
	providers   [providerCount]usage
}

// usage is what the CLI and a provider used in a phase.
type usage struct {
	wall          time.Duration
	cli, provider time.Duration // processor time
	peakBytes     int64         // of the largest process of the provider
}

// measureKind measures all phases of a kind. In each phase, the providers run one
// after the other, so a change in the machine's load affects all of them.
func (b bench) measureKind(ctx context.Context, kind string, schemas []byte) ([]result, error) {
	var (
		workspaces [providerCount]cli.Workspace
		err        error
	)

	for i, p := range [providerCount]struct {
		program, kind string
		schemas       []byte
	}{
		chatview:        {"chatview", kind, nil},
		sameSchema:      {"baseline", kind, schemas},
		threeAttributes: {"baseline", "minimal", threeAttributesSchema},
	} {
		if workspaces[i], err = b.workspace(fmt.Sprintf("%s-%d", kind, i), p.kind, p.program, p.schemas); err != nil {
			return nil, err
		}
	}

	var results []result

	for _, p := range phases {
		_, _ = fmt.Fprintf(b.progress, "Measuring %s: %s\n", kind, p.name)

		measured := result{kind: kind, phase: p.name}

		for i, workspace := range workspaces {
			if measured.providers[i], err = b.measurePhase(ctx, workspace, p); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", kind, p.name, err)
			}
		}

		results = append(results, measured)
	}

	return results, nil
}

// measurePhase measures one phase of one provider. It fails if the CLI fails or
// sends an unexpected number of requests.
func (b bench) measurePhase(ctx context.Context, workspace cli.Workspace, p phase) (usage, error) {
	if err := os.Remove(filepath.Join(workspace.Dir, "usage")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usage{}, err
	}

	b.mock.ClearRequests()

	start := time.Now()

	ran, err := workspace.Run(ctx, p.arguments...)
	if err != nil {
		return usage{}, err
	}

	wall := time.Since(start)

	if ran.ExitCode != 0 {
		return usage{}, fmt.Errorf("exit code %d:\n%s", ran.ExitCode, ran.Output)
	}

	want := 0
	if p.sends {
		want = b.objects
	}

	if got := len(b.mock.Requests()); got != want {
		return usage{}, fmt.Errorf("the mock server received %d requests, want %d", got, want)
	}

	used, err := readUsage(workspace.Dir)
	used.wall, used.cli = wall, ran.ProcessorTime-used.provider

	return used, err
}

// readUsage sums the lines that the meter recorded in a folder, one per process.
func readUsage(dir string) (usage, error) {
	lines, err := fs.ReadFile(os.DirFS(dir), "usage")
	if err != nil {
		return usage{}, err
	}

	var total usage

	for reader := bytes.NewReader(lines); reader.Len() > 0; {
		var one usage
		if _, err := fmt.Fscanln(reader, &one.provider, &one.peakBytes); err != nil {
			return usage{}, fmt.Errorf("read the usage of the provider: %w", err)
		}

		total.provider += one.provider
		total.peakBytes = max(total.peakBytes, one.peakBytes)
	}

	return total, nil
}
