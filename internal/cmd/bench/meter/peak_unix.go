//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakBytes returns the most memory that the process has held at a time.
func peakBytes(state *os.ProcessState) int64 {
	resources, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}

	peak := int64(resources.Maxrss) //nolint:unconvert // it has 32 bits where the processor has

	// Darwin counts bytes, all others units of 1,024.
	if runtime.GOOS != "darwin" {
		peak *= 1024
	}

	return peak
}
