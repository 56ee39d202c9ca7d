// Package wholefile replaces files atomically.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Write writes a file beside its name and renames it. If name is a link, which a
// checkout may have, the link is replaced and not followed. A new file has the
// permissions of mode before umask, and one that exists keeps those that mode
// has, too. A device or a pipe cannot be replaced, and is written as it is.
func Write(name string, mode os.FileMode, write func(io.Writer) error) error {
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: it is a folder", name)
	// If standard output is a file, /dev/stdout is a link to it.
	case err == nil && !info.Mode().IsRegular(), strings.HasPrefix(name, "/dev/fd/"), strings.HasPrefix(name, "/dev/std"):
		return fill(name, os.O_TRUNC, mode, write)
	}

	beside := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s-%d", filepath.Base(os.Args[0]), os.Getpid()))
	_ = os.Remove(beside) // of a process that was killed

	defer func() { _ = os.Remove(beside) }() // if anything fails, or write panics

	err := fill(beside, os.O_EXCL, mode, write)
	if info, lstatErr := os.Lstat(name); err == nil && lstatErr == nil && info.Mode().IsRegular() {
		err = os.Chmod(beside, info.Mode().Perm()&mode)
	}

	if err == nil {
		err = os.Rename(beside, name)
	}

	if err == nil {
		return nil
	}

	if errors.Is(err, syscall.EBUSY) {
		return fmt.Errorf("%s: it is mounted, so it cannot be replaced: mount its folder instead", name)
	}

	// without the other name
	if number, isNumber := errors.AsType[syscall.Errno](err); isNumber {
		err = number
	}

	return fmt.Errorf("%s: %w", name, err)
}

// fill opens a file and writes it.
func fill(name string, flag int, mode os.FileMode, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flag, mode)
	if err != nil {
		return err
	}

	return errors.Join(write(file), file.Close())
}
