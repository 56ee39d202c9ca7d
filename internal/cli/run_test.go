package cli_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestRun_LeavesOutUserSettings(t *testing.T) {
	for _, name := range []string{
		"TF_LOG", "TF_CLI_ARGS", "TF_CLI_ARGS_plan", "TF_CLI_CONFIG_FILE", "TF_DATA_DIR", "TF_VAR_brand_color",
		"TF_WORKSPACE", "TF_PLUGIN_CACHE_DIR", "CHATVIEW_API_KEY", "CHATVIEW_BASE_URL", "HTTPS_PROXY",
	} {
		t.Setenv(name, "the user's")
	}

	t.Setenv("HOME", "/home/user")
	t.Setenv("PATH", "/usr/bin:/bin")

	dir := t.TempDir()
	workspace := cli.Workspace{
		CLI:         cli.CLI{Path: writeProgram(t, dir, "terraform", `/usr/bin/env; echo "$* in $PWD" >&2; exit 2`)},
		Dir:         dir,
		ConfigFile:  "/mirror/cli.tfrc",
		Environment: []string{"CHATVIEW_BASE_URL=http://127.0.0.1:1", "TF_IN_AUTOMATION="},
	}

	result, err := workspace.Run(t.Context(), "plan", "-detailed-exitcode")
	if err != nil || result.ExitCode != 2 || strings.Contains(result.Output, "the user's") {
		t.Errorf("error %v, result %+v", err, result)
	}

	lines := strings.Split(result.Output, "\n")

	for _, want := range []string{
		"HOME=/home/user",
		"PATH=/usr/bin:/bin",
		"TF_CLI_CONFIG_FILE=/mirror/cli.tfrc",
		"CHECKPOINT_DISABLE=1",
		"TF_INPUT=0",
		"CHATVIEW_BASE_URL=http://127.0.0.1:1",
		"TF_IN_AUTOMATION=", // Workspace.Environment has precedence
		"plan -detailed-exitcode in " + dir,
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %q in:\n%s", want, result.Output)
		}
	}
}

func TestRun_FailsWithoutProgram(t *testing.T) {
	workspace := cli.Workspace{CLI: cli.CLI{Path: "/nonexistent/terraform"}, Dir: t.TempDir()}

	if _, err := workspace.Run(t.Context(), "init"); err == nil {
		t.Error("ran a program that does not exist")
	}
}

func TestRun_InterruptsProgram(t *testing.T) {
	dir := t.TempDir()

	// The program opens the pipe for writing, to show that it has started, and
	// waits for a signal.
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}

	program := writeProgram(t, dir, "terraform",
		`trap 'echo cleaned up; exit 1' INT; : > `+pipe+`; while :; do /bin/sleep 0.1; done`)

	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by the test")

	go func() {
		_, _ = os.ReadFile(pipe) // waits for a writer

		cancel(stopped)
	}()

	result, err := cli.Workspace{CLI: cli.CLI{Path: program}, Dir: dir}.Run(ctx, "apply")
	if diff := cmp.Diff(cli.Result{Output: "cleaned up\n", ExitCode: 1}, result); !errors.Is(err, stopped) || diff != "" {
		t.Errorf("error %v, result (-want +got):\n%s", err, diff)
	}
}

func TestSandbox_RemovesFolder(t *testing.T) {
	programs, module := isolate(t)
	terraform := writeCLI(t, programs, "terraform", "Terraform", "1.11.0")

	sandbox, err := cli.NewSandbox(t.Context(), t.Output(), "test")
	if err != nil || sandbox.CLI.Path != terraform || sandbox.Root != module {
		t.Fatalf("error %v, the sandbox is %+v", err, sandbox)
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
	writeProgram(t, programs, "go", `echo 'syntax error' >&2; exit 1`)

	if err := cli.BuildProvider(t.Context(), "/tmp/provider", "1.2.3"); err == nil || !strings.Contains(err.Error(), "\nsyntax error\n") {
		t.Errorf("error is %v", err)
	}
}

func TestWriteMirror_HasLayoutOfArchivesOrPrograms(t *testing.T) {
	const name = "terraform-provider-chatview"

	dist := t.TempDir()
	binary := writeProgram(t, dist, name, "echo built\n")
	archive := writeProgram(t, dist, name+"_1.2.3_linux_amd64.zip", "echo packed\n")

	for product, host := range map[cli.Product]string{cli.Terraform: "registry.terraform.io", cli.OpenTofu: "registry.opentofu.org"} {
		unpacked, packed := filepath.Join(t.TempDir(), "with a space"), t.TempDir()
		found := cli.CLI{Product: product}

		configFile, err := found.WriteMirror(unpacked, binary, "1.2.3")
		if err == nil {
			_, err = found.WritePackedMirror(packed, []string{archive})
		}

		config, readErr := os.ReadFile(configFile)
		want := "provider_installation {\n  filesystem_mirror {\n    path = \"" + unpacked + "/mirror\"\n  }\n}\n"

		if diff := cmp.Diff(want, string(config)); err != nil || readErr != nil || diff != "" {
			t.Errorf("errors %v, %v, CLI configuration (-want +got):\n%s", err, readErr, diff)
		}

		for link, want := range map[string]string{
			filepath.Join(unpacked, "mirror", host, "chatview/chatview/1.2.3", runtime.GOOS+"_"+runtime.GOARCH, name+"_v1.2.3"): binary,
			filepath.Join(packed, "mirror", host, "chatview/chatview", filepath.Base(archive)):                                  archive,
		} {
			if got, err := os.Readlink(link); got != want {
				t.Errorf("%s links to %q, error %v, want %s", link, got, err, want)
			}
		}

		if _, err := found.WriteMirror(t.TempDir(), filepath.Join(dist, "missing"), "1.2.3"); err == nil {
			t.Error("wrote a mirror without a provider")
		}
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
