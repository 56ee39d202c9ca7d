package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// previewed runs the program on a plan from standard input.
func previewed(t *testing.T, plan string, flags ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, messages bytes.Buffer
	code = run(t.Context(), append(flags, "-"), strings.NewReader(plan), &out, &messages)
	return code, out.String(), messages.String()
}

// planOf returns the JSON of a plan with changes, and further fields.
func planOf(t *testing.T, fields map[string]any, changes ...map[string]any) string {
	t.Helper()
	plan := map[string]any{"format_version": "1.2", "planned_values": map[string]any{}, "resource_changes": changes}
	maps.Copy(plan, fields)
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// changeOf returns a change of a theme. Its colors are those of applied_colors.
func changeOf(address string, actions []string, before, after map[string]any) map[string]any {
	return map[string]any{
		"address": address, "mode": "managed", "type": "chatview_appearance", "provider_name": "registry.opentofu.org/chatview/chatview",
		"change": map[string]any{"actions": actions, "before": before, "after": after},
	}
}

func fieldsOf(id, color string) map[string]any {
	return map[string]any{"id": id, "name": "Theme " + id, "applied_colors": map[string]any{"lm_primary_background_color": color}}
}

// good and bad are changes to a theme without and with a problem.
var (
	good = changeOf("good", []string{"update"}, fieldsOf("1", "#000000"), fieldsOf("1", "#ffffff"))
	bad  = changeOf("bad", []string{"update"}, fieldsOf("2", "#ffffff"), fieldsOf("2", "wihte"))
)

func wantGolden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// TestPlans_MatchGoldenFiles reads a plan of Terraform and one of OpenTofu,
// with themes in every state. TestPreview_ReadsPlan of package acceptance makes
// them.
func TestPlans_MatchGoldenFiles(t *testing.T) {
	for _, product := range []string{"terraform", "tofu"} {
		plan, err := os.ReadFile(filepath.Join("testdata", product+".json"))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		code, asJSON, summary := previewed(t, string(plan), "-json", "-", "-html", folder)
		_, table, _ := previewed(t, string(plan), "-markdown", "-")
		text, _, _ := strings.Cut(summary, "Wrote ")
		if code != exitOK {
			t.Errorf("%s: exit status %d", product, code)
		}
		wantGolden(t, product+".txt", text)
		wantGolden(t, product+".md", table)
		if product == "tofu" {
			wantGolden(t, "result.json", asJSON)
		}
		pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
		if err != nil || len(pages) < 10 {
			t.Fatalf("pages %v, error %v", pages, err)
		}
		outputs := asJSON + summary + table
		for _, page := range pages {
			content, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			outputs += string(content)
		}
		// The plan has the sensitive colors in clear.
		for _, secret := range []string{"#123456", "#654321"} {
			if !strings.Contains(string(plan), secret) || strings.Contains(outputs, secret) {
				t.Errorf("%s: %s is not in the plan, or in an output", product, secret)
			}
		}
	}
}

func TestNotes_SayWhatPlanLacks(t *testing.T) {
	inState := func(address string) map[string]any {
		return map[string]any{"format_version": "1.0", "values": map[string]any{"root_module": map[string]any{"child_modules": []any{
			map[string]any{"resources": []any{map[string]any{"address": address, "mode": "managed"}}},
		}}}}
	}
	later := changeOf("later", []string{"create"}, nil, fieldsOf("3", "#fff"))
	other := changeOf("other", []string{"update"}, fieldsOf("4", "x"), fieldsOf("4", "y"))
	other["provider_name"] = "registry.terraform.io/elsewhere/chatview"
	for _, test := range []struct{ want, plan string }{
		{"The plan has no chatview_appearance.", planOf(t, nil, other)},
		{"The plan removes all of its themes from state", planOf(t, nil, changeOf("gone", []string{"delete"}, fieldsOf("1", "#fff"), nil))},
		{"The plan changes no resource, as with -refresh-only", planOf(t, map[string]any{"prior_state": inState("x")})},
		{"The plan is incomplete", planOf(t, map[string]any{"complete": false}, good)},
		{"The plan is incomplete", planOf(t, map[string]any{"prior_state": inState("left_out")}, good)},
		{"The plan is incomplete", planOf(t, map[string]any{"deferred_changes": []any{map[string]any{"resource_change": later}}}, good)},
		{"Not shown: 1 without changes", planOf(t, nil, changeOf("same", []string{"no-op"}, fieldsOf("1", "#fff"), fieldsOf("1", "#fff")))},
	} {
		for _, flag := range []string{"-json", "-markdown"} {
			code, stdout, stderr := previewed(t, test.plan, flag, "-", "-fail-under", "AA")
			if code != exitOK || !strings.Contains(strings.ReplaceAll(stdout, `\`, ""), test.want) || !strings.Contains(stderr, test.want) {
				t.Errorf("%s, %s: exit status %d\n%s\n%s", test.want, flag, code, stdout, stderr)
			}
		}
	}
}

func TestGate_SetsExitStatus(t *testing.T) {
	unjudged := changeOf("unjudged", []string{"create"}, nil, map[string]any{"id": "5", "name": "N", "write_only_version": 1})
	untouched := changeOf("untouched", []string{"no-op"}, fieldsOf("2", "none"), fieldsOf("2", "none"))
	gray := changeOf("gray", []string{"create"}, nil, fieldsOf("6", "#767676")) // 4.62 with black
	for _, test := range []struct {
		changes []map[string]any
		flags   string
		want    int
	}{
		{[]map[string]any{good}, "-fail-under AA", exitOK},
		{[]map[string]any{good, bad}, "-fail-under AA", exitProblems},
		{[]map[string]any{good, bad}, "-json -", exitOK},
		{[]map[string]any{good, unjudged}, "-fail-under AA", exitProblems},
		{[]map[string]any{good, unjudged}, "-fail-under AA -allow-unjudged", exitOK},
		{[]map[string]any{bad, unjudged}, "-fail-under AA -allow-unjudged", exitProblems},
		{[]map[string]any{good, untouched}, "-fail-under AA", exitOK},
		{[]map[string]any{good, untouched}, "-fail-under AA -all", exitProblems},
		{[]map[string]any{gray}, "-fail-under AA", exitOK},
		{[]map[string]any{gray}, "-fail-under AAA", exitProblems},
	} {
		code, _, stderr := previewed(t, planOf(t, nil, test.changes...), strings.Fields(test.flags)...)
		if code != test.want || (code == exitProblems) != strings.Contains(stderr, "chatview-preview: -fail-under AA") {
			t.Errorf("%s: exit status %d, want %d: %s", test.flags, code, test.want, stderr)
		}
	}
}

func TestRun_RejectsFlags(t *testing.T) {
	for args, want := range map[string]string{
		"":                               "the name of a file is missing",
		"a b":                            "unexpected argument: b",
		"plan.json -markdown x":          "the flag -markdown is after plan.json: flags come first",
		"-open a":                        "flag provided but not defined: -open",
		"-fail-under A a":                "want AA or AAA",
		"-fail-under= a":                 `invalid value "" for flag -fail-under: it is empty`,
		"-json= a":                       `invalid value "" for flag -json: it is empty`,
		"-json - -markdown - a":          "cannot both write to standard output",
		"-json x -address 127.0.0.1:0 a": "-address: the pages are not served with",
		"no-such-file":                   "no such file",
		"-markdown no/such/folder -":     "-markdown: open no/such/folder",
		"-html main.go -":                "-html: mkdir main.go",
		"-address 192.0.2.1:8080 -":      "-address: listen: 192.0.2.1:8080 is not a loopback address",
	} {
		var stderr bytes.Buffer
		code := run(t.Context(), strings.Fields(args), strings.NewReader(planOf(t, nil, good)), io.Discard, &stderr)
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

func TestRun_FailsOnClosedOutput(t *testing.T) {
	reader, writer := io.Pipe()
	_ = reader.Close()
	for _, flags := range [][]string{{"-fail-under=AA", "-"}, {"-json=-", "-"}, {"-markdown=-", "-"}} {
		if code := run(t.Context(), flags, strings.NewReader(planOf(t, nil, good)), writer, io.Discard); code != exitFailure {
			t.Errorf("%s: exit status %d", flags, code)
		}
	}
}

func TestTexts_AreSafe(t *testing.T) {
	hostile := changeOf("x[\"<b>\x1b[2J|\"]", []string{"update"}, fieldsOf("1", "#fff"), map[string]any{
		"id": "1\u202e`", "name": "*N*\nchatview_appearance.x: id 1 @team #1 https://www.evil.example ![a](b) $x$",
		"applied_colors": map[string]any{"lm_primary_background_color": "`<|>`"},
	})
	plan := planOf(t, nil, hostile)
	_, table, summary := previewed(t, plan, "-markdown", "-")
	row := `| <code>"x\[\\"&lt;b&gt;\\x1b\[2J\|\\"\]"</code><br>` +
		`"\*N\*\\nchatview\_appearance.x: id 1 @<!-- -->team #<!-- -->1 https:<!-- -->//www<!-- -->.evil.example \!\[a\](b) \$x\$", id "1\\u202e\` + "`" + `"` +
		` | changed<br>lm\_primary\_background\_color: #<!-- -->fff (` + "`#ffffff`" + `) → \` + "`" + `&lt;\|&gt;\` + "`" + `<br>`
	if !strings.Contains(table, row) {
		t.Errorf("the table has no row\n%s, only\n%s", row, table)
	}
	if strings.ContainsAny(strings.ReplaceAll(summary, "\n", ""), "\x1b\u202e\r") || strings.Contains(summary, "\nchatview_appearance") {
		t.Errorf("summary %q", summary)
	}
}

func TestTable_FitsComment(t *testing.T) {
	var changes []map[string]any
	for i := range 500 {
		changes = append(changes, changeOf(fmt.Sprintf("chatview_appearance.theme[%d]", i), []string{"update"}, fieldsOf("1", "#000"), fieldsOf("1", "none")))
	}
	_, table, _ := previewed(t, planOf(t, nil, changes...), "-markdown", "-")
	if len(table) > maxTable || len(table) < maxTable*8/10 || !strings.Contains(table, "Not in this table") || !strings.Contains(table, "500 themes") {
		t.Errorf("%d bytes, ending in %s", len(table), table[len(table)-100:])
	}
}

func TestServe_FollowsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(planOf(t, nil, good))
	f := follower{input: input{name: file}}
	wantThemes := func(want ...string) {
		t.Helper()
		var got []string
		for _, theme := range f.current().Themes {
			got = append(got, theme.Address)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("themes (-want +got):\n%s", diff)
		}
	}
	wantThemes("good")
	write(planOf(t, nil, good, bad))
	wantThemes("bad", "good")
	write("{")
	wantThemes("bad", "good")
	write(planOf(t, nil, bad))
	wantThemes("bad")
}

func TestServe_EndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	code := make(chan int)
	go func() {
		code <- run(ctx, []string{"-address", "127.0.0.1:0", "-"}, strings.NewReader(planOf(t, nil, good)), writer, io.Discard)
	}()
	var printed string
	for !strings.Contains(printed, "The pages are at http://127.0.0.1:") {
		part := make([]byte, 1000)
		n, _ := reader.Read(part)
		printed += string(part[:n])
	}
	cancel()
	if got := <-code; got != exitOK || !strings.HasPrefix(printed, "good: id 1, changed. No problems found; 1 of 8 colors is set.\n") {
		t.Errorf("exit status %d, %q", got, printed)
	}
}

func TestBrowser_PicturesAreOfAppliedThemes(t *testing.T) {
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}
	// The path of t.TempDir is too long for Chromium's socket.
	temporary, err := os.MkdirTemp("", "b")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temporary) })
	t.Setenv("TMPDIR", temporary)
	removed := changeOf("removed", []string{"delete"}, fieldsOf("3", "#fff"), nil)
	if code, _, stderr := previewed(t, planOf(t, nil, good, bad, removed), "-screenshot", temporary); code != exitOK {
		t.Fatal(stderr)
	}
	files, err := filepath.Glob(filepath.Join(temporary, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if picture, err := png.DecodeConfig(bytes.NewReader(content)); err != nil || picture.Width != 1280 || picture.Height < 300 {
			t.Errorf("%s: %+v, error %v", file, picture, err)
		}
	}
	if diff := cmp.Diff([]string{"bad.png", "good.png", "overview.png"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
