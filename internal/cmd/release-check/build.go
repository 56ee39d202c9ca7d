package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

const (
	configName   = ".goreleaser.yml"
	manifestFile = "terraform-registry-manifest.json"
)

// dist is the folder of a release, as .goreleaser.yml has it.
var dist = filepath.Join(".build", "dist")

// buildTwice builds the release in two copies of the repository, of which
// neither is in the repository's own folder: that path must not matter. It
// returns the first.
func (c releaseCheck) buildTwice(ctx context.Context, root string, all bool) (release, error) {
	c.heading("Copy the repository, with what is not committed, into two folders")

	// The second is a copy of the first, and so of the same state, whatever
	// changes in the repository meanwhile.
	first, second := filepath.Join(c.dir, "first"), filepath.Join(c.dir, "a second one")

	if err := errors.Join(copyRepository(ctx, root, first), copyRepository(ctx, first, second)); err != nil {
		return release{}, err
	}

	var releases []release

	for _, folder := range []string{first, second} {
		c.heading("Build the release in " + folder)

		built, err := c.build(ctx, folder, all)
		if err != nil {
			return release{}, err
		}

		releases = append(releases, built)
	}

	c.heading("Compare the two")

	if err := sameFiles(releases[0].files, releases[1].files); err != nil {
		return release{}, fmt.Errorf("two builds of one state differ: %w", err)
	}

	c.checked("both builds are the same %d files, bit for bit", len(releases[0].fileNames()))

	return releases[0], nil
}

// build builds the release in the folder, a copy of the repository.
func (c releaseCheck) build(ctx context.Context, folder string, all bool) (built release, err error) {
	repository, err := os.OpenRoot(folder)
	if err != nil {
		return release{}, err
	}

	defer func() { err = errors.Join(err, repository.Close()) }()

	built.targets, err = chooseTargets(repository, all)
	if err != nil {
		return release{}, fmt.Errorf("read %s: %w", configName, err)
	}

	goreleaser := cli.Command(ctx, "go", "tool", "-modfile="+filepath.Join("internal", "tools", "go.mod"),
		"goreleaser", "release", "--snapshot", "--skip=sign")
	goreleaser.Dir = folder
	goreleaser.Env = append(os.Environ(), "TZ=UTC") // see .goreleaser.yml
	goreleaser.Stdout, goreleaser.Stderr = c.out, c.out

	if err := goreleaser.Run(); err != nil {
		return release{}, fmt.Errorf("goreleaser: %w", err)
	}

	built.dir = filepath.Join(folder, dist)
	built.files = os.DirFS(built.dir)

	if built.version, err = readVersion(built.files); err != nil {
		return release{}, err
	}

	built.manifest, err = repository.ReadFile(manifestFile)

	return built, err
}

// chooseTargets returns the platforms to build for. Unless these are all of
// them it takes the others out of the repository's configuration.
func chooseTargets(repository *os.Root, all bool) ([]target, error) {
	config, err := repository.ReadFile(configName)
	if err != nil {
		return nil, err
	}

	if all {
		return readTargets(string(config))
	}

	narrowed, err := keepTarget(string(config), host)
	if err != nil {
		return nil, err
	}

	return []target{host}, repository.WriteFile(configName, []byte(narrowed), 0o600)
}

// readVersion returns the version that goreleaser noted.
func readVersion(files fs.FS) (string, error) {
	content, err := fs.ReadFile(files, "metadata.json")
	if err != nil {
		return "", fmt.Errorf("read the release's version: %w", err)
	}

	var metadata struct{ Version string }

	if err := json.Unmarshal(content, &metadata); err != nil {
		return "", fmt.Errorf("read the release's version: %w", err)
	}

	return metadata.Version, nil
}
