package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

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

func TestModuleIsReadForWhatItSaysOfTheProvider(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  module
	}{
		"nothing": {map[string]string{"main.tf": `locals {}`, "README.md": `provider "chatview" {`}, module{}},
		"another provider": {map[string]string{
			"main.tf": `terraform {
				required_providers {
					chatview = { source = "elsewhere/chatview", version = "1.0.0" }
					old      = "~> 1.0"
				}
			}
			provider "chatview" { base_url = "https://chat.example.com" }`,
		}, module{}},
		"names and aliases over several files": {map[string]string{
			"versions.tf": `terraform {
				required_providers {
					cv = {
						source                = "registry.terraform.io/chatview/chatview"
						version               = "~> 1.2"
						configuration_aliases = [cv.given]
					}
				}
			}`,
			"main.tf": `provider "cv" { api_key = var.key }
				provider "cv" {
					alias    = "eu"
					base_url = var.url
				}
				provider "other" { base_url = "https://chat.example.com" }`,
		}, module{names: []string{"cv"}, constraints: []string{"~> 1.2"}, providers: []providerBlock{
			{name: "cv"}, {name: "cv", alias: "eu", setsBaseURL: true},
		}}},
		"JSON": {map[string]string{
			"main.tf.json": `{
				"terraform": {"required_providers": {"chatview": {"source": "chatview/chatview", "version": "1.0.0"}}},
				"provider": {"chatview": [{"base_url": "https://chat.example.com"}, {"alias": "us"}]}
			}`,
		}, module{names: []string{"chatview"}, constraints: []string{"1.0.0"}, providers: []providerBlock{
			{name: "chatview", setsBaseURL: true}, {name: "chatview", alias: "us"},
		}}},
		"OpenTofu's own files": {map[string]string{
			"main.tofu": `terraform {
				required_providers {
					chatview = { "source" = "chatview/chatview" }
				}
			}`,
		}, module{names: []string{"chatview"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			writeFiles(t, folder, test.files)

			got, err := readModule(folder)
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(module{}, providerBlock{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("module (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWantedVersionIsOneThatAllConstraintsAllow(t *testing.T) {
	for constraints, want := range map[string]string{
		"":                      anyVersion,
		">= 0":                  anyVersion,
		"1.2.3":                 "1.2.3",
		"~> 1.2":                "1.2.0",
		"> 1.2.3":               "1.2.4",
		"> 1.2, < 2":            "1.2.1",
		">= 0.1; ~> 0.3":        "0.3.0",
		"~> 1.0; != 1.0.0":      "1.0.1",
		"1.0.0; 2.0.0":          anyVersion,
		"not a version; >= 1.0": anyVersion,
	} {
		if got := wantedVersion(strings.Split(constraints, ";")); got != want {
			t.Errorf("%q gives %s, want %s", constraints, got, want)
		}
	}
}

func TestFileThatWouldOverrideTheRedirectionIsRefused(t *testing.T) {
	for _, name := range []string{"zzzzz_override.tf", "~_override.tf.json", overrideFile, "é_override.tofu"} {
		folder := t.TempDir()
		writeFiles(t, folder, map[string]string{name: ""})

		if _, err := redirect(folder, "http://127.0.0.1:1"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestModuleThatSetsTheAddressItselfIsRefused(t *testing.T) {
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{
		"main.tf":                         ``,
		".terraform/modules/modules.json": `{"Modules": [{"Key": "", "Dir": "."}, {"Key": "theme", "Dir": "theme"}]}`,
		"theme/main.tf": `
			terraform {
				required_providers {
					chatview = { source = "chatview/chatview" }
				}
			}
			provider "chatview" { base_url = "https://chat.example.com" }`,
	})

	if _, err := redirect(folder, "http://127.0.0.1:1"); err == nil || !strings.Contains(err.Error(), "sets the provider's base_url itself") {
		t.Errorf("error %v", err)
	}
}
