package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Stage is what a program of this repository needs to put a CLI to work.
type Stage struct {
	CLI CLI
	// Root is the repository's folder.
	Root string
	// Dir is an empty temporary folder, for everything that is made.
	Dir string
}

// OnStage finds a CLI, as Find does with progress, and calls play with a stage.
// The stage's folder bears the program's name, and is gone afterwards.
func OnStage(ctx context.Context, progress io.Writer, program string, play func(Stage) error) (err error) {
	found, err := Find(ctx, progress)
	if err != nil {
		return err
	}

	root, err := ModuleRoot()
	if err != nil {
		return err
	}

	dir, err := os.MkdirTemp("", "chatview-"+program+"-")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}

	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	return play(Stage{CLI: found, Root: root, Dir: dir})
}
