package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// copyRepository makes the folder to a repository with the history of another,
// which has the commit and its time, and with that one's files as they are. What
// git ignores stays behind.
func copyRepository(ctx context.Context, from, to string) (err error) {
	if _, err := git(ctx, from, "clone", "--quiet", "--no-checkout", ".", to); err != nil {
		return err
	}

	list, err := git(ctx, from, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	if err != nil {
		return err
	}

	copied, err := os.OpenRoot(to)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, copied.Close()) }()

	for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		err := copyFile(os.DirFS(from), copied, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // deleted, and that not committed
			return fmt.Errorf("copy the repository: %w", err)
		}
	}

	return nil
}

// git runs git in the folder and returns what it printed.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	var problem strings.Builder

	command := cli.Command(ctx, "git", args...)
	command.Dir = folder
	command.Stderr = &problem

	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(problem.String()))
	}

	return string(output), nil
}

// copyFile copies a file with its mode, under its name, into a folder that it
// makes.
func copyFile(from fs.FS, to *os.Root, name string) (err error) {
	source, err := from.Open(name)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, source.Close()) }()

	info, err := source.Stat()
	if err != nil {
		return err
	}

	if err := to.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}

	return writeFile(to, name, info.Mode().Perm(), source)
}

// writeFile writes a new file.
func writeFile(folder *os.Root, name string, mode fs.FileMode, content io.Reader) error {
	file, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}

	_, err = io.Copy(file, content)

	return errors.Join(err, file.Close())
}
