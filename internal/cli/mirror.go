package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// WriteMirror writes, in the folder dir, a filesystem mirror that offers the provider built at binary as the given
// version, and a CLI configuration file with that mirror as the only installation method. It returns the file's path.
// The mirror links to binary, which must stay in place.
func (c CLI) WriteMirror(dir, binary, version string) (configFile string, err error) {
	// The unpacked layout: HOSTNAME/NAMESPACE/TYPE/VERSION/TARGET.
	name := filepath.Join(version, runtime.GOOS+"_"+runtime.GOARCH, "terraform-provider-chatview_v"+version)

	return c.writeMirror(dir, map[string]string{name: binary})
}

// WritePackedMirror is WriteMirror for the zip archives of a release: one version, any number of platforms.
func (c CLI) WritePackedMirror(dir string, archives []string) (configFile string, err error) {
	// The packed layout: HOSTNAME/NAMESPACE/TYPE/terraform-provider-TYPE_VERSION_TARGET.zip.
	files := make(map[string]string, len(archives))
	for _, archive := range archives {
		files[filepath.Base(archive)] = archive
	}

	return c.writeMirror(dir, files)
}

// writeMirror links files into the provider's folder of a mirror. The keys are their paths there.
func (c CLI) writeMirror(dir string, files map[string]string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}

	mirror := filepath.Join(dir, "mirror")

	for name, source := range files {
		if source, err = filepath.Abs(source); err != nil {
			return "", err
		}

		if _, err := os.Stat(source); err != nil {
			return "", fmt.Errorf("write a mirror: %w", err)
		}

		link := filepath.Join(mirror, c.RegistryHost(), "chatview", "chatview", name)
		if err := os.MkdirAll(filepath.Dir(link), 0o750); err != nil {
			return "", fmt.Errorf("write a mirror: %w", err)
		}

		if err := os.Symlink(source, link); err != nil {
			return "", fmt.Errorf("write a mirror: %w", err)
		}
	}

	configFile := filepath.Join(dir, "cli.tfrc")
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)

	return configFile, os.WriteFile(configFile, []byte(config), 0o600)
}
