package protocol

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// The test compares the variables that the loggers read.
func TestDisableUnreadLoggers_KeepsRequestedLogs(t *testing.T) {
	for _, test := range []struct{ name, variable, want string }{
		{"nothing asks for logs", "", "OFF"},
		{"logs of everything", "TF_LOG", ""},
		{"logs of providers", "TF_LOG_PROVIDER", ""},
		{"logs of the framework", "TF_LOG_SDK", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			unsetLogVariables(t)

			if test.variable != "" {
				t.Setenv(test.variable, "DEBUG")
			}

			if got := disableUnreadLoggers(); got != (test.variable == "") {
				t.Errorf("the logs are unread: %t", got)
			}

			if got := os.Getenv("TF_LOG_SDK_FRAMEWORK"); got != test.want {
				t.Errorf("the framework's loggers have the level %q, want %q", got, test.want)
			}

			if got := os.Getenv("TF_LOG_PROVIDER_CHATVIEW"); got != test.want {
				t.Errorf("the provider's logger has the level %q, want %q", got, test.want)
			}
		})
	}
}

func TestRelaxGarbageCollection_KeepsTheUsersSetting(t *testing.T) {
	before := debug.SetGCPercent(100)

	t.Cleanup(func() { debug.SetGCPercent(before) })

	t.Setenv("GOGC", "100")
	relaxGarbageCollection()

	if got := debug.SetGCPercent(100); got != 100 {
		t.Errorf("with GOGC=100 got %d", got)
	}

	t.Setenv("GOGC", "")
	relaxGarbageCollection()

	if got := debug.SetGCPercent(100); got != garbagePercent {
		t.Errorf("without GOGC got %d, want %d", got, garbagePercent)
	}
}

// unsetLogVariables unsets all log variables until the test ends, also those that
// the tested function sets.
func unsetLogVariables(t *testing.T) {
	t.Helper()

	names := []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_CHATVIEW"}

	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "TF_LOG") {
			names = append(names, strings.Split(variable, "=")[0])
		}
	}

	for _, name := range names {
		t.Setenv(name, "") // restores the value at the end

		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
}
