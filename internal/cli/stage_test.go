package cli_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestOnStageLeavesNothingBehind(t *testing.T) {
	programs, module := isolate(t)
	terraform := writeCLI(t, programs, "terraform", "Terraform", "1.11.0")
	failed := errors.New("the play has failed")

	var stage cli.Stage

	err := cli.OnStage(t.Context(), io.Discard, "test", func(given cli.Stage) error {
		stage = given

		return errors.Join(failed, os.WriteFile(filepath.Join(given.Dir, "file"), nil, 0o600))
	})

	if err == nil || err.Error() != failed.Error() {
		t.Errorf("error %v, want the play's alone", err)
	}

	if stage.CLI.Path != terraform || stage.Root != module || !strings.HasPrefix(filepath.Base(stage.Dir), "chatview-test-") {
		t.Errorf("the stage is %+v", stage)
	}

	if _, err := os.Stat(stage.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the stage's folder is still there: %v", err)
	}
}
