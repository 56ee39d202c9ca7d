package main

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
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
					version = "~> 0.1"
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
	"live/themes/.terraform.lock.hcl":          `provider "registry.terraform.io/chatview/chatview" { version = "0.1.5" }`,
	"live/themes/terraform.tfstate":            `not a state`,
	"live/themes/.terraform/terraform.tfstate": `not a state`,
	"live/shared.txt":                          "Welcome\n",
	"modules/theme/main.tf": `
		terraform {
			required_providers {
				chatview = {
					source  = "chatview/chatview"
					version = ">= 0.1.2"
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
