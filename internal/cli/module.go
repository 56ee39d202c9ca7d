package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ModuleRoot returns the folder of the go.mod that rules the working directory:
// a test runs in its package's folder, a program where it was started.
func ModuleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the module's root: %w", err)
	}

	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}

		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("find the module's root: there is no go.mod here or above; run this inside the repository")
		}

		folder = parent
	}
}
