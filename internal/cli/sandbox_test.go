package cli_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestSandbox_RemovesFolder(t *testing.T) {
	programs, module := isolate(t)
	terraform := writeCLI(t, programs, "terraform", "Terraform", "1.11.0")

	sandbox, err := cli.NewSandbox(t.Context(), t.Output(), "test")
	if err != nil {
		t.Fatal(err)
	}

	if sandbox.CLI.Path != terraform || sandbox.Root != module || !strings.HasPrefix(filepath.Base(sandbox.Dir), "chatview-test-") {
		t.Errorf("the sandbox is %+v", sandbox)
	}

	err = errors.Join(os.WriteFile(filepath.Join(sandbox.Dir, "file"), nil, 0o600), sandbox.Close())
	if _, statErr := os.Stat(sandbox.Dir); err != nil || !errors.Is(statErr, fs.ErrNotExist) {
		t.Errorf("error is %v; after closing, the folder's is %v", err, statErr)
	}
}

func TestModuleRoot_RequiresGoMod(t *testing.T) {
	t.Chdir(t.TempDir())

	if root, err := cli.ModuleRoot(); err == nil || !strings.Contains(err.Error(), "run this inside the repository") {
		t.Errorf("root is %q, error %v", root, err)
	}
}

func TestBuildProvider_ReportsCompilerErrors(t *testing.T) {
	programs, _ := isolate(t)
	writeProgram(t, programs, "go", `echo "go $*"; echo 'syntax error' >&2; exit 1`)

	err := cli.BuildProvider(t.Context(), "/tmp/provider", "1.2.3", "-race")
	if err == nil {
		t.Fatal("built a provider")
	}

	want := "build the provider: exit status 1\n" +
		"go build -o /tmp/provider -ldflags -X main.version=1.2.3 -race .\nsyntax error\n"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestCopyConfiguration_LeavesOutEarlierRuns(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "copy")

	for _, name := range []string{
		"main.tf", "example.auto.tfvars", "modules/theme/main.tf", "modules/theme/.terraform/modules.json",
		"terraform.tfstate", "terraform.tfstate.backup", ".terraform.lock.hcl", ".terraform/modules.json",
	} {
		path := filepath.Join(from, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}

	if err := cli.CopyConfiguration(from, to); err != nil {
		t.Fatal(err)
	}

	var got []string

	err := fs.WalkDir(os.DirFS(to), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			got = append(got, name)
		}

		return err
	})

	want := []string{"example.auto.tfvars", "main.tf", "modules/theme/main.tf"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error is %v; files (-want +got):\n%s", err, diff)
	}
}
