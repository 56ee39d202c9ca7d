package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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

// NewSandbox finds a CLI, reporting to progress like Find, and creates the
// folder, named after program.
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

// ModuleRoot returns the root folder of the Go module that contains the working
// directory.
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

// BuildProvider builds this repository's provider as the given version, at the
// absolute path binary.
func BuildProvider(ctx context.Context, binary, version string) error {
	root, err := ModuleRoot()
	if err != nil {
		return err
	}

	build := Command(ctx, "go", "build", "-o", binary, "-ldflags", "-X main.version="+version, ".")
	build.Dir = root
	// An interrupted go leaves its temporary folder behind.
	build.Env = append(os.Environ(), "GOTMPDIR="+filepath.Dir(binary))

	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the provider: %w\n%s", err, output)
	}

	return nil
}

// WriteMirror writes, in the folder dir, a filesystem mirror that offers the
// provider built at binary as the given version, and a CLI configuration file
// with that mirror as the only installation method. It returns the file's path.
// The mirror links to binary, which must stay in place.
func (c CLI) WriteMirror(dir, binary, version string) (configFile string, err error) {
	// The unpacked layout: HOSTNAME/NAMESPACE/TYPE/VERSION/TARGET.
	name := filepath.Join(version, runtime.GOOS+"_"+runtime.GOARCH, "terraform-provider-chatview_v"+version)

	return c.writeMirror(dir, map[string]string{name: binary})
}

// WritePackedMirror is WriteMirror for the zip archives of a release: one
// version, any number of platforms.
func (c CLI) WritePackedMirror(dir string, archives []string) (configFile string, err error) {
	// The packed layout:
	// HOSTNAME/NAMESPACE/TYPE/terraform-provider-TYPE_VERSION_TARGET.zip.
	files := make(map[string]string, len(archives))
	for _, archive := range archives {
		files[filepath.Base(archive)] = archive
	}

	return c.writeMirror(dir, files)
}

// writeMirror links files into the provider's folder of a mirror. The keys are
// their paths there.
func (c CLI) writeMirror(dir string, files map[string]string) (string, error) {
	dir, err := filepath.Abs(dir)
	mirror := filepath.Join(dir, "mirror")

	for name, file := range files {
		source, absErr := filepath.Abs(file)
		_, statErr := os.Stat(source)
		link := filepath.Join(mirror, c.RegistryHost(), "chatview", "chatview", name)
		err = errors.Join(err, absErr, statErr, os.MkdirAll(filepath.Dir(link), 0o750), os.Symlink(source, link))
	}

	configFile := filepath.Join(dir, "cli.tfrc")
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)

	return configFile, errors.Join(err, os.WriteFile(configFile, []byte(config), 0o600))
}

// CopyConfiguration copies a folder of configuration to a new folder. It leaves
// out the files of earlier runs: the state, the lock file and .terraform.
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
