// Command chatview-conformance finds out how a service reads what the API
// documentation leaves open. It is for developers of the provider and for operators
// of a service, and is not released:
//
//	make conformance ARGS='-appearance 42 -source 7'
//
// It overwrites the two objects, and prints what it would send unless -overwrite is
// set.
package main

import (
	"context"
	"crypto/tls"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"regexp"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/flags"
	"github.com/chatview/terraform-provider-chatview/internal/wholefile"
)

func main() {
	log.SetOutput(io.Discard) // net/http logs unexpected bytes of a response

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)

	options, err := parse(os.Args[1:], os.Stdout)
	if err == nil {
		err = options.ask(ctx, os.Stdout)
	}

	stop()

	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "chatview-conformance: %v\n", err)
		os.Exit(1)
	}
}

//go:embed usage.txt
var usage string

// options are the values of the flags and of the environment.
type options struct {
	service

	overwrite bool
	json      string
}

func parse(args []string, stdout io.Writer) (o options, err error) {
	o.service = service{key: os.Getenv("CHATVIEW_API_KEY"), transport: client.NewTransport(nil, tls.Certificate{}), limit: perSecond}

	set := flag.NewFlagSet("chatview-conformance", flag.ContinueOnError)
	set.StringVar(&o.appearance, "appearance", "", "`id` of an appearance configuration that nobody needs")
	set.StringVar(&o.source, "source", "", "`id` of a data source that nobody needs")
	set.StringVar(&o.unknown, "unknown-id", "", "`id` that no appearance configuration has, to update it, which may create one")
	set.BoolVar(&o.overwrite, "overwrite", false, "send the requests, which overwrite both objects for good")
	set.StringVar(&o.json, "json", "", "write the report to this `file`, which has no value, address or key")

	if err := flags.Parse(set, args, false, "dev", usage, stdout); err != nil {
		return o, err
	}

	if o.base, err = client.ParseBaseURL(os.Getenv("CHATVIEW_BASE_URL"), false); err != nil {
		return o, fmt.Errorf("CHATVIEW_BASE_URL cannot be used: %w", err)
	}

	if err := client.ValidateAPIKey(o.key); err != nil {
		return o, fmt.Errorf("CHATVIEW_API_KEY cannot be used: %w", err)
	}

	return o, o.checkIDs()
}

// checkIDs refuses ids that could lead to another path or object.
func (s service) checkIDs() error {
	isID := regexp.MustCompile(`^[A-Za-z0-9._~-]*[A-Za-z0-9_~-]$`)

	for flag, id := range map[string]string{"appearance": s.appearance, "source": s.source, "unknown-id": s.unknown} {
		if id != "" && !isID.MatchString(id) {
			return fmt.Errorf("-%s is not an id", flag)
		}
	}

	switch {
	case s.appearance == "" && s.source == "":
		return errors.New("set -appearance or -source, or both; chatview-conformance -help shows the usage")
	case s.unknown != "" && (s.appearance == "" || sameID(s.appearance, s.unknown)):
		return errors.New("-unknown-id has to differ from -appearance, which is required with it")
	}

	return nil
}

// ask sends the requests and writes the report, or only lists the requests.
func (o options) ask(ctx context.Context, stdout io.Writer) error {
	probes := o.probes()
	if !o.overwrite {
		for _, p := range probes {
			_, path := o.target(p)
			_, _ = fmt.Fprintf(stdout, "%s: %s%s\n", p, o.base, path)
		}

		_, _ = fmt.Fprintf(stdout, "\nNothing was sent. With -overwrite, these %d requests overwrite the objects for good.\n", len(probes))

		return nil
	}

	_, _ = fmt.Fprintf(stdout, "Sending %d requests to %s, %d a second.\n", len(probes), o.base, perSecond)

	asked, stopped := run(ctx, o.service)
	asked.print(stdout)

	if o.json != "" {
		if err := asked.imitate(askMock); err != nil {
			return fmt.Errorf("asking the mock server: %w", err)
		}

		if err := wholefile.Write(o.json, 0o644, asked.encode); err != nil {
			return fmt.Errorf("-json: %w", err)
		}
	}

	if stopped != nil {
		return fmt.Errorf("stopped at request %d of %d: %w", asked.Requests, len(probes), stopped)
	}

	return nil
}
