package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// plansConfiguration is applied before the plans.
const plansConfiguration = `terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

resource "chatview_appearance" "acme" {
  id                          = "1"
  name                        = "Acme"
  start_message               = "Ask Acme anything."
  lm_primary_background_color = "#1864ab"
  lm_button_outline_color     = "#0b3d66"
}

resource "chatview_appearance" "globex" {
  id           = "2"
  name         = "Globex"
  theme_mode   = "dark"
  show_sidebar = false
}

resource "chatview_source" "orders" {
  id                  = "7"
  account_name        = "Orders"
  hostname            = "orders.example.com"
  password_wo         = "first"
  password_wo_version = 1
}
`

const initechBlock = `
resource "chatview_appearance" "initech" {
  id                          = "3"
  name                        = "Initech"
  lm_primary_background_color = "#2b8a3e"
}
`

// pullRequests are typical changes to plansConfiguration: pairs of old and new text,
// and blocks to add.
var pullRequests = map[string]struct {
	replace []string
	add     string
}{
	"new_theme":     {add: initechBlock},
	"changed_color": {replace: []string{"#1864ab", "#ff0000"}},
	"removed_attributes": {replace: []string{
		`  start_message               = "Ask Acme anything."` + "\n", "",
		"  show_sidebar = false\n", "",
	}},
	"changed_tenant_id": {replace: []string{`= "1"`, `= "3"`}},
	"taken_tenant_id": {replace: []string{
		`= "1"`, `= "2"` + "\n  depends_on                  = [chatview_appearance.globex]",
	}},
	"rotated_credential": {replace: []string{
		`"first"`, `"second"`,
		"password_wo_version = 1", "password_wo_version = 2",
	}},
	"imported_theme": {add: initechBlock + `
import {
  to = chatview_appearance.initech
  id = "3"
}
`},
}

// TestPlans_MatchGoldenFiles compares the plans of pull requests with golden
// files, one for each CLI. Run it with -update to rewrite the files, and review
// them.
func TestPlans_MatchGoldenFiles(t *testing.T) {
	t.Parallel()

	mock, address := startService(t, "key", mockserver.Behavior{})
	mock.AddAppearance(2, nil)

	workspace := newWorkspace(t, provider, plansConfiguration, "CHATVIEW_BASE_URL="+address, "CHATVIEW_API_KEY=key")
	if result := run(t, workspace, "apply", "-auto-approve"); result.ExitCode != 0 {
		t.Fatal(result.Output)
	}

	for name, change := range pullRequests {
		t.Run(name, func(t *testing.T) {
			write(t, workspace, "main.tf", strings.NewReplacer(change.replace...).Replace(plansConfiguration)+change.add)

			result := run(t, workspace, "plan")
			compareGolden(t, filepath.Join("testdata", "plans", name+"."+found.Command()+".txt"), outputFrom(`(  # |Error: )`, result.Output))
		})
	}
}
