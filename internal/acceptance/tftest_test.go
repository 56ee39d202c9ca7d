package acceptance

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const themeModule = `variable "id" {
  type    = string
  default = "1"
}

variable "name" {
  type    = string
  default = "First"
}

resource "chatview_appearance" "theme" {
  id   = var.id
  name = var.name
}
`

// Since Terraform 1.13, one configured provider serves all runs of a file.
const themeTest = `provider "chatview" {}

run "create" {}

run "update" {
  variables {
    name = "Second"
  }

  assert {
    condition     = chatview_appearance.theme.name == "Second"
    error_message = "The name did not change."
  }
}

run "plan_another_id" {
  command = plan

  variables {
    id = "2"
  }
}

run "replace" {
  variables {
    id = "2"
  }
}
`

func TestTerraformTest_RunsShareOneObject(t *testing.T) {
	t.Parallel()

	mock, environment := startService(t)
	workspace := newConfiguration(t, themeModule, environment...)
	write(t, workspace, "tests/theme.tftest.hcl", themeTest)

	if output := succeeds(t, workspace, "test"); !strings.Contains(output, "4 passed, 0 failed") {
		t.Error(output)
	}

	var sent []string
	for _, request := range mock.Requests() {
		sent = append(sent, request.Path+" "+string(request.Body))
	}

	want := []string{
		`/api/v1/appearance/1/ {"name":"First"}`,
		`/api/v1/appearance/1/ {"name":"Second"}`,
		`/api/v1/appearance/2/ {"name":"First"}`,
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}
