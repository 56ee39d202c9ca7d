package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	goversion "github.com/hashicorp/go-version"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const themeModule = `terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

variable "id" {
  type    = string
  default = "1"
}

variable "name" {
  type    = string
  default = "First"
}

resource "chatview_appearance" "theme" {
  id                          = var.id
  name                        = var.name
  lm_primary_background_color = "#1864ab"
}
`

// Since Terraform 1.13, one configured provider serves all runs of a file.
const themeTest = `provider "chatview" {
  base_url = "%s"
  api_key  = "key"
}

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

	mock, address := startService(t, "key", mockserver.Behavior{})
	mock.AddAppearance(2, nil)

	workspace := newWorkspace(t, provider, themeModule)
	if err := os.Mkdir(filepath.Join(workspace.Dir, "tests"), 0o755); err != nil {
		t.Fatal(err)
	}

	write(t, workspace, filepath.Join("tests", "theme.tftest.hcl"), fmt.Sprintf(themeTest, address))

	result := run(t, workspace, "test")
	if result.ExitCode != 0 || !strings.Contains(result.Output, "4 passed, 0 failed") {
		t.Errorf("exit code %d:\n%s", result.ExitCode, result.Output)
	}

	var sent []string
	for _, request := range mock.Requests() {
		sent = append(sent, request.Path+" "+string(request.Body))
	}

	want := []string{
		`/api/v1/appearance/1/ {"name":"First","lm_primary_background_color":"#1864ab"}`,
		`/api/v1/appearance/1/ {"name":"Second","lm_primary_background_color":"#1864ab"}`,
		`/api/v1/appearance/2/ {"name":"First","lm_primary_background_color":"#1864ab"}`,
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// requireMocks skips a test if mock_provider returns values for write-only
// attributes (hashicorp/terraform#36819, opentofu/opentofu#3964).
func requireMocks(t *testing.T) {
	t.Helper()

	corrected := map[cli.Product]string{cli.Terraform: "1.11.4", cli.OpenTofu: "1.11.6"}[found.Product]
	if found.Version.LessThan(goversion.Must(goversion.NewVersion(corrected))) {
		t.Skipf("%s cannot mock write-only attributes, which needs %s", found, corrected)
	}
}
