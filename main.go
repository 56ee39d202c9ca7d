// Terraform-provider-chatview is the Terraform provider for the chat view
// service. Terraform starts it; see the documentation in docs/.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/chatview/terraform-provider-chatview/internal/provider"
)

// version is set by the release build.
var version = "dev"

func main() {
	// net/http writes bytes that follow a response to the standard logger. They
	// may repeat a secret, and the CLI copies standard error to its log.
	log.SetOutput(io.Discard)

	debug := flag.Bool("debug", false, "wait for a debugger: print what to set TF_REATTACH_PROVIDERS to")

	flag.Parse()

	err := provider.Serve(version, *debug)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
