package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
)

// previewed runs the program on a plan from standard input.
func previewed(t *testing.T, plan string, flags ...string) (code int, stdout, stderr string) {
	t.Helper()

	var out, messages bytes.Buffer

	code = run(append(flags, "-"), strings.NewReader(plan), &out, &messages)

	return code, out.String(), messages.String()
}

// reviewed returns the result of -json about plans in files, which get the names
// of the arguments.
func reviewed(t *testing.T, plans map[string]string, arguments ...string) review {
	t.Helper()
	t.Chdir(t.TempDir())

	for name, plan := range plans {
		writeTestFile(t, name, plan)
	}

	var out, messages bytes.Buffer
	if code := run(append([]string{"-json", "-"}, arguments...), nil, &out, &messages); code != exitOK {
		t.Fatal(messages.String())
	}

	var result review
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}

	return result
}

func writeTestFile(t *testing.T, name, content string) {
	t.Helper()

	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// planOf returns the JSON of a plan with changes, and further fields.
func planOf(t *testing.T, fields map[string]any, changes ...any) string {
	t.Helper()

	plan := map[string]any{"format_version": "1.2", "planned_values": map[string]any{}, "resource_changes": changes}
	maps.Copy(plan, fields)

	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

type object = map[string]any

// changeOf returns a change of a theme. Its colors are those of applied_colors.
func changeOf(address string, actions []string, before, after any) object {
	return object{
		"address": address, "mode": "managed", "type": "chatview_appearance", "provider_name": "registry.opentofu.org/chatview/chatview",
		"change": object{"actions": actions, "before": before, "after": after},
	}
}

// marked adds marks to a change: which of its values are unknown or sensitive.
func marked(change object, name string, marks any) object {
	change["change"].(object)[name] = marks
	return change
}

func fieldsOf(id, color string) object {
	return object{"id": id, "name": "Theme " + id, "applied_colors": object{"lm_primary_background_color": color}}
}

// good and bad are changes to a theme without and with a problem, and hidden is
// one to an unjudged theme.
var (
	good   = changeOf("good", []string{"update"}, fieldsOf("1", "#000000"), fieldsOf("1", "#ffffff"))
	bad    = changeOf("bad", []string{"update"}, fieldsOf("2", "#ffffff"), fieldsOf("2", "wihte"))
	hidden = changeOf("hidden", []string{"create"}, nil, object{"id": "5", "name": "N", "write_only_version": "1"})
	same   = changeOf("same", []string{"no-op"}, fieldsOf("6", "none"), fieldsOf("6", "none"))
	gone   = changeOf("gone", []string{"delete"}, fieldsOf("7", "#fff"), nil)
)

// TestPlans_MatchGoldenFiles reads a plan of Terraform and one of OpenTofu,
// with themes in every state. TestPreview_ReadsPlan of package acceptance makes
// them.
func TestPlans_MatchGoldenFiles(t *testing.T) {
	for _, product := range []string{"terraform", "tofu"} {
		plan, err := os.ReadFile(filepath.Join("testdata", product+".json"))
		if err != nil {
			t.Fatal(err)
		}

		_, asJSON, summary := previewed(t, string(plan), "-json", "-")
		_, table, _ := previewed(t, string(plan), "-markdown", "-")

		file := filepath.Join(t.TempDir(), "themes.html")
		_, written, _ := previewed(t, string(plan), "-html", file)

		page, err := os.ReadFile(file)
		if err != nil || written != summary+"Wrote "+file+"\n" {
			t.Errorf("%s: error %v, output %q", product, err, written)
		}

		golden.Compare(t, product+".txt", summary)
		golden.Compare(t, product+".md", table)

		if product == "tofu" {
			var result bytes.Buffer
			if err := json.Indent(&result, []byte(asJSON), "", "  "); err != nil {
				t.Error(err)
			}

			golden.Compare(t, "result.json", result.String())
		}
		// The plan has the sensitive colors in plain text.
		for _, secret := range []string{"#123456", "#654321"} {
			if !strings.Contains(string(plan), secret) || strings.Contains(asJSON+summary+table+string(page), secret) {
				t.Errorf("%s: %s is not in the plan, or in an output", product, secret)
			}
		}
	}
}

func TestRun_RejectsFlags(t *testing.T) {
	_, err := os.Stat("no-such-file")
	_, missing, _ := strings.Cut(err.Error(), "no-such-file: ") // in the words of the system

	for args, want := range map[string]string{
		"":                          "the name of a file is missing",
		"no-such-file ''":           "no such file",
		"plan.json -markdown x":     "the flag -markdown is after plan.json: flags come first",
		"-open a":                   "flag provided but not defined: -open",
		"-fail-under A a":           "want AA or AAA",
		"-only-new a":               "-allow-unjudged and -only-new: -fail-under is missing",
		"-allow-unjudged -json - a": "-allow-unjudged and -only-new: -fail-under is missing",
		"-fail-under= a":            `invalid value "" for flag -fail-under: it is empty`,
		"-json - -markdown - a":     "only one of -html, -json and -markdown can write to standard output",
		"-- no-such-file -x":        "no such file",
		"- a":                       "standard input has one plan",
	} {
		want = strings.Replace(want, "no such file", missing, 1)

		var stderr bytes.Buffer

		fields := strings.Fields(args)
		for i := range fields {
			fields[i] = strings.ReplaceAll(fields[i], "''", "")
		}

		code := run(fields, strings.NewReader(planOf(t, nil, good)), io.Discard, &stderr)
		if text := stderr.String(); code != exitFailure || !strings.HasPrefix(text, "chatview-preview: ") ||
			!strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: exit status %d, %q", args, code, text)
		}
	}
}

func TestRun_PrintsHelpAndVersion(t *testing.T) {
	for flag, want := range map[string]string{"-help": "\n  -fail-under level\n", "-version": "chatview-preview dev\n"} {
		if code, stdout, stderr := previewed(t, "", flag); code != exitOK || !strings.Contains(stdout, want) || stderr != "" {
			t.Errorf("%s: exit status %d, %q, %q", flag, code, stdout, stderr)
		}
	}
}

// failing is a writer or reader that fails, or panics.
type failing struct{ panics bool }

func (f failing) Write([]byte) (int, error) { return f.Read(nil) }

func (f failing) Read([]byte) (int, error) {
	if f.panics {
		panic("a defect")
	}

	return 0, io.ErrClosedPipe
}

// TestRun_FailsWith1 also if it panics: 2 means that a theme has problems.
func TestRun_FailsWith1(t *testing.T) {
	for want, test := range map[string]struct {
		flag   string
		stdin  io.Reader
		stdout io.Writer
	}{
		"print the summary: io: read/write on closed pipe": {"-fail-under=AA", nil, failing{}},
		"-json: io: read/write on closed pipe":             {"-json=-", nil, failing{}},
		"-html: io: read/write on closed pipe":             {"-html=-", nil, failing{}},
		"-markdown: io: read/write on closed pipe":         {"-markdown=-", nil, failing{}},
		"-json: open no/such/folder: ":                     {"-json=no/such/folder", nil, io.Discard},
		"read the plan: io: read/write on closed pipe":     {"-json=-", failing{}, io.Discard},
		"please report this error: a defect\ngoroutine ":   {"-json=-", failing{panics: true}, io.Discard},
	} {
		if test.stdin == nil {
			test.stdin = strings.NewReader(planOf(t, nil, bad))
		}

		var stderr bytes.Buffer

		code := run([]string{test.flag, "-"}, test.stdin, test.stdout, &stderr)
		if code != exitFailure || !strings.Contains(stderr.String(), "chatview-preview: "+want) {
			t.Errorf("%s: exit status %d, %s", want, code, stderr.String())
		}
	}
}
