package provider

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// Serve serves the provider to the CLI that started this process, until the CLI
// ends it. With debug it waits for a CLI, and prints the value for
// TF_REATTACH_PROVIDERS.
func Serve(version string, debug bool) error {
	// Under a debugger, standard error is read by a person.
	if !debug {
		disableUnreadLoggers()
	}

	relaxGarbageCollection()

	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	}

	return tf6server.Serve("registry.terraform.io/chatview/chatview", func() tfprotov6.ProviderServer {
		return newServer(&chatviewProvider{version: version})
	}, options...)
}

// garbagePercent is how far the heap may grow before it is collected. The
// process lives for seconds and keeps a few megabytes of what it allocates.
const garbagePercent = 400

// relaxGarbageCollection keeps the user's setting if there is one.
func relaxGarbageCollection() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}

// disableUnreadLoggers turns the loggers off if no TF_LOG variable is set. By
// default the framework formats hundreds of TRACE lines for each object and
// leaves it to the CLI to drop them.
func disableUnreadLoggers() {
	isLogVariable := func(variable string) bool { return strings.HasPrefix(variable, "TF_LOG") }
	if slices.ContainsFunc(os.Environ(), isLogVariable) {
		return
	}

	for _, logger := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", providerLogVariable} {
		_ = os.Setenv(logger, logsOff) // fails for other names only
	}
}
