// Terraform-provider-chatview is the Terraform provider for the chat view
// service. Terraform starts it; see the documentation in docs/.
package main

import (
	"flag"
	"log"

	"github.com/chatview/terraform-provider-chatview/internal/provider"
)

// version is set by the release build.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "wait for a debugger: print what to set TF_REATTACH_PROVIDERS to")
	flag.Parse()

	err := provider.Serve(version, *debug)
	if err != nil {
		log.Fatal(err)
	}
}
