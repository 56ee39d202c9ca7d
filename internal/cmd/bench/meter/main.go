//go:build unix

// Command meter runs ./provider and appends its resource usage to ./usage. The CLI,
// which starts the provider, does not report it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func main() {
	provider := exec.CommandContext(context.Background(), "./provider")
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr

	err := provider.Run()
	if provider.ProcessState != nil {
		err = errors.Join(err, record(provider.ProcessState))
	}

	if err != nil {
		log.Fatalf("meter: %v", err)
	}
}

// record appends a line with the processor time in nanoseconds and the peak
// memory in bytes. It is a single write, because providers may end at the same time.
func record(state *os.ProcessState) error {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("the system reports no usage")
	}

	peak := usage.Maxrss
	if runtime.GOOS != "darwin" {
		peak *= 1024 // Darwin counts bytes, the others kibibytes
	}

	file, err := os.OpenFile("usage", os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}

	_, err = fmt.Fprintln(file, (state.UserTime() + state.SystemTime()).Nanoseconds(), peak)

	return errors.Join(err, file.Close())
}
