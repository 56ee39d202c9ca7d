package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// providerUsage is what the provider's processes took in one run of the CLI,
// which starts it several times.
type providerUsage struct {
	starts    int
	processor time.Duration
	// peakBytes is the most that one of them held.
	peakBytes int64
}

// takeUsage reads the file that the meter has written, and removes it. Without
// one, no provider was started.
func takeUsage(file string) (providerUsage, error) {
	notes, err := os.ReadFile(file) //nolint:gosec // the bench's own
	if errors.Is(err, fs.ErrNotExist) {
		return providerUsage{}, nil
	}

	if err != nil {
		return providerUsage{}, fmt.Errorf("read what the meter noted: %w", err)
	}

	used, err := parseUsage(notes)

	return used, errors.Join(err, os.Remove(file))
}

// parseUsage adds up what the meter noted.
func parseUsage(notes []byte) (providerUsage, error) {
	var total providerUsage

	for decoder := json.NewDecoder(bytes.NewReader(notes)); ; {
		var process struct{ ProcessorNanoseconds, PeakBytes int64 }

		err := decoder.Decode(&process)
		if errors.Is(err, io.EOF) {
			return total, nil
		}

		if err != nil {
			return providerUsage{}, fmt.Errorf("read what the meter noted: %w", err)
		}

		total.starts++
		total.processor += time.Duration(process.ProcessorNanoseconds)
		total.peakBytes = max(total.peakBytes, process.PeakBytes)
	}
}
