package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const lockFile = ".terraform.lock.hcl"

// copyFolder makes a folder below temporary in which the CLI can run as if it
// were dir, and returns its path.
//
// It links everything in dir, except state and the data directory. It copies the
// lock file, because init writes to it. It also links the siblings of dir and of
// all its parents, so a path such as ../../modules/theme leads to the same files.
func copyFolder(temporary, dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir) // the system resolves .. from there
	}

	if err != nil {
		return "", fmt.Errorf("open the configuration: %w", err)
	}

	original := filepath.VolumeName(dir) + string(filepath.Separator)
	result := filepath.Join(temporary, "root")

	for name := range strings.SplitSeq(strings.TrimPrefix(dir, original), string(filepath.Separator)) {
		// A parent may be unreadable. Then dir does not refer to its siblings either.
		err := linkEntries(original, result, func(entry string) bool { return entry != name })
		if err != nil && !errors.Is(err, os.ErrPermission) {
			return "", err
		}

		original, result = filepath.Join(original, name), filepath.Join(result, name)
	}

	err = linkEntries(dir, result, func(entry string) bool {
		return entry != ".terraform" && entry != lockFile && !strings.Contains(entry, ".tfstate")
	})
	if err != nil {
		return "", err
	}

	locked, err := os.ReadFile(filepath.Join(dir, lockFile))
	if err == nil {
		err = os.WriteFile(filepath.Join(result, lockFile), locked, 0o600)
	}

	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("copy the lock file: %w", err)
	}

	return result, nil
}

// linkEntries creates the folder to and links the wanted entries of from in it.
func linkEntries(from, to string, wanted func(entry string) bool) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("copy the configuration: %w", err)
	}

	entries, err := os.ReadDir(from)
	if err != nil {
		return fmt.Errorf("copy the configuration: %w", err)
	}

	for _, entry := range entries {
		if !wanted(entry.Name()) {
			continue
		}

		if err := os.Symlink(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())); err != nil {
			return fmt.Errorf("copy the configuration (on Windows, this needs the developer mode): %w", err)
		}
	}

	return nil
}
