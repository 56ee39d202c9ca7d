//go:build unix

package internal_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestReleaseFiles_RegistriesAcceptTheirList, because registries reject a version whose list
// names another file, and it cannot be replaced. It reads the names in .goreleaser.yml, and
// runs internal/release-files.sh with empty files.
func TestReleaseFiles_RegistriesAcceptTheirList(t *testing.T) {
	t.Parallel()

	accepted := regexp.MustCompile(`^terraform-provider-chatview_0\.1\.0_([a-z0-9]+_[a-z0-9]+\.zip|manifest\.json)$`)
	built, listed := goreleaserFiles(t)

	for _, name := range slices.Concat(built, listed) {
		if accepted.MatchString(name) != slices.Contains(listed, name) {
			t.Errorf("the list for registries has %s, or lacks it", name)
		}
	}

	root := t.TempDir()
	for _, name := range []string{"terraform-registry-manifest.json", "internal/mockserver/openapi.yaml", "internal/release-files.sh"} {
		writeFile(t, filepath.Join(root, name), readFile(t, filepath.Join("..", name)))
	}

	for _, name := range slices.Concat(built, []string{list, "config.yaml", "provider_linux_amd64_v1/terraform-provider-chatview_v0.1.0"}) {
		writeFile(t, filepath.Join(root, ".build", "dist", name), nil)
	}

	succeed(t, root, nil, "internal/release-files.sh")

	want := slices.Concat(built, []string{list, manifest, openapi})
	slices.Sort(want)

	for command, want := range map[string][]string{
		"cut -d ' ' -f 3 " + fullList: want,
		"printf '%s\\n' *":            slices.Sorted(slices.Values(slices.Concat(want, []string{fullList}))),
	} {
		output := succeed(t, filepath.Join(root, ".build", "release"), []string{"LC_ALL=C"}, command)
		if got := strings.Fields(output); !slices.Equal(got, want) {
			t.Errorf("%s prints %q, want %q", command, got, want)
		}
	}
}

// goreleaserFiles returns the files that GoReleaser builds, and those that it lists.
func goreleaserFiles(t *testing.T) (built, listed []string) {
	t.Helper()

	type file struct {
		ID           string
		NameTemplate string `yaml:"name_template"`
		Formats      []string
		Documents    []string
	}

	var config struct {
		Builds          []struct{ Targets []string }
		Archives, SBOMs []file
		Checksum        struct {
			IDs        []string
			ExtraFiles []file `yaml:"extra_files"`
		}
	}
	if err := yaml.Unmarshal(readFile(t, "../.goreleaser.yml"), &config); err != nil {
		t.Fatal(err)
	}

	add := func(id, template, target string) {
		system, processor, _ := strings.Cut(target, "_")
		name := strings.NewReplacer("{{ .ProjectName }}", "terraform-provider-chatview", "{{ .Version }}", version,
			"{{ .Os }}", system, "{{ .Arch }}", processor).Replace(template)
		built = append(built, name)

		// Without ids, it lists everything.
		if len(config.Checksum.IDs) == 0 || slices.Contains(config.Checksum.IDs, id) {
			listed = append(listed, name)
		}
	}

	for _, archive := range config.Archives {
		for _, target := range config.Builds[0].Targets {
			add(archive.ID, archive.NameTemplate+"."+archive.Formats[0], target)
		}
	}

	for _, sbom := range config.SBOMs {
		add(sbom.ID, sbom.Documents[0], "")
	}

	for _, extra := range config.Checksum.ExtraFiles {
		listed = append(listed, strings.NewReplacer("{{ .ProjectName }}", "terraform-provider-chatview", "{{ .Version }}", version).Replace(extra.NameTemplate))
	}

	return built, listed
}

// writeLists writes the list for registries, with some files, and that of all files.
func writeLists(t *testing.T, release, names string) {
	t.Helper()

	succeed(t, release, nil, "sum=$(command -v sha256sum || echo shasum -a 256); $sum "+names+" > "+list+"; rm -f *.txt *.sig; $sum * > "+fullList)
}
