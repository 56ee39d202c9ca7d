package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
)

func parseConfig(t *testing.T, text string) *tfjson.Config {
	t.Helper()

	var config tfjson.Config
	if err := json.Unmarshal([]byte(text), &config); err != nil {
		t.Fatal(err)
	}

	return &config
}

func TestTargets_IncludeAllModules(t *testing.T) {
	const resources = `"resources": [
		{"address": "chatview_appearance.a", "type": "chatview_appearance"},
		{"address": "chatview_source.b", "type": "chatview_source"},
		{"address": "aws_s3_bucket.c", "type": "aws_s3_bucket"}
	]`

	config := parseConfig(t, `{"root_module": {`+resources+`, "module_calls": {
		"one": {"module": {"module_calls": {"deep": {"module": {`+resources+`}}}}}
	}}}`)
	want := []string{
		"chatview_appearance.a", "chatview_source.b", "module.one.module.deep.chatview_appearance.a", "module.one.module.deep.chatview_source.b",
	}

	if diff := cmp.Diff(want, targets(config.RootModule, "")); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

func TestWidened_NamesModulesWithoutInstance(t *testing.T) {
	got := widened(
		[]string{"chatview_appearance.none", "module.flat.chatview_appearance.a", "module.many.chatview_appearance.a", "module.many.module.x.chatview_source.b"},
		[]string{`module.flat.chatview_appearance.a["module.many.chatview_appearance.a"]`},
	)
	want := []string{"chatview_appearance.none", "module.flat.chatview_appearance.a", "module.many"}

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

func TestProviderOverrides_CoverRootModule(t *testing.T) {
	config := parseConfig(t, `{"provider_config": {
		"cv": {"name": "cv", "full_name": "registry.terraform.io/chatview/chatview"},
		"cv.eu": {"name": "cv", "full_name": "registry.terraform.io/chatview/chatview", "alias": "eu"},
		"module.a:cv": {"name": "cv", "full_name": "registry.terraform.io/chatview/chatview", "module_address": "module.a"},
		"aws": {"name": "aws", "full_name": "registry.terraform.io/hashicorp/aws"}
	}}`)
	want := `
provider "cv" {
  alias       = "eu"
  base_url    = "http://127.0.0.1:1"
  api_key     = "preview-api-key"
  max_retries = 0
}

provider "cv" {
  base_url    = "http://127.0.0.1:1"
  api_key     = "preview-api-key"
  max_retries = 0
}
`

	if diff := cmp.Diff(want, providerOverrides(config, "http://127.0.0.1:1")); diff != "" {
		t.Errorf("overrides (-want +got):\n%s", diff)
	}
}

func TestPlaceholders_ReplaceMissingSecrets(t *testing.T) {
	t.Setenv("TF_VAR_given", "value")

	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{
		"main.tf": `
			variable "plain" {}
			variable "given" { sensitive = true }
			variable "default" {
				default   = null
				sensitive = true
			}
			variable "overridden" { sensitive = true }
			variable "not" { sensitive = false }
			variable "untyped" { sensitive = true }
			variable "any" {
				type      = any
				ephemeral = true
			}
			variable "text" {
				type      = string
				ephemeral = true
			}
			variable "number" {
				type      = number
				sensitive = true
			}
			variable "bool" {
				type      = bool
				sensitive = true
			}
			variable "list" {
				type      = list(string)
				sensitive = true
			}
			variable "map" {
				type      = map(string)
				sensitive = true
			}
			variable "pair" {
				type      = tuple([bool, string])
				sensitive = true
			}
			variable "object" {
				type      = object({ text = string, set = optional(set(string)) })
				sensitive = true
			}`,
		"main_override.tf": `variable "overridden" { default = 1 }`,
		"more.tf.json":     `{"variable": {"json": {"ephemeral": true}}}`,
		"more.tofu":        `variable "tofu" { ephemeral = true }`,
		"README.md":        `variable "readme" {`,
	})

	got, err := placeholders(folder)
	if err != nil {
		t.Fatal(err)
	}

	slices.Sort(got)

	for i := range got {
		got[i] = strings.Join(strings.Fields(got[i]), " ")
	}

	want := []string{
		"TF_VAR_any=1234567890123456", "TF_VAR_bool=false", "TF_VAR_json=1234567890123456", "TF_VAR_list=[]", "TF_VAR_map={}",
		"TF_VAR_number=1234567890123456", `TF_VAR_object={ set = [] text = "1234567890123456" }`,
		`TF_VAR_pair=[false, "1234567890123456"]`, "TF_VAR_text=1234567890123456", "TF_VAR_tofu=1234567890123456",
		"TF_VAR_untyped=1234567890123456",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
}

func TestCopyFolder_CopiesLockFile(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"main.tf": "", lockFile: "locked", "a.tfstate.backup": "", ".terraform/x": ""})

	folder, err := copyFolder(t.TempDir(), dir)
	if err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(filepath.Join(folder, lockFile), []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}

	if content, err := os.ReadFile(filepath.Join(dir, lockFile)); err != nil || string(content) != "locked" {
		t.Errorf("the lock file has changed: %q, %v", content, err)
	}

	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("the copy has %v, %v", entries, err)
	}
}
