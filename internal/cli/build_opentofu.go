package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The OpenTofu that is built where there is no CLI: the Go module proxy is all
// that this takes. Terraform can not be had that way.
const (
	openTofuModule  = "github.com/opentofu/opentofu"
	openTofuVersion = "1.12.6"
)

// buildOpenTofu returns the OpenTofu in the module's build folder, and builds
// it first if it is not there yet.
func buildOpenTofu(ctx context.Context, progress io.Writer) (CLI, error) {
	root, err := ModuleRoot()
	if err != nil {
		return CLI{}, err
	}

	path := filepath.Join(root, ".build", "opentofu", openTofuVersion, "tofu")

	switch _, err := os.Stat(path); {
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist):
		return CLI{}, fmt.Errorf("look for an OpenTofu built before: %w", err)
	default:
		_, _ = fmt.Fprintf(progress, "There is no Terraform or OpenTofu of version %s or newer on the PATH.\n"+
			"Building OpenTofu %s from the Go module proxy into %s: this takes a few minutes, once.\n",
			floor, openTofuVersion, filepath.Dir(path))

		if err := compileOpenTofu(ctx, progress, path); err != nil {
			return CLI{}, fmt.Errorf("%w; install Terraform or OpenTofu %s or newer, "+
				"or set CLI to the path of one", err, floor)
		}
	}

	found, err := inspect(ctx, path)
	if err != nil {
		return CLI{}, fmt.Errorf("use the OpenTofu built here (to build it again, delete %s): %w", filepath.Dir(path), err)
	}

	return found, nil
}

// compileOpenTofu builds OpenTofu at path. What is there afterwards is whole: an
// interrupted build leaves nothing that a later one would take for a CLI.
func compileOpenTofu(ctx context.Context, progress io.Writer, path string) (err error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return fmt.Errorf("make a folder for OpenTofu: %w", err)
	}

	partial, err := os.MkdirTemp(folder, "partial-")
	if err != nil {
		return fmt.Errorf("make a folder for OpenTofu: %w", err)
	}

	defer func() { err = errors.Join(err, os.RemoveAll(partial)) }()

	source, err := downloadOpenTofu(ctx, partial)
	if err != nil {
		return fmt.Errorf("download the source of OpenTofu %s: %w", openTofuVersion, err)
	}

	binary := filepath.Join(partial, "tofu")

	// `go install` refuses a module with replace directives, so that it is built
	// where the module cache holds it, as a main module of its own. The flags
	// keep out what the user's GOFLAGS may hold for other modules; without cgo
	// there is no need of a C compiler.
	build := Command(ctx, "go", "build", "-C", source, "-mod=readonly", "-buildvcs=false", "-trimpath",
		"-ldflags", "-s -w -X "+openTofuModule+"/version.dev=no", "-o", binary, "./cmd/tofu")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	build.Stdout, build.Stderr = progress, progress

	if err := build.Run(); err != nil {
		return fmt.Errorf("build OpenTofu %s: %w", openTofuVersion, err)
	}

	if err := os.Rename(binary, path); err != nil {
		return fmt.Errorf("put OpenTofu in place: %w", err)
	}

	return nil
}

// downloadOpenTofu returns the folder of the module cache that holds OpenTofu's
// source. It runs in a folder given for it, with a go.mod of its own, so that
// nothing this module says (a replace, a vendor folder) has a part in it.
func downloadOpenTofu(ctx context.Context, folder string) (string, error) {
	goMod := []byte("module download\n")
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), goMod, 0o600); err != nil {
		return "", fmt.Errorf("write go.mod: %w", err)
	}

	download := Command(ctx, "go", "mod", "download", "-json", openTofuModule+"@v"+openTofuVersion)
	download.Dir = folder
	download.Env = append(os.Environ(), "GOWORK=off")

	output, runErr := download.Output()

	// Where the download itself fails, the reason stands in the JSON.
	var module struct{ Dir, Error string }

	switch err := json.Unmarshal(output, &module); {
	case runErr != nil && module.Error != "":
		return "", errors.New(module.Error)
	case runErr != nil:
		return "", fmt.Errorf("go mod download: %w", withStderr(runErr))
	case err != nil:
		return "", fmt.Errorf("read what go mod download says: %w", err)
	}

	return module.Dir, nil
}
