package acceptance

import (
	"cmp"
	"encoding/base64"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// workflowCommands are those that actions/runner executes.
var workflowCommands = []string{
	"add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "notice",
	"remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning",
}

// commandOf returns the command in a line of output: "::name::data" after blanks or,
// anywhere, "##[name]data".
func commandOf(line string, known []string) (name, data string) {
	for _, syntax := range []struct{ text, prefix, end string }{
		{strings.TrimLeftFunc(line, unicode.IsSpace), "::", "::"}, {line, "##[", "]"},
	} {
		before, rest, isThere := strings.Cut(syntax.text, syntax.prefix)
		command, data, isComplete := strings.Cut(rest, syntax.end)
		name, _, _ := strings.Cut(strings.ToLower(command), " ")

		if isThere && isComplete && (before == "" || syntax.prefix == "##[") && slices.Contains(known, name) {
			return name, data
		}
	}

	return "", ""
}

// runnerLog returns what actions/runner shows of the output of a step, the commands
// that it executes, and the token with which the step stopped that.
func runnerLog(output string) (shown string, executed []string, token string) {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(output)
	stopped := false

	for line := range strings.Lines(lines) {
		known := workflowCommands
		if stopped {
			known = []string{strings.ToLower(token)}
		}

		switch name, data := commandOf(strings.TrimSuffix(line, "\n"), known); {
		case name == "":
			shown += line
		case stopped:
			stopped = false
		case name == "stop-commands":
			stopped, token = true, data
		default:
			executed = append(executed, name+" "+data)
		}
	}

	return shown, executed, token
}

// stepCommand returns the command that actions/runner starts for a step.
func (j job) stepCommand(t *testing.T, w workspace, script string) *exec.Cmd {
	t.Helper()

	shell := cmp.Or(j.Defaults["run"]["shell"], "bash -e {0}")
	if shell == "bash" {
		shell = "bash --noprofile --norc -e -o pipefail {0}"
	}

	folder := workspace{dir: t.TempDir()}
	write(t, folder, "step.sh", script)

	var arguments []string

	for _, argument := range regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`).FindAllString(shell, -1) {
		argument = strings.ReplaceAll(argument, `"`, "")
		arguments = append(arguments, strings.ReplaceAll(argument, "{0}", filepath.Join(folder.dir, "step.sh")))
	}

	command := w.command(t, arguments[0], arguments[1:]...)
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
			values["artifact-url"] = pipelines["github-actions.yml"].page
		}

		if step.Run == "" {
			continue
		}

		command := j.stepCommand(t, w, step.Run)
		command.Env = append(append(command.Env, environment...), evaluated(step.Env, values)...)

		output, err := command.CombinedOutput()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}

		shown, executed, token := runnerLog(string(output))
		log += shown

		if err != nil {
			failed = true
			log += err.Error() + "\n"
		}

		if random, _ := base64.StdEncoding.DecodeString(token); executed != nil || len(random) != 16 || tokens[token] {
			t.Errorf("the runner executes %q, and the token is %q in %s", executed, token, step.Run)
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

	condition := hashed.ReplaceAllStringFunc(cmp.Or(s.If, "success()"), func(call string) string {
		_, err := os.Lstat(filepath.Join(w.dir, hashed.FindStringSubmatch(call)[1]))

		return map[bool]string{true: "'hash'", false: "''"}[err == nil]
	})
	isCanceled := values["canceled"] == "true"

	for call, isTrue := range map[string]bool{
		"always()": true, "!cancelled()": !isCanceled, "failure()": failed && !isCanceled, "success()": !failed && !isCanceled, //nolint:misspell // GitHub's spelling
	} {
		condition = strings.ReplaceAll(condition, call, map[bool]string{true: "'true'", false: "'false'"}[isTrue])
	}

	return holds(t, condition, map[string]string{"github.event_name": values["event_name"]})
}

// expectNoControls expects no control character that a text of a plan may have.
func expectNoControls(t *testing.T, log string) {
	t.Helper()

	if strings.ContainsFunc(log, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		t.Errorf("control characters in %q", log)
	}
}
