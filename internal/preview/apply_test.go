package preview_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// themeConfiguration declares a theme from one brand colour.
const themeConfiguration = `
terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

variable "brand" {
  type = string
}

locals {
  palette = provider::chatview::derive_palette(var.brand)
}

resource "chatview_appearance" "brand" {
  id              = "42"
  name            = "Theme"
  theme_mode      = "both"
  start_message   = "Welcome"
  recommendations = ["Why?", "Why not?"]

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color
  dm_primary_background_color = local.palette.dm_primary_background_color
  dm_light_background_color   = local.palette.dm_light_background_color
  dm_dark_background_color    = local.palette.dm_dark_background_color
  dm_button_outline_color     = local.palette.dm_button_outline_color
}
`

func TestBrowser_DrawsWhatTheCLIApplied(t *testing.T) {
	b := openBrowser(t)
	_, pages := newMock(t)
	address := serve(t, pages)
	workspace := newWorkspace(t, address)

	apply(t, workspace, "#0b7285")
	b.do(chromedp.Navigate(address + "/preview/appearance/42"))
	wantDrawn(b, "#0b7285")

	apply(t, workspace, "#e03131")
	b.awaits(chatDocument + `.querySelectorAll("link[data-theme]").length === 1 && ` +
		`getComputedStyle(` + chatDocument + `.querySelector(".input")).borderTopColor === "rgb(224, 49, 49)"`)
	wantDrawn(b, "#e03131")
}

// wantDrawn checks the colours of the chat view, first in light mode and then in
// dark mode.
func wantDrawn(b tab, brand string) {
	b.Helper()

	eval[any](b, chatDocument+`.getElementById("show-light").click()`)

	if diff := cmp.Diff(wantedColors(theme(brand), "lm_", palette.Black), drawnColors(b, chatDocument)); diff != "" {
		b.Errorf("%s, light mode (-want +got):\n%s", brand, diff)
	}

	eval[any](b, chatDocument+`.getElementById("show-dark").click()`)

	if diff := cmp.Diff(wantedColors(theme(brand), "dm_", palette.White), drawnColors(b, chatDocument)); diff != "" {
		b.Errorf("%s, dark mode (-want +got):\n%s", brand, diff)
	}
}

// newWorkspace lays the configuration out, initialized with the provider as it
// is, for a service at that address.
func newWorkspace(t *testing.T, address string) cli.Workspace {
	t.Helper()

	const version = "9.9.9"

	found, err := cli.Find(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}

	folder := t.TempDir()
	binary := filepath.Join(folder, "terraform-provider-chatview")

	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the provider: %v\n%s", err, output)
	}

	configFile, err := found.LayMirror(folder, binary, version)
	if err != nil {
		t.Fatal(err)
	}

	workspace := cli.Workspace{
		CLI: found, Dir: filepath.Join(folder, "configuration"), ConfigFile: configFile,
		Environment: []string{"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=key"},
	}
	if err := os.Mkdir(workspace.Dir, 0o700); err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(filepath.Join(workspace.Dir, "main.tf"), []byte(themeConfiguration), 0o600); err != nil {
		t.Fatal(err)
	}

	runCLI(t, workspace, "init")

	return workspace
}

func apply(t *testing.T, workspace cli.Workspace, brand string) {
	t.Helper()
	runCLI(t, workspace, "apply", "-auto-approve", fmt.Sprintf("-var=brand=%s", brand))
}

func runCLI(t *testing.T, workspace cli.Workspace, args ...string) {
	t.Helper()

	result, err := workspace.Run(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}

	if result.ExitCode != 0 {
		t.Fatal(result.Output)
	}
}
