package main

import (
	"encoding/json"
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

	if diff := cmp.Diff(want, targets(config.RootModule)); diff != "" {
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
