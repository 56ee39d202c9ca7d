package provider

import (
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// Serve serves the provider until the CLI ends the process. With debug it
// waits for a CLI, and prints the value for TF_REATTACH_PROVIDERS.
func Serve(version string, debug bool) error {
	// A developer who debugs reads standard error.
	withoutLogs := !debug && disableUnreadLoggers()

	relaxGarbageCollection()

	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	} else {
		leaveSIGTERMToTheCLI()
	}

	return tf6server.Serve("registry.terraform.io/chatview/chatview", func() tfprotov6.ProviderServer {
		return newServer(&chatviewProvider{version: version, withoutLogs: withoutLogs})
	}, options...)
}

// leaveSIGTERMToTheCLI ends this process after a SIGTERM only once the process that
// started it is gone. A runner that cancels a job sends SIGTERM to both, and the CLI
// then stops the provider. A provider whose CLI was killed does not end by itself.
func leaveSIGTERMToTheCLI() {
	parent, signals := os.Getppid(), make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)

	go func() {
		for <-signals; os.Getppid() == parent; {
			time.Sleep(100 * time.Millisecond)
		}

		os.Exit(128 + int(syscall.SIGTERM)) // as a shell reports it
	}()
}

// garbagePercent is how much the heap may grow between collections, in
// percent. The process lives for seconds and keeps only a few megabytes of
// what it allocates.
const garbagePercent = 400

// relaxGarbageCollection raises GOGC unless the user has set it.
func relaxGarbageCollection() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}

// disableUnreadLoggers turns the loggers off if no TF_LOG variable is set, and
// reports whether it did. By default the framework formats hundreds of TRACE
// lines per object, and the CLI drops them.
func disableUnreadLoggers() bool {
	isLogVariable := func(variable string) bool { return strings.HasPrefix(variable, "TF_LOG") }
	if slices.ContainsFunc(os.Environ(), isLogVariable) {
		return false
	}

	for _, logger := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_CHATVIEW"} {
		_ = os.Setenv(logger, "OFF") // fails for other names only
	}

	return true
}
