package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The OpenTofu to build if there is no CLI. Building it requires only the Go
// module proxy, unlike Terraform.
const (
	openTofuModule  = "github.com/opentofu/opentofu"
	openTofuVersion = "1.12.6"
)

// builtOpenTofu returns the OpenTofu in the repository's build folder, after
// building it if it is missing.
func builtOpenTofu(ctx context.Context, progress io.Writer) (CLI, error) {
	root, err := moduleRoot()
	if err != nil {
		return CLI{}, err
	}

	path := filepath.Join(root, ".build", "opentofu", openTofuVersion, "tofu")
	if _, err := os.Stat(path); err != nil {
		_, _ = fmt.Fprintf(progress, "There is no Terraform or OpenTofu of version %s or newer on the PATH.\n"+
			"Building OpenTofu %s in %s. This takes a few minutes, once.\n", minimumVersion, openTofuVersion, filepath.Dir(path))

		if err := buildOpenTofu(ctx, progress, path); err != nil {
			return CLI{}, fmt.Errorf("build OpenTofu %s: %w; install Terraform or OpenTofu %s or newer, or set CLI to its path",
				openTofuVersion, err, minimumVersion)
		}
	}

	found, err := inspect(ctx, path)
	if err != nil {
		return CLI{}, fmt.Errorf("cannot use the OpenTofu built earlier, delete %s to build it again: %w", filepath.Dir(path), err)
	}

	return found, nil
}

// buildOpenTofu builds OpenTofu at path. An interrupted build leaves nothing at
// path.
func buildOpenTofu(ctx context.Context, progress io.Writer, path string) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}

	partial, err := os.MkdirTemp(filepath.Dir(path), "partial-")
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, os.RemoveAll(partial)) }()

	output, err := Command(ctx, "go", "mod", "download", "-json", openTofuModule+"@v"+openTofuVersion).Output()

	// If the download fails, the JSON has the reason.
	var module struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(output, &module); err != nil || jsonErr != nil {
		return fmt.Errorf("download the source: %w: %s", errors.Join(err, jsonErr), module.Error)
	}

	binary := filepath.Join(partial, "tofu")

	// `go install` refuses a module with replace directives, so it is built in
	// the module cache, as the main module. The flags override GOFLAGS meant for
	// other modules; without cgo no C compiler is needed.
	build := Command(ctx, "go", "build", "-C", module.Dir, "-mod=readonly", "-buildvcs=false", "-trimpath",
		"-ldflags", "-s -w -X "+openTofuModule+"/version.dev=no", "-o", binary, "./cmd/tofu")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	build.Stdout, build.Stderr = progress, progress

	if err := build.Run(); err != nil {
		return err
	}

	return os.Rename(binary, path)
}

// moduleRoot returns the root folder of the Go module that contains the working
// directory.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}

	for ; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}

		if folder == filepath.Dir(folder) {
			return "", errors.New("there is no go.mod here or above: run this inside the repository")
		}
	}
}
