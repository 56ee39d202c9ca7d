package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Sandbox is a CLI and a temporary folder to run it in.
type Sandbox struct {
	CLI CLI
	// Root is the repository's root folder.
	Root string
	// Dir is the temporary folder, empty at first.
	Dir string
}

// NewSandbox finds a CLI, reporting to progress like Find, and creates the folder, named after program.
func NewSandbox(ctx context.Context, progress io.Writer, program string) (Sandbox, error) {
	found, err := Find(ctx, progress)
	if err != nil {
		return Sandbox{}, err
	}

	root, err := ModuleRoot()
	if err != nil {
		return Sandbox{}, err
	}

	dir, err := os.MkdirTemp("", "chatview-"+program+"-")

	return Sandbox{CLI: found, Root: root, Dir: dir}, err
}

// Close removes the folder.
func (s Sandbox) Close() error {
	return os.RemoveAll(s.Dir)
}

// ModuleRoot returns the root folder of the Go module that contains the working directory.
func ModuleRoot() (string, error) {
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

// BuildProvider builds this repository's provider as the given version, at the absolute path binary. args are further
// arguments for go build.
func BuildProvider(ctx context.Context, binary, version string, args ...string) error {
	root, err := ModuleRoot()
	if err != nil {
		return err
	}

	args = append([]string{"build", "-o", binary, "-ldflags", "-X main.version=" + version}, args...)
	build := Command(ctx, "go", append(args, ".")...)
	build.Dir = root
	// An interrupted go leaves its temporary folder behind.
	build.Env = append(os.Environ(), "GOTMPDIR="+filepath.Dir(binary))

	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the provider: %w\n%s", err, output)
	}

	return nil
}

// CopyConfiguration copies a folder of configuration to a new folder. It leaves out the files of earlier runs: the
// state, the lock file and .terraform.
func CopyConfiguration(from, to string) error {
	return os.CopyFS(to, configuration{os.DirFS(from)})
}

// configuration is a folder without the files of earlier runs.
type configuration struct{ fs.FS }

// ReadDir returns the entries that belong to the configuration.
func (c configuration) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(c.FS, name)

	return slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
		name := entry.Name()

		return name == ".terraform" || name == ".terraform.lock.hcl" || strings.Contains(name, ".tfstate")
	}), err
}
