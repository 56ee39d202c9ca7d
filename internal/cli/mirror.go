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
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("lay a mirror: %w", err)
	}

	// The unpacked layout: HOSTNAME/NAMESPACE/TYPE/VERSION/TARGET.
	mirror := filepath.Join(dir, "mirror")
	folder := filepath.Join(mirror, c.RegistryHost(), providerNamespace, providerType, version,
		runtime.GOOS+"_"+runtime.GOARCH)

	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("lay a mirror: %w", err)
	}

	if err := copyProgram(binary, filepath.Join(folder, "terraform-provider-"+providerType+"_v"+version)); err != nil {
		return "", fmt.Errorf("lay a mirror: %w", err)
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
	source, err := os.Open(from)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, source.Close()) }()

	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}

	_, err = io.Copy(target, source)

	return errors.Join(err, target.Close())
}
