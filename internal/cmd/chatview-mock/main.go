// Command chatview-mock runs the mock server, to try the provider without an account:
// usage.txt is its help. SIGINT, SIGTERM and the end of the terminal stop it.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/chatview/terraform-provider-chatview/internal/flags"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// version is set by the release build.
var version = "dev"

func main() {
	signal.Ignore(syscall.SIGPIPE) // a script may read only the first line

	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)

	stop()

	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "chatview-mock: %s\n", preview.Printable(err.Error()))
		os.Exit(1)
	}
}

func stopSignals() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) { // by nohup
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}

	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// options are the values of the flags.
type options struct {
	address              string
	dataFile, recordFile string
	server               mockserver.Options
}

//go:embed usage.txt
var usage string

// parseFlags prints the help on stdout and returns flag.ErrHelp for -help.
func parseFlags(args []string, stdout io.Writer) (options, error) {
	var (
		parsed options
		faults faults
	)

	set := flag.NewFlagSet("chatview-mock", flag.ContinueOnError)
	set.StringVar(&parsed.address, "address", "127.0.0.1:8080", "loopback `host:port` to listen on; port 0 picks one")
	set.StringVar(&parsed.server.APIKey, "api-key", "", "required API `key` (default: any key is accepted)")
	set.StringVar(&parsed.dataFile, "data", "", "JSON `file` with the objects to start with (default: a few objects)")
	set.StringVar(&parsed.recordFile, "record", "",
		"JSON `file` to keep up to date with all objects, write-only values included; if it exists, start with its objects")
	set.BoolVar(&parsed.server.Behavior.AcceptAnyID, "accept-any-id", false,
		"make an update of an unknown id create the object, instead of returning 404")
	set.Func("delay", "time to wait before a request is carried out, a `duration` such as 300ms", faults.setDelay)
	set.Func("fail", "do not carry out requests, but respond with `status[:N]`, 400 to 599: to the first N to each path, or to all", faults.setStatus)
	set.Func("omitted", "what a PUT does to optional fields that it omits: `keep or reset` (default: keep)", func(value string) error {
		parsed.server.Behavior.ResetOmittedFields = value == "reset"

		if value != "keep" && value != "reset" {
			return errors.New("want keep or reset")
		}

		return nil
	})
	set.BoolVar(&parsed.server.Behavior.ReturnJob, "job", false, "respond to an update with status 202 and a job, instead of the object")
	err := flags.Parse(set, args, false, version, usage, stdout)
	parsed.server.Fault = faults.next

	return parsed, err
}

// run serves until ctx ends.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	options, err := parseFlags(args, stdout)
	if err != nil {
		return err
	}

	data, err := initialState(options.dataFile, options.recordFile)
	if err != nil {
		return err
	}

	observer := &observer{recordFile: options.recordFile, stdout: stdout, stderr: stderr}
	options.server.OnRequest = observer.observe
	observer.mock = mockserver.New(options.server)
	observer.mock.AddState(data)
	observer.redraw()

	if err := observer.record(); err != nil {
		return err
	}

	page := func(w http.ResponseWriter, r *http.Request) { (*observer.page.Load())().ServeHTTP(w, r) }
	pages := atPath("/", http.HandlerFunc(page), atPath(requestsPath, http.HandlerFunc(observer.requests.serve), observer.mock))

	return serve(ctx, options.address, pages, func(url string) { observer.print(stdout, "chatview-mock: listening on %s", url) })
}

// observer prints requests and records their changes.
type observer struct {
	recordFile string
	mock       *mockserver.Server
	page       atomic.Pointer[func() http.Handler]
	requests   requests

	mu     sync.Mutex // separates lines, and keeps the record from going back to an older state
	stdout io.Writer
	stderr io.Writer
}

func (o *observer) observe(request mockserver.Request) {
	o.mock.ClearRequests() // the journal is not used, and would grow

	if request.Changed {
		o.redraw()

		if err := o.record(); err != nil {
			o.print(o.stderr, "chatview-mock: %v", err)
		}
	}

	outcome := "dropped" // the client gave up, or the server is stopping
	if request.Status != 0 {
		outcome = strconv.Itoa(request.Status)
	}

	o.requests.add(request, outcome)
	o.print(o.stdout, "%s %s %s", request.Method, request.Path, outcome)
}

// redraw makes the next request for the page draw it again.
func (o *observer) redraw() {
	o.page.Store(new(sync.OnceValue(func() http.Handler { return preview.Handler(newPreview(o.mock)) })))
}

// print writes one printable line. A request does not fail if nobody reads it.
func (o *observer) print(w io.Writer, format string, values ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()

	_, _ = fmt.Fprintln(w, preview.Printable(fmt.Sprintf(format, values...)))
}

// record writes the file of -record, if it is set.
func (o *observer) record() error {
	if o.recordFile == "" {
		return nil
	}

	o.mu.Lock()
	defer o.mu.Unlock()

	return writeState(o.recordFile, o.mock.State())
}
