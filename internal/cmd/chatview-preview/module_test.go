package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/zclconf/go-cty/cty"
)

func TestReadModule_ReadsWhatConcernsTheProvider(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  module
	}{
		"nothing": {map[string]string{"main.tf": `locals {}`, "README.md": `provider "chatview" {`}, module{}},
		"another provider": {map[string]string{
			"main.tf": `terraform {
				required_providers {
					chatview = { source = "elsewhere/chatview" }
					old      = "~> 1.0"
				}
			}
			resource "aws_s3_bucket" "x" {}`,
		}, module{}},
		"several files": {map[string]string{
			"versions.tf": `terraform {
				required_providers {
					cv = {
						source                = "registry.example.com/chatview/chatview"
						configuration_aliases = [cv.given]
					}
				}
			}`,
			"main.tf": `
				provider "cv" { alias = "eu" }
				resource "chatview_appearance" "a" {}
				resource "chatview_source" "b" {}
				module "one" { source = "./one" }
				module "many" {
					source   = "./many"
					for_each = {}
				}
				variable "plain" {}
				variable "password" {
					type      = string
					ephemeral = true
				}`,
			"main_override.tf": `variable "plain" {
				default   = 1
				sensitive = true
			}`,
		}, module{
			names: []string{"cv"}, sources: []string{"registry.example.com/chatview/chatview"}, blocks: []providerBlock{{"cv", "eu"}},
			resources: []string{"chatview_appearance.a", "chatview_source.b"}, expanded: []string{"many"},
			variables: map[string]variable{"plain": {secret: true, hasDefault: true}, "password": {secret: true, kind: cty.String}},
		}},
		"JSON": {map[string]string{
			"main.tf.json": `{
				"terraform": {"required_providers": {"chatview": {"source": "chatview/chatview"}}},
				"provider": {"chatview": [{}, {"alias": "us"}]},
				"resource": {"chatview_appearance": {"a": {}}}
			}`,
		}, module{
			names: []string{"chatview"}, sources: []string{"chatview/chatview"}, blocks: []providerBlock{{"chatview", ""}, {"chatview", "us"}},
			resources: []string{"chatview_appearance.a"},
		}},
		"OpenTofu's files": {map[string]string{"main.tofu": `resource "chatview_appearance" "a" {}`}, module{resources: []string{"chatview_appearance.a"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			writeFiles(t, folder, test.files)

			got, err := readModule(folder)
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(module{}, providerBlock{}, variable{}),
				cmp.Comparer(func(a, b cty.Type) bool { return a == b || a != cty.NilType && b != cty.NilType && a.Equals(b) }), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("module (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTargets_NameExpandedModulesAsAWhole(t *testing.T) {
	resources := []string{"chatview_appearance.a", "chatview_source.b"}
	read := modules{
		"":             {resources: resources, expanded: []string{"many"}},
		"one":          {resources: resources, expanded: []string{"deep"}},
		"one.deep":     {resources: resources},
		"one.deep.er":  {resources: resources},
		"one.flat":     {resources: resources[:1]},
		"many":         {resources: resources},
		"many.nothing": {},
	}
	want := []string{
		"chatview_appearance.a", "chatview_source.b", "module.many", "module.one.chatview_appearance.a", "module.one.chatview_source.b",
		"module.one.module.deep", "module.one.module.flat.chatview_appearance.a",
	}

	if diff := cmp.Diff(want, read.targets()); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

func TestOverrides_CoverEveryProviderBlock(t *testing.T) {
	got := overrides(module{names: []string{"cv"}, blocks: []providerBlock{{"cv", ""}, {"cv", "eu"}, {"aws", "eu"}}}, "http://127.0.0.1:1")
	want := `terraform {
  backend "local" {}
}

provider "cv" {
  base_url    = "http://127.0.0.1:1"
  api_key     = "preview-api-key"
  max_retries = 0
}

provider "cv" {
  alias       = "eu"
  base_url    = "http://127.0.0.1:1"
  api_key     = "preview-api-key"
  max_retries = 0
}
`

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("overrides (-want +got):\n%s", diff)
	}
}

func TestPlaceholders_AreForSecretsWithoutAValue(t *testing.T) {
	t.Setenv("TF_VAR_given", "value")

	got := placeholders(map[string]variable{
		"given": {secret: true}, "plain": {}, "default": {secret: true, hasDefault: true},
		"untyped": {secret: true}, "any": {secret: true, kind: cty.DynamicPseudoType},
		"text": {secret: true, kind: cty.String}, "number": {secret: true, kind: cty.Number}, "bool": {secret: true, kind: cty.Bool},
		"list": {secret: true, kind: cty.List(cty.String)}, "set": {secret: true, kind: cty.Set(cty.String)}, "map": {secret: true, kind: cty.Map(cty.String)},
		"pair":   {secret: true, kind: cty.Tuple([]cty.Type{cty.Bool, cty.String})},
		"object": {secret: true, kind: cty.Object(map[string]cty.Type{"text": cty.String})},
	})
	slices.Sort(got)

	for i := range got {
		got[i] = strings.Join(strings.Fields(got[i]), " ")
	}

	want := []string{
		"TF_VAR_any=1234567890123456", "TF_VAR_bool=false", "TF_VAR_list=[]", "TF_VAR_map={}", "TF_VAR_number=1234567890123456",
		`TF_VAR_object={ text = "1234567890123456" }`, `TF_VAR_pair=[false, "1234567890123456"]`, "TF_VAR_set=[]",
		"TF_VAR_text=1234567890123456", "TF_VAR_untyped=1234567890123456",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
}

func TestCopyFolder_KeepsTheLockFileApart(t *testing.T) {
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
