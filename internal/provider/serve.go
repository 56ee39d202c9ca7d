package provider

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// Serve serves the provider to the CLI that has started this process, until the
// CLI ends it. With debug it waits for a CLI instead, and prints what to set
// TF_REATTACH_PROVIDERS to.
func Serve(version string, debug bool) error {
	// Under a debugger, standard error is a person's and not the CLI's.
	if !debug {
		silenceUnreadLogs()
	}

	collectRarely()

	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	}

	return tf6server.Serve("registry.terraform.io/chatview/chatview", func() tfprotov6.ProviderServer {
		return newServer(&chatviewProvider{version: version})
	}, options...)
}

// garbagePercent is how far the heap may grow over what is in use before it is
// collected. Go's default of 100 suits a server that has no end. This process
// lives for seconds and uses a few megabytes of what it allocates.
const garbagePercent = 400

// collectRarely sets the garbage collector for a process that ends soon, unless
// the user has set it.
func collectRarely() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}

// silenceUnreadLogs switches the loggers off if the CLI logs nothing. Unless
// told otherwise, the framework writes every line down to TRACE for the CLI to
// filter, hundreds for one object: a third of the provider's time, and more of
// the CLI's, for lines that nobody reads.
func silenceUnreadLogs() {
	asked := slices.ContainsFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "TF_LOG") })
	if asked {
		return
	}

	for _, logger := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", providerLogVariable} {
		_ = os.Setenv(logger, logsOff) // fails for other names only
	}
}
