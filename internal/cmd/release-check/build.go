package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// targets matches the list of platforms in .goreleaser.yml.
var targets = regexp.MustCompile(`(?m)^( *targets: &targets\n)((?: *- \w+\n)+)`)

// platforms returns the platforms that a release is built for, as OS_ARCH.
func platforms(config []byte) []string {
	list := targets.FindSubmatch(config)

	return strings.Fields(strings.ReplaceAll(string(list[2]), "- ", ""))
}

// onlyFor returns the configuration for one platform. GoReleaser's own flag for
// that makes no archives.
func onlyFor(config []byte, platform string) []byte {
	return targets.ReplaceAll(config, []byte("${1}      - "+platform+"\n"))
}

// build builds the release twice into dir and compares both builds.
func build(ctx context.Context, dir string, config []byte) error {
	var builds [2]map[string]string // digests

	for i := range builds {
		goreleaser := cli.Command(ctx, "go", "tool", "-modfile=internal/tools/go.mod",
			"goreleaser", "release", "--snapshot", "--clean", "--config=-")
		// See .goreleaser.yml for TZ. Without a remote, GoReleaser ignores the
		// commit's time.
		goreleaser.Env = append(os.Environ(), "TZ=UTC", "GIT_CONFIG_COUNT=1",
			"GIT_CONFIG_KEY_0=remote.origin.url", "GIT_CONFIG_VALUE_0=https://github.com/chatview/"+provider)
		goreleaser.Stdin = bytes.NewReader(config)
		goreleaser.Stdout, goreleaser.Stderr = os.Stdout, os.Stderr

		if err := goreleaser.Run(); err != nil {
			return fmt.Errorf("goreleaser: %w", err)
		}

		var err error
		if builds[i], err = digests(os.DirFS(dir)); err != nil {
			return err
		}
	}

	if err := equal("two builds", builds[0], builds[1]); err != nil {
		return err
	}

	version, err := versionOf(os.DirFS(dir))

	// GoReleaser uploads these from where they are.
	return errors.Join(err,
		os.Link("terraform-registry-manifest.json", filepath.Join(dir, provider+"_"+version+"_manifest.json")),
		os.Link("internal/mockserver/openapi.yaml", filepath.Join(dir, "chatview-"+version+"-openapi.yaml")))
}
