// Command profiled is the provider with profiles: what main.go serves, and at
// its end a CPU and an allocation profile in the folder that BENCH_PROFILE
// names. The shipped provider has no profiler in it.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/chatview/terraform-provider-chatview/internal/provider"
)

func main() {
	if err := serve(os.Getenv("BENCH_PROFILE")); err != nil {
		log.Fatal(err)
	}
}

// serve serves the provider until the CLI ends it, and leaves the profiles.
func serve(folder string) (err error) {
	process := filepath.Join(folder, fmt.Sprint(os.Getpid()))

	processor, err := os.Create(process + ".cpu.pprof") //nolint:gosec // the bench says where
	if err != nil {
		return err
	}

	if err := pprof.StartCPUProfile(processor); err != nil {
		return errors.Join(err, processor.Close())
	}

	defer func() {
		pprof.StopCPUProfile()

		err = errors.Join(err, processor.Close(), writeAllocations(process+".allocs.pprof"))
	}()

	return provider.Serve("profiled", false)
}

// writeAllocations writes what was allocated since the start.
func writeAllocations(file string) (err error) {
	allocations, err := os.Create(file) //nolint:gosec // the bench says where
	if err != nil {
		return err
	}

	defer func() { err = errors.Join(err, allocations.Close()) }()

	return pprof.Lookup("allocs").WriteTo(allocations, 0)
}
