package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// LayMirror makes, in the folder dir, a filesystem mirror that offers the
// provider built at binary as the given version, and a CLI configuration file
// by which that mirror is the only place to install a provider from. It returns
// the file's path.
func (c CLI) LayMirror(dir, binary, version string) (string, error) {
	// The unpacked layout: HOSTNAME/NAMESPACE/TYPE/VERSION/TARGET.
	installed := filepath.Join(version, runtime.GOOS+"_"+runtime.GOARCH, "terraform-provider-"+providerType+"_v"+version)

	return c.layMirror(dir, map[string]string{installed: binary})
}

// LayPackedMirror is LayMirror for a release: the mirror offers the provider's
// zip archives, of one version and as many platforms as there are.
func (c CLI) LayPackedMirror(dir string, archives []string) (string, error) {
	// The packed layout: HOSTNAME/NAMESPACE/TYPE/terraform-provider-TYPE_VERSION_TARGET.zip.
	files := make(map[string]string, len(archives))
	for _, archive := range archives {
		files[filepath.Base(archive)] = archive
	}

	return c.layMirror(dir, files)
}

// layMirror copies files into the provider's folder of a mirror. The keys are
// their paths there.
func (c CLI) layMirror(dir string, files map[string]string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("lay a mirror: %w", err)
	}

	mirror := filepath.Join(dir, "mirror")

	for path, source := range files {
		target := filepath.Join(mirror, c.RegistryHost(), providerNamespace, providerType, path)

		if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
			return "", fmt.Errorf("lay a mirror: %w", err)
		}

		if err := copyProgram(source, target); err != nil {
			return "", fmt.Errorf("lay a mirror: %w", err)
		}
	}

	configFile := filepath.Join(dir, "cli.tfrc")
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)

	if err := os.WriteFile(configFile, []byte(config), 0o600); err != nil {
		return "", fmt.Errorf("lay a mirror: %w", err)
	}

	return configFile, nil
}

// copyProgram copies an executable file.
func copyProgram(from, to string) (err error) {
	source, err := os.Open(from) //nolint:gosec // the caller's own program
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, source.Close()) }()

	//nolint:gosec // a program of the mirror's, which is to be run
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}

	_, err = io.Copy(target, source)

	return errors.Join(err, target.Close())
}
