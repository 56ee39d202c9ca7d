package main

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
)

func TestEffects_AreChangesOutsideThePreview(t *testing.T) {
	const address = "http://127.0.0.1:1"

	for name, test := range map[string]struct {
		plan string
		want []string
	}{
		"own and state only": {`"resource_changes": [
			{"address": "chatview_appearance.a", "mode": "managed", "provider_name": "registry.opentofu.org/chatview/chatview", "change": {"actions": ["create"]}},
			{"address": "terraform_data.a", "mode": "managed", "provider_name": "terraform.io/builtin/terraform", "change": {"actions": ["create"]}},
			{"address": "random_id.a", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/random", "change": {"actions": ["create"]}},
			{"address": "time_static.a", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/time", "change": {"actions": ["create"]}},
			{"address": "null_resource.a", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/null", "change": {"actions": ["create"]}},
			{"address": "data.aws_region.a", "mode": "data", "provider_name": "registry.terraform.io/hashicorp/aws", "change": {"actions": ["read"]}},
			{"address": "aws_s3_bucket.imported", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/aws", "change": {"actions": ["no-op"]}}
		]`, nil},
		"others": {`"resource_changes": [
			{"address": "aws_s3_bucket.a", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/aws", "change": {"actions": ["create"]}},
			{"address": "aws_s3_bucket.b", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/aws", "change": {"actions": ["update"]}},
			{"address": "aws_s3_bucket.c", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/aws", "change": {"actions": ["delete", "create"]}},
			{"address": "random_id.a", "mode": "managed", "provider_name": "registry.terraform.io/example/random", "change": {"actions": ["create"]}}
		]`, []string{"aws_s3_bucket.a: create", "aws_s3_bucket.b: update", "aws_s3_bucket.c: delete create", "random_id.a: create"}},
		"provisioners": {`"resource_changes": [
			{"address": "module.m[\"a.b[0]\"].null_resource.p[0]", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/null", "change": {"actions": ["create"]}},
			{"address": "null_resource.q", "mode": "managed", "provider_name": "registry.terraform.io/hashicorp/null", "change": {"actions": ["create"]}}
		], "configuration": {"root_module": {
			"resources": [{"address": "null_resource.q"}],
			"module_calls": {"m": {"module": {"resources": [{"address": "null_resource.p", "provisioners": [{"type": "local-exec"}]}]}}}
		}}`, []string{`module.m["a.b[0]"].null_resource.p[0]: run a provisioner`}},
		"actions": {`"action_invocations": [{"address": "action.aws_lambda_invoke.a"}]`, []string{"action.aws_lambda_invoke.a: invoke an action"}},
		"provider configurations": {`"configuration": {"root_module": {}, "provider_config": {
			"chatview": {"full_name": "registry.terraform.io/chatview/chatview", "expressions": {"base_url": {"constant_value": "http://127.0.0.1:1"}}},
			"module.a:chatview": {"full_name": "registry.terraform.io/chatview/chatview", "module_address": "module.a"},
			"module.b:chatview": {"full_name": "registry.terraform.io/chatview/chatview", "module_address": "module.b", "expressions": {"base_url": {"references": ["var.url"]}}},
			"other": {"full_name": "registry.terraform.io/example/other", "expressions": {"base_url": {"constant_value": "https://example.com"}}}
		}}`, []string{"module.b: send requests to its own base_url; move the provider block to the root module"}},
	} {
		var plan tfjson.Plan
		if err := json.Unmarshal([]byte(`{"format_version": "1.2", "configuration": {"root_module": {}}, `+test.plan+`}`), &plan); err != nil {
			t.Fatalf("%s: %v", name, err)
		}

		if diff := cmp.Diff(test.want, effects(&plan, address)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
