package cli

import (
	"context"
	"errors"
	"io"
)

// Stage is the old name of Sandbox.
//
// Deprecated: use Sandbox.
type Stage = Sandbox

// OnStage calls run with a new sandbox and closes it.
//
// Deprecated: use NewSandbox.
func OnStage(ctx context.Context, progress io.Writer, program string, run func(Stage) error) (err error) {
	sandbox, err := NewSandbox(ctx, progress, program)
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, sandbox.Close()) }()

	return run(sandbox)
}

// LayMirror is the old name of WriteMirror.
//
// Deprecated: use WriteMirror.
func (c CLI) LayMirror(dir, binary, version string) (string, error) {
	return c.WriteMirror(dir, binary, version)
}

// LayPackedMirror is the old name of WritePackedMirror.
//
// Deprecated: use WritePackedMirror.
func (c CLI) LayPackedMirror(dir string, archives []string) (string, error) {
	return c.WritePackedMirror(dir, archives)
}
