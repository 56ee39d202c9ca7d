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

	// Darwin counts bytes, all others units of 1,024.
	if runtime.GOOS == "darwin" {
		return int64(resources.Maxrss)
	}

	return int64(resources.Maxrss) * 1024
}
