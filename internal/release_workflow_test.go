//go:build unix

package internal_test

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReleaseWorkflow_SignsWithTheKeyOfThePage, because GitHub publishes any signature:
// only a user who verifies a download would notice another key.
func TestReleaseWorkflow_SignsWithTheKeyOfThePage(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "gpg")

	step := workflowStep(t, "publish", "Sign both lists")
	rsa, curve := newKey(t, "rsa2048"), newKey(t, "ed25519")

	for name, c := range map[string]struct {
		key         signingKey
		fingerprint string
		passphrase  string
		fails       bool
	}{
		"the key":            {key: rsa, fingerprint: rsa.fingerprint, passphrase: passphrase},
		"another key":        {key: rsa, fingerprint: fingerprint, passphrase: passphrase, fails: true},
		"a wrong passphrase": {key: rsa, fingerprint: rsa.fingerprint, passphrase: "wrong", fails: true},
		"not an RSA key":     {key: curve, fingerprint: curve.fingerprint, passphrase: passphrase, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			folder := t.TempDir()
			writeFile(t, filepath.Join(folder, "release", list), []byte("a list\n"))
			writeFile(t, filepath.Join(folder, "release", fullList), []byte("another list\n"))

			output, err := shell(t, folder, []string{
				"GNUPGHOME=" + newKeyring(t), "TAG=v" + version,
				"GPG_PRIVATE_KEY=" + c.key.private, "GPG_PASSPHRASE=" + c.passphrase, "FINGERPRINT=" + c.fingerprint,
			}, step)

			if named := strings.Contains(output, "::error::GPG_PRIVATE_KEY is not the RSA key "+c.fingerprint); named != c.fails || (err != nil) != c.fails {
				t.Errorf("fails: %v, should fail: %v\n%s", err, c.fails, output)
			}

			if signed, _ := filepath.Glob(filepath.Join(folder, "release", "*.sig")); !c.fails && len(signed) != 2 {
				t.Errorf("it signs %q", signed)
			}
		})
	}
}

// TestReleaseWorkflow_ReplacesOnlyDrafts, because a job that is run again would delete a
// published release and succeed.
func TestReleaseWorkflow_ReplacesOnlyDrafts(t *testing.T) {
	t.Parallel()

	const (
		gh     = `gh() { case $2 in view) echo "$IS_DRAFT"; [ -n "$IS_DRAFT" ] ;; *) echo "$@" ;; esac; }` + "\n"
		create = "release create TAG release/* --draft --verify-tag --title TAG --prerelease=false --notes What changed is in the [changelog](server/repo/blob/TAG/CHANGELOG.md).\n"
	)

	for name, c := range map[string]struct{ tag, isDraft, want string }{
		"a published release": {"v0.1.0", "false", "::error::TAG is published already.\n"},
		"a draft":             {"v1.0.0", "true", "release delete TAG --yes\n" + create},
		"none":                {"v1.0.0-rc1", "", strings.Replace(create, "=false", "=true", 1)},
	} {
		output, err := shell(t, ".", []string{"TAG=" + c.tag, "IS_DRAFT=" + c.isDraft, "GITHUB_SERVER_URL=server", "GH_REPO=repo"},
			gh+workflowStep(t, "draft", "Create the draft, or replace it"))
		if want := strings.ReplaceAll(c.want, "TAG", c.tag); output != want || (err != nil) != strings.HasPrefix(want, "::error") {
			t.Errorf("%s: it ends with %v and %q, want %q", name, err, output, want)
		}
	}
}

// TestReleaseWorkflow_PublishesWhatItVerified, because a release cannot be corrected. It
// runs the steps with a gh that prints its arguments, after a publish that failed.
func TestReleaseWorkflow_PublishesWhatItVerified(t *testing.T) {
	t.Parallel()

	const bundle = "release/terraform-provider-chatview-" + version + ".intoto.jsonl"

	setup := `gh() { echo "$@"; [ "$1 $2" != "$FAILS" ]; }; mkdir release; touch attestation ` + bundle + "\n" +
		"for file in " + archive + " " + list + " " + fullList + " " + list + ".sig " + fullList + ".sig; do touch release/$file; done\n"
	script := setup + workflowStep(t, "publish", "Download the draft") + "\nls release\ntouch release/{" + list + "," + fullList + "}.sig\n" + workflowStep(t, "publish", "Publish")
	verify := "release download v0.1.0 --dir release\n" + fullList + "\n" + list + "\n" + archive + "\n" +
		"attestation verify release/" + fullList + " --bundle " + bundle + " --repo o/r --signer-workflow o/r/.github/workflows/release.yml" +
		" --source-ref refs/tags/v0.1.0 --source-digest 1234 --deny-self-hosted-runners\n"
	publish := "release upload v0.1.0 release/" + fullList + ".sig release/" + list + ".sig " + bundle + " --clobber\nrelease edit v0.1.0 --draft=false --tag v0.1.0 --verify-tag\n"

	for fails, want := range map[string]string{"": verify + publish, "attestation verify": verify} {
		output, err := shell(t, t.TempDir(), []string{
			"FAILS=" + fails, "TAG=v" + version, "ATTESTATION=attestation", "GH_REPO=o/r", "GITHUB_REF=refs/tags/v0.1.0", "GITHUB_SHA=1234", "LC_ALL=C",
		}, script)
		if output != want || (err != nil) != (fails != "") {
			t.Errorf("%q fails: it ends with %v and\n%swant\n%s", fails, err, output, want)
		}
	}
}

// TestReleaseWorkflow_RefusesACommitOfAnotherBranch, because a release of a commit that
// nobody reviewed looks like any other. It runs the step in clones of a repository whose
// main has two commits.
func TestReleaseWorkflow_RefusesACommitOfAnotherBranch(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "git")

	step := workflowStep(t, "ready", "Refuse a commit that is not on main, and a branch with the name of the tag")
	repository := `git init --quiet --initial-branch=main origin; cd origin
		commit() { git -c user.name=a -c user.email=a@example.com commit --quiet --allow-empty --message="$1"; }
		commit older; git branch older; commit newest; git branch newest; git switch --quiet --create other older; commit other; cd ..
		git clone --quiet origin clone; cd clone; git checkout --quiet "origin/$COMMIT"
		`

	for tagged, want := range map[string]string{
		"v0.1.0 newest": "", "v0.1.0 older": "", "v0.1.0 other": "::error::v0.1.0 is not a commit of main.\n",
		"older newest": "::error::older is a branch, too",
	} {
		tag, commit, _ := strings.Cut(tagged, " ")

		output, err := shell(t, t.TempDir(), []string{"COMMIT=" + commit, "TAG=" + tag}, repository+step)
		if !strings.Contains(output, want) || (err != nil) != (want != "") {
			t.Errorf("%s: it ends with %v and %q, want %q", tagged, err, output, want)
		}
	}
}

// TestReleaseWorkflow_RefusesFilesThatBuildDidNotMake, because files that another job or a
// person replaced would be signed as usual. It runs the step of both jobs that can write.
func TestReleaseWorkflow_RefusesFilesThatBuildDidNotMake(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "sha256sum")

	for name, c := range map[string]struct{ script, want string }{
		"the files":               {script: "true"},
		"a changed file":          {script: "echo x >> " + archive, want: archive + ": FAILED"},
		"a changed list":          {script: "echo x >> " + list, want: list + ": FAILED"},
		"a changed file and list": {script: "echo x >> " + archive + "; sha256sum " + archive + " " + list + " > " + fullList, want: fullList + ": FAILED"},
		"a missing file":          {script: "rm " + archive, want: archive + ": FAILED open"},
		"another file":            {script: "touch " + tools, want: "> " + tools},
		"a hidden file":           {script: "touch .netrc", want: "> .netrc"},
		"another version":         {script: "mv " + fullList + " chatview-0.2.0-checksums.txt", want: fullList + ": FAILED open"},
		"no checksum":             {script: "unset SHA256", want: "no properly formatted"},
	} {
		for _, job := range []string{"draft", "publish"} {
			folder := t.TempDir()
			build := filepath.Join(folder, ".build", "release")
			writeFile(t, filepath.Join(build, archive), []byte("a provider"))

			setup := "(cd .build/release; sha256sum * > " + list + "; sha256sum * > " + fullList + ")\n" + workflowStep(t, "build", "Note the checksum of the full list") +
				"\nexport \"SHA256=$(sed -n 's/^sha256=//p' output)\"\nmv .build/release release; cd release; " + c.script + "; cd ..\n"
			output, err := shell(t, folder, []string{"TAG=v" + version, "GITHUB_OUTPUT=output"},
				setup+workflowStep(t, job, "Check that build made these files, and no others"))

			if (err != nil) != (c.want != "") || !strings.Contains(output, c.want) {
				t.Errorf("%s, %s: it ends with %v, want %q:\n%s", job, name, err, c.want, output)
			}
		}
	}
}

// TestReleaseWorkflow_AttestsAndSignsOnlyAfterTheApproval, because a job that waits for
// less, or may write more, succeeds as well. It reads both, and the steps of those that may
// write.
func TestReleaseWorkflow_AttestsAndSignsOnlyAfterTheApproval(t *testing.T) {
	t.Parallel()

	const download, check = "gh run download", "Check that build made these files, and no others"

	// GitHub keeps one waiting run of a group.
	if !strings.Contains(string(readFile(t, "../.github/workflows/release.yml")), "group: release-${{ github.ref }}") {
		t.Error("a third tag cancels a release that waits for its approval")
	}

	for name, job := range workflowJobs(t, "release.yml") {
		got := []string{strings.Join(job.Needs, " "), job.Environment}

		for _, permission := range slices.Sorted(maps.Keys(job.Permissions)) {
			if job.Permissions[permission] != "read" {
				got = append(got, permission)
			}
		}

		for _, step := range job.Steps {
			if action, _, _ := strings.Cut(step.Uses, "@"); len(got) > 2 {
				got = append(got, cmp.Or(step.Name, action, download))
			}
		}

		// What it waits for, its environment, and what it may write and does then.
		want := map[string][]string{
			"ready":   {"", ""},
			"test":    {"ready", ""}, // what the pages lack is found in a minute
			"build":   {"test", ""},
			"verify":  {"build", ""},
			"draft":   {"build verify", "", "contents", download, check, "Create the draft, or replace it"},
			"publish": {"ready build draft", "release", "attestations", "contents", "id-token", "Download the draft", check, "actions/attest", "Sign both lists", "Publish"},
		}[name]
		if !slices.Equal(got, want) {
			t.Errorf("%s waits, may write and does %q, want %q", name, got, want)
		}
	}
}
