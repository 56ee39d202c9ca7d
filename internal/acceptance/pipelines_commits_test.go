package acceptance

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// branch is the one that is applied.
const branch = "release/1"

// newRepository makes a repository, by default with an origin that has the same commit.
func newRepository(t *testing.T, w workspace, commands ...string) {
	t.Helper()
	requirePrograms(t, "git")

	script := cmp.Or(strings.Join(commands, "\n"), "git init -q -b "+branch+"; git commit -q --allow-empty -m 1; git clone -q --bare . .git/origin; git remote add origin \"$PWD/.git/origin\"")
	runScript(t, w, script, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a")
}

// checksum returns that of a text as a pipeline passes it on: GitHub's has letters only.
func checksum(file, text string) string {
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	if file == "gitlab-ci.yml" {
		return sum
	}

	return strings.NewReplacer("0", "g", "1", "h", "2", "i", "3", "j", "4", "k", "5", "l", "6", "m", "7", "n", "8", "o", "9", "p").Replace(sum)
}

// TestPipelines_ApplyOnlyWhatTheBranchHas approves the second commit after newer ones. The
// plan of a commit that reverts it has no changes, so nothing else would undo its apply.
func TestPipelines_ApplyOnlyWhatTheBranchHas(t *testing.T) {
	t.Parallel()

	const github, tenants, gitlab = "github-actions.yml", "tenants-github-actions.yml", "gitlab-ci.yml"

	all := map[string]string{github: "apply", tenants: "apply-staging", gitlab: "apply"}

	for name, test := range map[string]struct{ commits, stops string }{
		"in another folder":            {"echo 3 > other/main.tf; git commit -qam 3", ""},
		"in a module of the tenants":   {"echo 3 > modules/main.tf; git commit -qam 3", tenants},
		"in a module of the folder":    {"echo 3 > folder/modules/main.tf; git commit -qam 3", "all"},
		"a file that leaves":           {"git mv folder/main.tf other/new.tf; git commit -qm 3", "all"},
		"a revert":                     {"git revert --no-edit HEAD", "all"},
		"a revert, and its revert":     {"git revert --no-edit HEAD; git revert --no-edit HEAD", ""},
		"a revert by force":            {"git reset -q --hard HEAD~", "all"},
		"a revert that a tag hides":    {"git tag " + branch + "; git revert --no-edit HEAD", "all"},
		"a branch that does not exist": {"git branch -m another", "all"},
		"in an ignored submodule":      {"git update-index --cacheinfo 160000,$(printf %040d 3),folder/submodule; git commit -qm 3", "all"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			w := newWorkspace(t)
			newRepository(t, w, `printf '#!/bin/sh\necho "$@"\n' > terraform; chmod +x terraform
git init -q -b `+branch+` origin; cd origin; mkdir -p folder/modules folder/submodule modules other
git update-index --add --cacheinfo 160000,$(printf %040d 2),folder/submodule; printf '[submodule "a"]\npath = folder/submodule\nignore = all\n' > .gitmodules
for i in 1 2; do for folder in folder folder/modules modules other; do echo $i > $folder/main.tf; done; git add .; git commit -qm $i; done
git clone -q --depth 1 "file://$PWD" ../checkout; `+test.commits)

			for file, job := range all {
				t.Run(file, func(t *testing.T) {
					folder := workspace{filepath.Join(w.dir, "checkout", "folder"), []string{"PATH=" + w.dir + string(os.PathListSeparator) + os.Getenv("PATH")}}
					plan := map[bool]string{true: "tenants.tfplan", false: "chatview.tfplan"}[file == tenants]
					applied := "init -input=false -lockfile=readonly\nplan -input=false -lock-timeout=5m -out=" + plan + "\napply -input=false " + plan + "\n"
					approved := checksum(file, map[bool]string{false: "\n"}[file == tenants]+"show -no-color "+plan+"\n")
					write(t, folder, "approved.txt", "2 "+approved+"\n")

					log := runJob(t, folder, file, job, "sha256="+approved, "staging="+approved)
					if stops := test.stops == "all" || test.stops == file; stops != !strings.HasSuffix(log, applied) || stops == strings.Contains(log, "init") {
						t.Errorf("stops is not %t:\n%s", stops, log)
					}
				})
			}
		})
	}
}
