package main

import (
	"strings"
	"testing"
)

func TestFindCLI_ErrorSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())

	for name, want := range map[string]string{"": "no terraform and no tofu", "/nowhere/tofu": "no /nowhere/tofu"} {
		t.Setenv("CLI", name)

		if _, err := findCLI(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "set CLI") {
			t.Errorf("CLI=%s: error %v", name, err)
		}
	}
}
