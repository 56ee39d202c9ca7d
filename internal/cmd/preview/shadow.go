package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// layShadow makes a folder that the CLI can run in as if it were dir, and write
// to. It returns its path, below the folder temporary.
//
// All that dir holds is linked into it, but what an earlier run left: its state,
// its lock file, its modules. And so that a path such as ../../modules/theme
// leads where it leads from dir, the folder lies as deep below temporary as dir
// does below the root, and everything beside dir and each folder above it is
// linked, too.
func layShadow(temporary, dir string) (string, error) {
	dir, err := realPath(dir)
	if err != nil {
		return "", fmt.Errorf("find the configuration: %w", err)
	}

	original := filepath.VolumeName(dir) + string(filepath.Separator)
	shadow := filepath.Join(temporary, "root")

	for name := range strings.SplitSeq(strings.TrimPrefix(dir, original), string(filepath.Separator)) {
		if err := os.Mkdir(shadow, 0o700); err != nil {
			return "", fmt.Errorf("lay a copy of the configuration: %w", err)
		}

		// A folder above may be closed to its own users. Then nothing beside dir can
		// be meant either.
		err := linkAll(original, shadow, func(entry string) bool { return entry != name })
		if err != nil && !errors.Is(err, os.ErrPermission) {
			return "", err
		}

		original, shadow = filepath.Join(original, name), filepath.Join(shadow, name)
	}

	if err := os.Mkdir(shadow, 0o700); err != nil {
		return "", fmt.Errorf("lay a copy of the configuration: %w", err)
	}

	return shadow, linkAll(dir, shadow, func(entry string) bool { return !isLeftOver(entry) })
}

// realPath returns the absolute path of a folder, without symbolic links: from
// it, .. is where the system goes.
func realPath(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}

	dir, err = filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}

	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", dir)
	}

	return dir, err
}

// isLeftOver says whether a run of the CLI leaves a file of that name behind.
func isLeftOver(name string) bool {
	return name == ".terraform" || name == ".terraform.lock.hcl" || strings.Contains(name, ".tfstate")
}

// linkAll links the wanted ones of the entries of a folder into another.
func linkAll(from, to string, wanted func(entry string) bool) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return fmt.Errorf("read %s: %w", from, err)
	}

	for _, entry := range entries {
		if !wanted(entry.Name()) {
			continue
		}

		if err := os.Symlink(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())); err != nil {
			return fmt.Errorf("lay a copy of the configuration: %w", err)
		}
	}

	return nil
}
