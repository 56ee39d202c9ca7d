package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// configuration is a typical folder: with a remote backend, the address and the key
// of the real service, modules next to it, and the files of an earlier run. %s is
// the real service's address.
var configuration = map[string]string{
	"live/themes/main.tf": `
		terraform {
			backend "s3" {
				bucket = "example"
			}
			required_providers {
				chatview = {
					source  = "chatview/chatview"
					version = "~> 3.1"
				}
			}
		}
		provider "chatview" {
			base_url = "%s"
			api_key  = "real-api-key"
		}
		provider "chatview" {
			alias    = "eu"
			base_url = "%s"
			api_key  = "real-api-key"
		}
		variable "id" { type = number }
		variable "name" { type = string }
		module "theme" {
			source    = "../../modules/theme"
			id        = var.id
			name      = var.name
			providers = { chatview = chatview.eu }
		}
		resource "chatview_appearance" "local" {
			id            = "8"
			name          = "Local"
			theme_mode    = "dark"
			start_message = trimspace(file("${path.module}/../shared.txt"))
		}`,
	"live/themes/more_override.tf":             `provider "chatview" { base_url = "%s" }`,
	"live/themes/names.auto.tfvars":            `name = "Of a file"`,
	"live/themes/.terraform.lock.hcl":          `provider "registry.terraform.io/chatview/chatview" { version = "3.1.5" }`,
	"live/themes/terraform.tfstate":            `not a state`,
	"live/themes/.terraform/terraform.tfstate": `not a state`,
	"live/shared.txt":                          "Welcome\n",
	"modules/theme/main.tf": `
		terraform {
			required_providers {
				chatview = {
					source  = "chatview/chatview"
					version = ">= 3.1.2"
				}
			}
		}
		variable "id" { type = number }
		variable "name" { type = string }
		resource "chatview_appearance" "this" {
			id                          = var.id
			name                        = var.name
			theme_mode                  = "both"
			lm_primary_background_color = "#fff3bf"
			lm_button_outline_color     = "#fff"
			dm_primary_background_color = "#0b2b40"
		}`,
}

// writeConfiguration returns the folder to preview, the one with all files, and
// the number of requests that the real service got.
func writeConfiguration(t *testing.T) (dir, all string, requests *atomic.Int32) {
	t.Helper()

	requests = &atomic.Int32{}
	realService := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	t.Cleanup(realService.Close)

	all = t.TempDir()
	files := map[string]string{}

	for path, content := range configuration {
		files[path] = strings.ReplaceAll(content, "%s", realService.URL)
	}

	writeFiles(t, all, files)

	return filepath.Join(all, "live", "themes"), all, requests
}

// writeFiles writes files by their paths in a folder.
func writeFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()

	for path, content := range files {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}

		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// filesIn returns the contents of all files in a folder, by their paths.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()

	files := map[string]string{}

	root := os.DirFS(folder)

	if err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}

		content, err := fs.ReadFile(root, path)
		files[path] = string(content)

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return files
}

// shortTemporary makes os.TempDir an empty folder and checks that the test leaves
// it empty. Its path is short enough for the sockets of providers and a browser.
func shortTemporary(t *testing.T) {
	t.Helper()

	folder, err := os.MkdirTemp("", "p")
	if err != nil {
		t.Fatal(err)
	}

	t.Setenv("TMPDIR", folder)
	t.Cleanup(func() {
		left, _ := os.ReadDir(folder)
		for _, entry := range left {
			t.Errorf("%s was not removed", entry.Name())
		}

		_ = os.RemoveAll(folder)
	})
}

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

	provider, err := buildProvider()
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

	if code := run(ctx, []string{"-provider", provider, "-var", "id=42", dir}, &out, stderr); code != exitOK {
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
			"/bin/true is not a terraform-provider-chatview",
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

func TestFindCLI_ErrorSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())

	for name, want := range map[string]string{"": "no terraform and no tofu", "/nowhere/tofu": "no /nowhere/tofu"} {
		t.Setenv("CLI", name)

		if _, err := findCLI(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "set CLI") {
			t.Errorf("CLI=%s: error %v", name, err)
		}
	}
}

func TestBrowser_ScreenshotsShowBothModes(t *testing.T) {
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}

	useMirror(t)

	dir, _, _ := writeConfiguration(t)
	pictures := filepath.Join(t.TempDir(), "pictures")

	// The lock file has a version that is not in the mirror.
	if err := os.Remove(filepath.Join(dir, lockFile)); err != nil {
		t.Fatal(err)
	}

	shortTemporary(t)

	if code, _, stderr := previewed(t, "-screenshot", pictures, "-var=id=42", dir); code != exitOK {
		t.Fatal(stderr)
	}

	entries, err := os.ReadDir(pictures)
	if err != nil {
		t.Fatal(err)
	}

	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}

	if diff := cmp.Diff([]string{"chatview_appearance.local.png", "module.theme.chatview_appearance.this.png", "overview.png"}, names); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}

	for name, least := range map[string]float64{"module.theme.chatview_appearance.this.png": 0.05, "overview.png": 0.01} {
		for _, want := range []color.RGBA{{R: 0xff, G: 0xf3, B: 0xbf, A: 0xff}, {R: 0x0b, G: 0x2b, B: 0x40, A: 0xff}} {
			if share := shareOf(t, filepath.Join(pictures, name), want); share < least {
				t.Errorf("%v covers %.3f of %s", want, share, name)
			}
		}
	}
}

// shareOf returns the share of an image's pixels that have a color.
func shareOf(t *testing.T, file string, wanted color.RGBA) float64 {
	t.Helper()

	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}

	size := picture.Bounds().Size()
	found := 0

	for y := range size.Y {
		for x := range size.X {
			if color.RGBAModel.Convert(picture.At(x, y)) == wanted {
				found++
			}
		}
	}

	return float64(found) / float64(size.X*size.Y)
}
