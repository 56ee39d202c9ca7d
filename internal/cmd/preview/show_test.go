package main

import (
	"bytes"
	"context"
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
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// configuration is a folder as people have it: with a backend elsewhere, the
// address and the key of the real service, modules beside it, and what an earlier
// run left. %s in it is the real service's address.
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
	"live/themes/.terraform.lock.hcl":          `provider "registry.terraform.io/chatview/chatview" { version = "3.1.4" }`,
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
			dm_primary_background_color = "#0b2b40"
		}`,
}

// layConfiguration writes the configuration. It returns the folder to preview,
// the one with all files, and the number of requests that the real service got.
func layConfiguration(t *testing.T) (dir, all string, requests *atomic.Int32) {
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

// filesIn returns the contents of all files in a folder, by their paths.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()

	files := map[string]string{}

	if err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}

		content, err := os.ReadFile(path) //nolint:gosec // a folder of the test's own
		files[path] = string(content)

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return files
}

// shortTemporary makes os.TempDir an empty folder for the test, whose path is
// short enough for the sockets of a CLI, its providers and a browser.
func shortTemporary(t *testing.T) string {
	t.Helper()

	folder, err := os.MkdirTemp("", "p") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	t.Setenv("TMPDIR", folder)

	return folder
}

func wantEmpty(t *testing.T, folder string) {
	t.Helper()

	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}

	for _, entry := range left {
		t.Errorf("%s is left", entry.Name())
	}
}

// trigger does something once a text has been written to it.
type trigger struct {
	bytes.Buffer

	text string
	then func(written string)
}

func (w *trigger) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)

	if strings.Contains(w.String(), w.text) && w.then != nil {
		then := w.then
		w.then = nil
		then(w.String())
	}

	return n, err
}

func TestThemesAreServedAndNothingElseIsTouched(t *testing.T) {
	dir, all, requests := layConfiguration(t)
	before := filesIn(t, all)
	temporary := shortTemporary(t)
	ctx, cancel := context.WithCancel(t.Context())

	var pages []string

	out := &trigger{text: "until Ctrl-C", then: func(written string) {
		defer cancel()

		for _, address := range regexp.MustCompile(`http://\S+`).FindAllString(written, -1) {
			pages = append(pages, fetch(t, address))
		}
	}}

	err := show(ctx, settings{dir: dir, serve: true, variables: []string{"-var=id=42"}}, out)
	if err != nil {
		t.Fatal(err)
	}

	if len(pages) != 2 || !strings.Contains(pages[0], "Welcome") || !strings.Contains(pages[1], "Of a file") || !strings.Contains(pages[1], "#fff3bf") {
		t.Errorf("pages: %q\n%s", pages, out)
	}

	if got := requests.Load(); got != 0 {
		t.Errorf("the real service got %d requests", got)
	}

	if diff := cmp.Diff(before, filesIn(t, all)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}

	wantEmpty(t, temporary)
}

// fetch returns a page.
func fetch(t *testing.T, address string) string {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}

	page, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}

	return string(page)
}

func TestEverythingIsCleanedUpWhateverComes(t *testing.T) {
	stopped := errors.New("the user has had enough")

	for name, test := range map[string]struct {
		files map[string]string
		stop  bool
		why   string
	}{
		"stopped":      {map[string]string{"main.tf": ``}, true, stopped.Error()},
		"not in order": {map[string]string{"main.tf": `resource {`}, false, "get failed:"},
		"not for us":   {map[string]string{"main.tf": `resource "random_id" "x" { byte_length = 1 }`}, false, "init failed:"},
		"no value":     {map[string]string{"main.tf": `variable "x" {}`}, false, "apply failed:"},
		"not for this machine": {map[string]string{"main.tf": `data "terraform_remote_state" "x" {
			backend = "http"
			config  = { address = "https://state.invalid/", retry_max = 0 }
		}`}, false, `Get "https://state.invalid/": Not Found`}, // says the mock, as the proxy
		"without theme": {map[string]string{"main.tf": ``}, false, "no theme to look at"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, test.files)

			temporary := shortTemporary(t)
			ctx, cancel := context.WithCancelCause(t.Context())
			t.Cleanup(func() { cancel(nil) })

			out := &trigger{text: "Applying"}
			if test.stop {
				out.then = func(string) { cancel(stopped) }
			}

			if err := show(ctx, settings{dir: dir, serve: true}, out); err == nil ||
				!strings.Contains(err.Error(), test.why) && !errors.Is(context.Cause(ctx), stopped) {
				t.Errorf("error %v, want one that says %q", err, test.why)
			}

			wantEmpty(t, temporary)
		})
	}
}

func TestFolderThatDoesNotExistIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.tf")
	writeFiles(t, filepath.Dir(file), map[string]string{"main.tf": ""})

	for _, dir := range []string{filepath.Join(t.TempDir(), "no"), file} {
		if _, err := layShadow(t.TempDir(), dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("error %v", err)
		}
	}
}

func TestBrowser_PicturesShowEachModeThatIsOffered(t *testing.T) {
	if os.Getenv("TEST_BROWSER") == "" {
		t.Skip("this test needs Chromium; make test-browser runs it, with TEST_BROWSER=1")
	}

	dir, _, _ := layConfiguration(t)
	pictures := t.TempDir()
	temporary := shortTemporary(t)

	if err := show(t.Context(), settings{dir: dir, screenshots: pictures, variables: []string{"-var=id=42"}}, t.Output()); err != nil {
		t.Fatal(err)
	}

	wantEmpty(t, temporary)

	entries, err := os.ReadDir(pictures)
	if err != nil {
		t.Fatal(err)
	}

	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}

	if diff := cmp.Diff([]string{"appearance-42-dark.png", "appearance-42-light.png", "appearance-8-dark.png"}, names); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}

	for name, want := range map[string]color.RGBA{
		"appearance-42-light.png": {R: 0xff, G: 0xf3, B: 0xbf, A: 0xff},
		"appearance-42-dark.png":  {R: 0x0b, G: 0x2b, B: 0x40, A: 0xff},
	} {
		if share := shareOf(t, filepath.Join(pictures, name), want); share < 0.1 {
			t.Errorf("%s: the applied colour covers %.3f of the picture", name, share)
		}
	}
}

// shareOf returns how much of a picture has a colour.
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
