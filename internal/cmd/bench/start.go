package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

// startCount is how often a provider's start is timed. It takes milliseconds,
// so that a single one says little.
const startCount = 21

// startLimit is more than a provider takes to start and to end.
const startLimit = 10 * time.Second

// handshake is how a CLI makes itself known to a provider: without it, the
// provider says that it is no program for a person.
const handshake = "TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"

// timeStarts returns how long the providers take from their process's start to
// the answer to GetProviderSchema. They take turns, so that what else the
// machine does meets both.
func (r runner) timeStarts(ctx context.Context) ([]startTime, error) {
	programs := []string{floorProgram, providerProgram}
	times := make([][]float64, len(programs))

	for range startCount {
		for i, program := range programs {
			elapsed, err := timeStart(ctx, r.program(program), r.dir)
			if err != nil {
				return nil, fmt.Errorf("time the start of %s: %w", program, err)
			}

			times[i] = append(times[i], elapsed.Seconds()*1000)
		}
	}

	starts := make([]startTime, 0, len(programs))
	for i, program := range programs {
		starts = append(starts, startTime{Program: program, Milliseconds: median(times[i]), FastestMilliseconds: slices.Min(times[i])})
	}

	return starts, nil
}

// timeStart starts a provider as a CLI does, asks for its schema, and ends it.
func timeStart(ctx context.Context, program, profileDir string) (elapsed time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()

	provider := exec.CommandContext(ctx, program)
	provider.Env = append(os.Environ(), handshake, "PLUGIN_PROTOCOL_VERSIONS=6", "BENCH_PROFILE="+profileDir)

	stdout, err := provider.StdoutPipe()
	if err != nil {
		return 0, err
	}

	start := time.Now()

	if err := provider.Start(); err != nil {
		return 0, err
	}

	// It ends by itself, after the shutdown below, or by the context.
	defer func() {
		if err != nil {
			cancel()
		}

		err = errors.Join(err, provider.Wait())
	}()

	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("read where it listens: %w", err)
	}

	address, err := listeningAddress(line)
	if err != nil {
		return 0, err
	}

	return askForSchema(ctx, address, start)
}

// listeningAddress takes a provider's address from the first line that it
// prints: CORE-VERSION|VERSION|NETWORK|ADDRESS|PROTOCOL|…
func listeningAddress(line string) (string, error) {
	fields := strings.Split(strings.TrimSpace(line), "|")
	if len(fields) < 5 || fields[4] != "grpc" {
		return "", fmt.Errorf("it listens nowhere that is known here: %q", line)
	}

	if fields[2] == "unix" {
		return "unix:" + fields[3], nil
	}

	return "passthrough:" + fields[3], nil
}

// askForSchema returns how long it takes from start until the schema is there,
// and ends the provider.
func askForSchema(ctx context.Context, address string, start time.Time) (elapsed time.Duration, err error) {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return 0, err
	}

	defer func() { err = errors.Join(err, connection.Close()) }()

	// An empty message stands for the request, which has no fields, and for the
	// answer, of which the fields are not looked at.
	if err := connection.Invoke(ctx, "/tfplugin6.Provider/GetProviderSchema", &emptypb.Empty{}, &emptypb.Empty{}); err != nil {
		return 0, fmt.Errorf("ask for the schema: %w", err)
	}

	elapsed = time.Since(start)

	// The provider may be gone before it has answered this.
	_ = connection.Invoke(ctx, "/plugin.GRPCController/Shutdown", &emptypb.Empty{}, &emptypb.Empty{})

	return elapsed, nil
}
