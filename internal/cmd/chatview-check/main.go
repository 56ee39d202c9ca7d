// Command chatview-check says whether the provider works with a service, and what
// to do about it. It sends updates through the client of the provider, so what it
// sees is what an apply does.
package main

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/flags"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// version is set by the release build.
var version = "dev"

func main() {
	log.SetOutput(io.Discard) // net/http logs unexpected bytes of a response

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	works, err := start(ctx, os.Args[1:], os.Stdout)

	stop()

	switch {
	case err != nil && !errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(os.Stderr, "chatview-check: %s\n", preview.Printable(err.Error()))
		os.Exit(2)
	case err == nil && !works:
		os.Exit(1)
	}
}

//go:embed usage.txt
var usage string

// options are the values of the flags and of the environment.
type options struct {
	client.Config

	appearance, source, unknown string // ids, empty if they are not set
	overwrite                   bool
	json                        string
}

// start reports whether an apply works.
func start(ctx context.Context, args []string, stdout io.Writer) (works bool, err error) {
	o, err := parse(args, stdout)
	if err != nil {
		return false, err
	}

	if !o.overwrite {
		o.list(ctx, stdout)

		return true, nil
	}

	file, err := os.Create(cmp.Or(o.json, os.DevNull))
	if err != nil {
		return false, err
	}

	seen := run(ctx, o, stdout)
	seen.print(stdout)

	return seen.Works, errors.Join(json.NewEncoder(file).Encode(seen), file.Close())
}

// parse prints the help on stdout and returns flag.ErrHelp for -help.
func parse(args []string, stdout io.Writer) (o options, err error) {
	o.Config = client.Config{
		APIKey: os.Getenv(client.APIKeyVariable), RequestTimeout: client.DefaultRequestTimeout, FailFastLocally: true,
		RequestsPerSecond: 2, Headers: map[string]string{}, UserAgent: "chatview-check/" + version,
	}

	set := flag.NewFlagSet("chatview-check", flag.ContinueOnError)
	set.Func("appearance", "`id` of a theme that nobody needs", id(&o.appearance, client.ValidateAppearanceID))
	set.Func("source", "`id` of a data source that nobody needs", id(&o.source, client.ValidateSourceID))
	set.Func("unknown-id", "`id` that no theme has, to try an update, which overwrites the theme if it exists", id(&o.unknown, client.ValidateAppearanceID))
	isInsecure := set.Bool("allow-insecure-http", false, "accept plain http for other hosts than this one")
	set.BoolVar(&o.overwrite, "overwrite", false, "send the requests, which overwrite both objects for good")
	set.StringVar(&o.json, "json", "", "write the report, without values, keys and addresses, to this `file`")
	set.Func("header", "header of every request, as `name=value`; may be repeated", func(text string) error {
		name, value, _ := strings.Cut(text, "=")
		o.Headers[name] = value

		return client.ValidateHeader(name, value)
	})

	if err := flags.Parse(set, args, false, version, usage, stdout); err != nil {
		return o, err
	}

	if o.BaseURL, err = client.ParseBaseURL(os.Getenv(client.BaseURLVariable), *isInsecure); err != nil {
		return o, fmt.Errorf("%s cannot be used: %w", client.BaseURLVariable, err)
	}

	if err := client.ValidateAPIKey(o.APIKey); err != nil {
		return o, fmt.Errorf("%s cannot be used: %w", client.APIKeyVariable, err)
	}

	switch {
	case o.appearance == "" && o.source == "":
		return o, errors.New("set -appearance or -source, or both; chatview-check -help shows the usage")
	case o.unknown != "" && (o.appearance == "" || client.SameID(o.appearance, o.unknown)):
		return o, errors.New("-unknown-id has to differ from -appearance, which is required with it")
	}

	return o, nil
}

// id returns the function of a flag for an id that an apply can send.
func id(value *string, validate func(string) error) func(string) error {
	return func(text string) error {
		*value = text

		return validate(text)
	}
}

// list prints the requests to a service that takes everything.
func (o options) list(ctx context.Context, stdout io.Writer) {
	o.Transport, o.RequestsPerSecond = printer{stdout}, 0
	count := run(ctx, o, io.Discard).Requests

	_, _ = fmt.Fprintf(stdout, "\nNothing was sent. With -overwrite, %d requests like these, and %d at most, overwrite the objects for good.\n", count, maxRequests)
}

// printer prints the starts of requests instead of sending them.
type printer struct{ stdout io.Writer }

func (p printer) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	_, _ = fmt.Fprintf(p.stdout, "%s %s %.80s\n", request.Method, request.URL, body)

	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody}, err
}
