package provider

import (
	"os"
	"testing"
)

// TestMain removes what the user has exported for the provider. Tests set these
// variables themselves.
func TestMain(m *testing.M) {
	for _, variable := range []string{baseURLVariable, apiKeyVariable, userAgentVariable} {
		_ = os.Unsetenv(variable)
	}

	os.Exit(m.Run())
}
