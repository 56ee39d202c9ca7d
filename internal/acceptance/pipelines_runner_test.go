package acceptance

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// stepCommand returns the command that actions/runner starts for a step.
func (j job) stepCommand(t *testing.T, w workspace, script string) *exec.Cmd {
	t.Helper()

	folder := workspace{dir: t.TempDir()}
	write(t, folder, "step.sh", script)

	// The runner expands only {0}.
	shell := strings.NewReplacer("$", `\$`, "{0}", filepath.Join(folder.dir, "step.sh")).Replace(cmp.Or(j.Defaults["run"]["shell"], "bash -e {0}"))
	command := w.command(t, "sh", "-c", "exec "+shell)
	command.Env = append(command.Env, "LANG=C.UTF-8", "TF_CLI_ARGS=")

	return command
}

// runSteps runs GitHub's steps of a job, and returns their log. Nothing is installed.
// The values are those of expressions by the last part of their name.
func (j job) runSteps(t *testing.T, w workspace, environment []string, values map[string]string) (log string) {
	t.Helper()

	failed, tokens := false, map[string]bool{}

	for _, step := range j.Steps {
		if step.Name == "Install chatview-preview" || !step.starts(t, w, failed, values) {
			continue
		}

		if strings.HasPrefix(step.Uses, "actions/upload-artifact@") {
			values["artifact-url"] = themesPage
		}

		if step.Run == "" {
			continue
		}

		command := j.stepCommand(t, w, step.Run)
		command.Env = append(append(command.Env, environment...), evaluated(step.Env, values)...)

		output, err := command.CombinedOutput()
		first, shown, _ := strings.Cut(string(output), "\n")
		log += shown

		if err != nil {
			failed = true
			log += err.Error() + "\n"
		}

		// Until a line has the token, the runner executes none.
		token, stops := strings.CutPrefix(first, "::stop-commands::")
		if random, _ := base64.StdEncoding.DecodeString(token); !stops || len(random) != 16 || tokens[token] || strings.Contains(shown, token) {
			t.Errorf("the runner may execute what is printed after %q in %s", first, step.Run)
		}

		tokens[token] = true

		expectNoControls(t, string(output))
	}

	return log
}

// hashed matches a function whose value is empty if there is no such file.
var hashed = regexp.MustCompile(`hashFiles\('([^']+)'\)`)

// starts reports whether the condition of a step holds.
func (s step) starts(t *testing.T, w workspace, failed bool, values map[string]string) bool {
	t.Helper()

	isCanceled := values["canceled"] == "true"
	known := map[string]string{
		"github.event_name": values["event_name"], "cancelled()": fmt.Sprint(isCanceled), //nolint:misspell // GitHub's spelling
		"failure()": fmt.Sprint(failed && !isCanceled), "success()": fmt.Sprint(!failed && !isCanceled),
	}

	for _, call := range hashed.FindAllStringSubmatch(s.If, -1) {
		found, _ := filepath.Glob(filepath.Join(w.dir, call[1]))
		known[call[0]] = fmt.Sprintf("%q", strings.Join(found, ""))
	}

	return holds(t, cmp.Or(s.If, "success()"), known)
}

// expectNoControls expects no control character that a text of a plan may have.
func expectNoControls(t *testing.T, log string) {
	t.Helper()

	if strings.ContainsFunc(log, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		t.Errorf("control characters in %q", log)
	}
}
