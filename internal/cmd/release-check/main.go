// Command release-check checks the files of a release as the registries do: the
// names, checksums, manifest and SBOMs. Run it in the repository's root, or with
// `make release-check`, which then runs the demo with the release.
//
// It builds the unsigned release twice, and requires both builds to be
// identical. With -dir it checks a downloaded release instead.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

func main() {
	all := flag.Bool("all", false, "check every platform, not only this one")
	dir := flag.String("dir", "", "check the release in this `folder` instead of building one")

	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := check(ctx, *all, *dir)

	stop()

	if err != nil {
		fmt.Fprintf(os.Stderr, "release-check: %v\n", err)
		os.Exit(1)
	}
}

// check checks the release in dir, or one that it builds if dir is empty.
func check(ctx context.Context, all bool, dir string) error {
	config, err := os.ReadFile(".goreleaser.yml")
	if err != nil {
		return err
	}

	if !all {
		config = onlyFor(config, runtime.GOOS+"_"+runtime.GOARCH)
	}

	isBuilt := dir == ""
	if isBuilt {
		dir = ".build/dist" // as .goreleaser.yml has it
		err = build(ctx, dir, config)
	}

	if err != nil {
		return err
	}

	version, err := inspect(os.DirFS(dir), platforms(config))
	if err == nil && !isBuilt {
		err = requireDate(os.DirFS("."), version)
	}

	if err == nil {
		fmt.Printf("release %s: the files, checksums, manifest and SBOMs are as expected\n", version)
	}

	return err
}
