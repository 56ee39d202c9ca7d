package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

const (
	// stepLimit is more than any run of the CLI takes. A hanging one fails.
	stepLimit = 2 * time.Minute

	// The mock starts with these two, as its documentation says.
	appearanceID = "1"
	sourceID     = "1"

	apiKey = "release-check-api-key" // nobody's
)

// requestsWant is what the mock gets in all, sorted: one request for each object,
// and none for what there is nothing to do for.
var requestsWant = []string{
	"PATCH /api/v1/sources/" + sourceID + "/update-config/ 200",
	"PUT /api/v1/appearance/" + appearanceID + "/ 200",
}

// install installs the released provider with a real init, and applies an
// example with it against the released mock.
func (c releaseCheck) install(ctx context.Context, r release, example string) error {
	c.heading("Install the provider from the zip archives, and apply " + filepath.Base(example))

	workspace := cli.Workspace{CLI: c.cli, Dir: filepath.Join(c.dir, "configuration")}
	if err := copyConfiguration(example, workspace.Dir); err != nil {
		return fmt.Errorf("copy the example: %w", err)
	}

	var archives []string
	for _, t := range r.targets {
		archives = append(archives, filepath.Join(r.dir, r.archiveName(t)))
	}

	configFile, err := c.cli.LayPackedMirror(c.dir, archives)
	if err != nil {
		return err
	}

	workspace.ConfigFile = configFile

	if err := c.initialize(ctx, workspace, r); err != nil {
		return err
	}

	if err := unpackMock(r, c.dir); err != nil {
		return fmt.Errorf("unpack the mock: %w", err)
	}

	return c.applyWithMock(ctx, workspace)
}

// copyConfiguration copies the .tf files of a folder: a lock file or a state
// beside them is of a run of somebody else.
func copyConfiguration(from, to string) (err error) {
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}

	copied, err := os.OpenRoot(to)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, copied.Close()) }()

	names, err := fs.Glob(os.DirFS(from), "*.tf")
	if err != nil {
		return err
	}

	for _, name := range names {
		if err := copyFile(os.DirFS(from), copied, name); err != nil {
			return err
		}
	}

	return nil
}

// initialize installs the provider, and has the CLI take in the archives of the
// other platforms as far as that goes without running them.
func (c releaseCheck) initialize(ctx context.Context, workspace cli.Workspace, r release) error {
	if err := c.runCLI(ctx, workspace, "Installed chatview/chatview v"+r.version, "init"); err != nil {
		return err
	}

	lock := []string{"providers", "lock", "-fs-mirror=" + filepath.Join(c.dir, "mirror")}
	for _, t := range r.targets {
		lock = append(lock, "-platform="+string(t))
	}

	if err := c.runCLI(ctx, workspace, "Success!", lock...); err != nil {
		return err
	}

	lockFile, err := fs.ReadFile(os.DirFS(workspace.Dir), ".terraform.lock.hcl")
	if err != nil {
		return fmt.Errorf("read the lock file: %w", err)
	}

	if err := checkLockFile(string(lockFile), c.cli.RegistryHost(), r); err != nil {
		return fmt.Errorf("%w:\n%s", err, lockFile)
	}

	c.checked("the lock file holds version %s and a hash for each of %d platforms", r.version, len(r.targets))

	return nil
}

// checkLockFile checks that the CLI took in the archives of all platforms.
func checkLockFile(content, registryHost string, r release) error {
	for _, want := range []string{
		fmt.Sprintf("provider %q {", registryHost+"/chatview/chatview"),
		fmt.Sprintf("version = %q", r.version),
	} {
		if !strings.Contains(content, want) {
			return fmt.Errorf("the lock file does not say %s", want)
		}
	}

	if count := strings.Count(content, `"h1:`); count != len(r.targets) {
		return fmt.Errorf("the lock file has %d hashes of the kind h1, want %d, one for each platform", count, len(r.targets))
	}

	return nil
}

// applyWithMock applies the configuration, and plans it again, while the mock
// runs.
func (c releaseCheck) applyWithMock(ctx context.Context, workspace cli.Workspace) error {
	service, err := startMock(ctx, filepath.Join(c.dir, mockName), "-address", "127.0.0.1:0", "-api-key", apiKey)
	if err != nil {
		return err
	}

	workspace.Environment = []string{
		"CHATVIEW_BASE_URL=" + service.address,
		"CHATVIEW_API_KEY=" + apiKey,
		"TF_VAR_appearance_id=" + appearanceID,
		"TF_VAR_source_id=" + sourceID,
		"TF_VAR_database_password=nobody's",
	}

	err = c.runCLI(ctx, workspace, "Apply complete! Resources: 2 added", "apply", "-auto-approve")
	if err == nil {
		err = c.runCLI(ctx, workspace, "No changes.", "plan", "-detailed-exitcode")
	}

	requests, stopErr := service.stop()
	if err := errors.Join(err, stopErr); err != nil {
		return err
	}

	slices.Sort(requests) // the two are sent at the same time

	if !slices.Equal(requests, requestsWant) {
		return fmt.Errorf("the mock got these requests:\n%s\nwant:\n%s",
			strings.Join(requests, "\n"), strings.Join(requestsWant, "\n"))
	}

	c.checked("the released mock got these requests:\n    %s", strings.Join(requests, "\n    "))

	return nil
}

// runCLI runs the CLI and checks that it succeeds and says a text.
func (c releaseCheck) runCLI(ctx context.Context, workspace cli.Workspace, text string, args ...string) error {
	limited, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()

	result, err := workspace.Run(limited, args...)
	if err != nil {
		return err
	}

	line := workspace.CLI.Command() + " " + strings.Join(args, " ")

	if result.ExitCode != 0 || !strings.Contains(result.Output, text) {
		return fmt.Errorf("%s has the exit code %d, want 0, and has to say %q; it says:\n%s",
			line, result.ExitCode, text, result.Output)
	}

	c.checked("%s: %s", line, text)

	return nil
}
