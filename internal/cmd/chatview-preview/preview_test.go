package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// previewed runs the program. It returns the exit status and what was printed.
func previewed(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()

	var out, problems bytes.Buffer

	code = run(t.Context(), args, &out, &problems)

	return code, out.String(), problems.String()
}

// trigger calls then once a text has been written to it.
type trigger struct {
	sync.Mutex
	bytes.Buffer

	text string
	then func(written string)
}

func (w *trigger) Write(p []byte) (int, error) {
	w.Lock()
	defer w.Unlock()

	n, err := w.Buffer.Write(p)

	if strings.Contains(w.String(), w.text) && w.then != nil {
		then := w.then
		w.then = nil
		then(w.String())
	}

	return n, err
}

func TestPreview_ServesThemesWithoutSideEffects(t *testing.T) {
	dir, all, requests := writeConfiguration(t)
	before := filesIn(t, all)

	useCLI(t)
	t.Setenv("TF_CLI_CONFIG_FILE", os.DevNull)

	providers, err := buildProviders()
	if err != nil {
		t.Fatal(err)
	}

	shortTemporary(t)

	ctx, cancel := context.WithCancel(t.Context())

	var index, page string

	var out bytes.Buffer

	stderr := &trigger{text: "until Ctrl-C", then: func(written string) {
		defer cancel()

		address := regexp.MustCompile(`http://\S+`).FindString(written)
		index, page = fetch(t, address), fetch(t, address+"/preview/appearance/42")
	}}

	if code := run(ctx, []string{"-provider", filepath.Join(providers, "terraform-provider-chatview"), "-var", "id=42", dir}, &out, stderr); code != exitOK {
		t.Fatalf("exit status %d: %s", code, stderr)
	}

	for _, line := range []string{
		"chatview_appearance.local: No colors configured.\n",
		"module.theme.chatview_appearance.this: 1 problem. lm_button_outline_color (#fff) has a contrast of 1.11:1 on lm_primary_background_color (#fff3bf); an outline needs at least 3:1.\n",
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("there is no %q in:\n%s", line, &out)
		}
	}

	if !strings.Contains(index, "module.theme.chatview_appearance.this") || !strings.Contains(page, "Of a file") || !strings.Contains(page, "#fff3bf") {
		t.Errorf("index:\n%s\npage:\n%s", index, page)
	}

	if got := requests.Load(); got != 0 {
		t.Errorf("the real service got %d requests", got)
	}

	if diff := cmp.Diff(before, filesIn(t, all)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

// fetch returns a page.
func fetch(t *testing.T, address string) string {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}

	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}

	page, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}

	return string(page)
}

// required requires the providers of useMirror.
const required = `
	terraform {
		required_providers {
			chatview = { source = "chatview/chatview" }
			random   = { source = "hashicorp/random" }
			bucket   = { source = "example/bucket" }
		}
	}
`

func TestPreview_AppliesNothingElse(t *testing.T) {
	theme := func(name string) string {
		return `resource "chatview_appearance" "this" {
			id   = "42"
			name = ` + name + `
		}
		`
	}

	for name, test := range map[string]struct {
		files map[string]string
		// refused must be in stderr. It is empty if the theme is previewed.
		refused string
		calls   string
	}{
		"unrelated": {
			map[string]string{"main.tf": required + theme(`"Theme"`) + `resource "bucket_id" "logo" {}`}, "", "",
		},
		"random": {map[string]string{"main.tf": required + theme("random_id.suffix.hex") + `resource "random_id" "suffix" {}`}, "", "create\n"},
		"dependency": {
			map[string]string{"main.tf": required + theme("bucket_id.logo[0].hex") + `resource "bucket_id" "logo" { count = 1 }`},
			"bucket_id.logo[0]: create", "",
		},
		"unrelated in an expanded module": {map[string]string{
			"main.tf": required + `module "tenant" {
				source   = "./tenant"
				for_each = toset(["north"])
			}`,
			"tenant/main.tf": required + theme(`"Theme"`) + `resource "bucket_id" "logo" {}`,
		}, "", ""},
		"dependency in an expanded module": {map[string]string{
			"main.tf": required + `module "tenant" {
				source   = "./tenant"
				for_each = toset(["north"])
			}`,
			"tenant/main.tf": required + theme("bucket_id.logo.hex") + `resource "bucket_id" "logo" {}`,
		}, `module.tenant["north"].bucket_id.logo: create`, ""},
		"provisioner": {map[string]string{"main.tf": required + theme("terraform_data.name.id") + `resource "terraform_data" "name" {
			provisioner "local-exec" {
				command = "echo command >> \"$` + callsVariable + `\""
			}
		}`}, "terraform_data.name: run a provisioner", ""},
		"another server": {map[string]string{
			"main.tf": required + `module "theme" { source = "./theme" }`,
			"theme/main.tf": required + theme(`"Theme"`) + `provider "chatview" {
				base_url = "https://chat.example.com"
				api_key  = "key"
			}`,
		}, "module.theme: send requests to its own base_url", ""},
	} {
		t.Run(name, func(t *testing.T) {
			calls := useMirror(t)
			dir := t.TempDir()
			writeFiles(t, dir, test.files)
			shortTemporary(t)

			code, stdout, stderr := previewed(t, "-json", dir)
			if wantCode := map[bool]int{true: exitOK, false: exitFailure}[test.refused == ""]; code != wantCode {
				t.Errorf("exit status %d:\n%s%s", code, stdout, stderr)
			}

			if test.refused != "" && !strings.Contains(stderr, "nothing was applied") || !strings.Contains(stderr, test.refused) {
				t.Errorf("stderr does not name %s:\n%s", test.refused, stderr)
			}

			if got, err := os.ReadFile(calls); err != nil || string(got) != test.calls {
				t.Errorf("the fake provider was called: %q, want %q, %v", got, test.calls, err)
			}
		})
	}
}

func TestPreview_ListsReadDataSources(t *testing.T) {
	calls := useMirror(t)
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"main.tf": required + `
		data "bucket_id" "name" {}
		data "bucket_id" "unrelated" {}
		resource "chatview_appearance" "this" {
			id   = "42"
			name = data.bucket_id.name.hex
		}`,
	})
	shortTemporary(t)

	code, stdout, stderr := previewed(t, "-json", dir)
	if code != exitOK || !strings.Contains(stderr, "Read data.bucket_id.name\n") || strings.Contains(stderr, "unrelated") {
		t.Errorf("exit status %d:\n%s", code, stderr)
	}

	want := result{Themes: []theme{{
		Address: "chatview_appearance.this", ID: 42, Name: "decade", Verdict: "No colors configured", Problems: []string{},
	}}, DataSources: []string{"data.bucket_id.name"}}

	var got result
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}

	if got, err := os.ReadFile(calls); err != nil || strings.Contains(string(got), "create") {
		t.Errorf("the fake provider was called: %q, %v", got, err)
	}
}

// tenants is a configuration with a theme for each line of a CSV file.
var tenants = map[string]string{
	"main.tf": required + `
		locals {
			tenants = { for tenant in csvdecode(file("tenants.csv")) : tenant.key => tenant }
		}
		variable "password" {
			type      = string
			ephemeral = true
		}
		variable "key" {
			type      = object({ id = number, parts = optional(list(string)) })
			sensitive = true
		}
		variable "start" { type = string }
		resource "chatview_source" "orders" {
			id                  = "7"
			username            = "user-${var.key.id}"
			password_wo         = var.password
			password_wo_version = 1
		}
		resource "chatview_appearance" "tenant" {
			for_each                    = local.tenants
			id                          = each.value.id
			name                        = each.key
			start_message               = var.start
			lm_primary_background_color = each.value.background
			lm_button_outline_color     = each.value.outline == "" ? null : each.value.outline
		}`,
	"tenants.csv":   "key,id,background,outline\nnorth,1,#fff3bf,#5f3dc4\nsouth,2,#e7f5ff,#ffd43b\nwest,3,#1864ab,\n",
	"start.tfvars":  `start = "Of a file"`,
	"other/main.tf": "",
}

func TestPreview_FailsUnderAA(t *testing.T) {
	useMirror(t)

	dir := t.TempDir()
	writeFiles(t, dir, tenants)
	shortTemporary(t)
	t.Chdir(dir)

	code, stdout, stderr := previewed(t, "-fail-under", "AA", "-markdown", "themes.md", "-var-file", "start.tfvars", ".")
	if code != exitProblems {
		t.Fatalf("exit status %d:\n%s", code, stderr)
	}

	want := `chatview_appearance.tenant["north"]: No problems.
chatview_appearance.tenant["south"]: 1 problem. lm_button_outline_color (#ffd43b) has a contrast of 1.28:1 on lm_primary_background_color (#e7f5ff); an outline needs at least 3:1.
chatview_appearance.tenant["west"]: No problems.
`
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("stdout (-want +got):\n%s", diff)
	}

	markdown, err := os.ReadFile("themes.md")
	if err != nil || !strings.Contains(string(markdown), "1 of 3 with problems") {
		t.Errorf("Markdown %q, %v", markdown, err)
	}

	if code, _, stderr = previewed(t, "-markdown", "themes.md", "-var", "start=", "."); code != exitOK {
		t.Errorf("exit status %d without -fail-under:\n%s", code, stderr)
	}
}

func TestPreview_ErrorsSayWhatToDo(t *testing.T) {
	theme := `resource "chatview_appearance" "this" {
		id   = "42"
		name = "Theme"
	}`

	for name, test := range map[string]struct {
		files map[string]string
		args  []string
		want  string
	}{
		"no such folder":   {nil, []string{"-json", "missing"}, "no such file"},
		"a file":           {map[string]string{"file": ""}, []string{"-json", "file"}, "not a directory"},
		"syntax error":     {map[string]string{"main.tf": "resource {"}, nil, "read the configuration"},
		"unknown provider": {map[string]string{"main.tf": theme}, nil, "init: exit status 1"},
		"no theme":         {map[string]string{"main.tf": ""}, nil, "name the folder of the root module"},
		"no instance":      {map[string]string{"main.tf": required + strings.Replace(theme, "{", "{\ncount = 0", 1)}, nil, "check count, for_each"},
		"no value":         {map[string]string{"main.tf": required + theme + "\nvariable \"x\" {}"}, nil, "is not set, and has no default value"},
		"override":         {map[string]string{"main.tf": required + theme, "~_override.tf": ""}, nil, "rename it to sort before"},
		"no provider":      {map[string]string{"main.tf": required + theme}, []string{"-provider=main.tf", "-json", "."}, "start the provider of -provider"},
		"wrong provider": {
			map[string]string{"main.tf": required + theme}, []string{"-provider=/bin/true", "-json", "."},
			"has to be a terraform-provider-chatview: /bin/true has ended",
		},
	} {
		t.Run(name, func(t *testing.T) {
			useMirror(t)

			dir := t.TempDir()
			writeFiles(t, dir, test.files)
			t.Chdir(dir)
			shortTemporary(t)

			args := test.args
			if args == nil {
				args = []string{"-json", "."}
			}

			if code, _, stderr := previewed(t, args...); code != exitFailure || !strings.Contains(stderr, test.want) {
				t.Errorf("exit status %d, %q is not in:\n%s", code, test.want, stderr)
			}
		})
	}
}

func TestPreview_CleansUpWhenStopped(t *testing.T) {
	useMirror(t)

	dir := t.TempDir()
	writeFiles(t, dir, tenants)
	shortTemporary(t)

	ctx, cancel := context.WithCancel(t.Context())
	stderr := &trigger{text: "Planning", then: func(string) { cancel() }}

	if code := run(ctx, []string{"-var=start=", dir}, io.Discard, stderr); code != exitFailure || !strings.Contains(stderr.String(), "stopped during init") {
		t.Errorf("exit status %d:\n%s", code, stderr)
	}
}
