package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// settings is what the flags say.
type settings struct {
	address    *net.TCPAddr
	apiKey     string
	data       mockserver.State
	behavior   mockserver.Behavior
	recordFile string
}

// parseFlags reads the flags, and the file of starting data with them. Where help is asked for it prints it and returns
// flag.ErrHelp.
func parseFlags(args []string, stderr io.Writer) (settings, error) {
	flags := flag.NewFlagSet("chatview-mock", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // or it would print errors that run prints too
	address := flags.String("address", "127.0.0.1:8080", "loopback `host:port` to listen on; port 0 picks one")
	apiKey := flags.String("api-key", "", "the API `key` asked for (default: any)")
	dataFile := flags.String("data", "", "JSON `file` with the objects to start with (default: a small set)")
	omitted := flags.String("omitted", "keep", "what a PUT does to optional fields that it omits: `keep or reset`")
	acceptAnyID := flags.Bool("accept-any-id", false, "let an update of an unknown id bring the object into being, instead of answering 404")
	recordFile := flags.String("record", "", "JSON `file` to keep up to date with the objects held, write-only values included")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}
		return settings{}, fmt.Errorf("read flags: %w", err)
	}
	if flags.NArg() > 0 {
		return settings{}, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	loopback, err := loopbackAddress(*address)
	if err != nil {
		return settings{}, fmt.Errorf("-address: %w", err)
	}
	reading, err := omittedFields(*omitted)
	if err != nil {
		return settings{}, fmt.Errorf("-omitted: %w", err)
	}
	data, err := startingData(*dataFile)
	if err != nil {
		return settings{}, fmt.Errorf("-data: %w", err)
	}
	return settings{
		address:    loopback,
		apiKey:     *apiKey,
		data:       data,
		behavior:   mockserver.Behavior{OmittedFields: reading, AcceptAnyID: *acceptAnyID},
		recordFile: *recordFile,
	}, nil
}

// loopbackAddress refuses any other address: the mock takes any key, and shows what it was sent.
func loopbackAddress(address string) (*net.TCPAddr, error) {
	resolved, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	if !resolved.IP.IsLoopback() {
		return nil, errors.New("only a loopback address is allowed, such as 127.0.0.1:8080")
	}
	return resolved, nil
}

func omittedFields(text string) (mockserver.OmittedFields, error) {
	switch text {
	case "keep":
		return mockserver.KeepOmitted, nil
	case "reset":
		return mockserver.ResetOmitted, nil
	default:
		return 0, fmt.Errorf("%q is neither keep nor reset", text)
	}
}
