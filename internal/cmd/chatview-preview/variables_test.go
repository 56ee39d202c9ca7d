package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
