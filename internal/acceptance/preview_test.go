package acceptance

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
)

// previewData are the plans that the tests of chatview-preview read, and what
// it says about them.
const previewData = "../cmd/chatview-preview/testdata"

// TestPreview_ReadsPlan compares what chatview-preview says about a plan of
// this CLI with what its own tests expect of the saved plan of this product.
func TestPreview_ReadsPlan(t *testing.T) {
	t.Parallel()

	plan := planOfPreview(t)

	saved := filepath.Join(previewData, found.command+".json")
	if golden.Update() {
		if err := os.WriteFile(saved, plan, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// It needs no environment, and no terraform on the PATH.
	preview := exec.CommandContext(t.Context(), filepath.Join(programs, "chatview-preview"), "-json", filepath.Join(t.TempDir(), "result.json"), "-")
	preview.Env, preview.Stdin, preview.Dir = []string{}, bytes.NewReader(plan), t.TempDir()

	output, err := preview.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}

	got, _, _ := strings.Cut(string(output), "Wrote ")
	golden.Compare(t, filepath.Join("..", previewData, found.command+".txt"), outputFrom("", got))
}

// planOfPreview applies a configuration, changes it in every way, and returns what
// chatview-preview reads of the plan's JSON.
func planOfPreview(t *testing.T) []byte {
	t.Helper()

	workspace := newWorkspace(t, startServiceOfAnyID(t).settings()...)
	if err := os.CopyFS(workspace.dir, os.DirFS("testdata/preview")); err != nil {
		t.Fatal(err)
	}

	file := func(name string) string { return filepath.Join(workspace.dir, name) }
	rename := func(from, to string) {
		if err := os.Rename(file(from), file(to)); err != nil {
			t.Fatal(err)
		}
	}
	rename("after.tf", "after")
	succeeds(t, workspace, "init")
	succeeds(t, workspace, "apply", "-auto-approve")
	rename("before.tf", "before")
	rename("after", "after.tf")

	replace := []string{"plan", "-out=plan.tfplan", "-replace=chatview_appearance.same_id"}
	if found.command == "tofu" {
		replace = append(replace, "-replace=chatview_appearance.kept")
	}

	succeeds(t, workspace, replace...)

	all := decode[map[string]any](t, succeeds(t, workspace, "show", "-json", "plan.tfplan"))
	for _, name := range []string{"configuration", "variables", "timestamp", "checks", "relevant_attributes", "output_changes", "resource_drift"} {
		delete(all, name)
	}

	all["planned_values"] = map[string]any{}

	short, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}

	return []byte(outputFrom("", strings.ReplaceAll(string(short), `},{"`, "},\n{\"")+"\n"))
}
