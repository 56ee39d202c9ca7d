package protocol

import (
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// Serve serves a provider until the CLI ends the process. With debug it waits for a CLI,
// and prints the value for TF_REATTACH_PROVIDERS.
func Serve(newProvider func(withoutLogs bool) Provider, debug bool) error {
	// A developer who debugs reads standard error.
	withoutLogs := !debug && disableUnreadLoggers()

	relaxGarbageCollection()

	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	} else {
		endWithTheCLI()
	}

	return tf6server.Serve("registry.terraform.io/chatview/chatview", func() tfprotov6.ProviderServer {
		p := newProvider(withoutLogs)

		return Wrap(providerserver.NewProtocol6(p)(), p)
	}, options...)
}

// endWithTheCLI ends this process once the process that started it is gone: a CLI that
// was killed stops no provider. Until then it ignores SIGTERM, which a runner that cancels
// a job sends to both, because the CLI then stops the provider.
func endWithTheCLI() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGTERM) // with signal.Ignore, a closed console would end it on Windows

	parent := os.Getppid()

	go func() {
		if waitForEnd(parent) {
			os.Exit(1)
		}
	}()
}

// waitForEnd waits until the parent is gone. It reports whether it could.
func waitForEnd(parent int) bool {
	if runtime.GOOS != "windows" {
		for os.Getppid() == parent { // an orphan gets another one
			time.Sleep(time.Second)
		}

		return true
	}

	process, err := os.FindProcess(parent)
	if err == nil {
		_, err = process.Wait() // elsewhere, only for a child
	}

	return err == nil
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
