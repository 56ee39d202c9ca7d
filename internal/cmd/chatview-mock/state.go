package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// builtInData holds the initial objects, unless -data names others. The source
// types are made up: the API documents none.
//
//go:embed state.json
var builtInData []byte

// initialState returns the objects to start with: those of the record, if there
// is one, or else of the data file, or else the built-in ones.
func initialState(dataFile, recordFile string) (mockserver.State, error) {
	if recordFile != "" {
		state, err := readState("-record", recordFile)

		switch {
		case errors.Is(err, fs.ErrNotExist): // the first run
		case err == nil && dataFile != "":
			return nil, fmt.Errorf("-record goes on with the objects in %s, so leave out -data, or delete that file", recordFile)
		default:
			return state, err
		}
	}

	if dataFile == "" {
		return parseState(builtInData)
	}

	return readState("-data", dataFile)
}

// readState reads the file of a flag, in the format that -record writes.
func readState(name, file string) (state mockserver.State, err error) {
	data, err := os.ReadFile(file)
	// without the system call that failed
	if failed, isPath := errors.AsType[*fs.PathError](err); isPath {
		err = failed.Err
	}

	if err == nil {
		state, err = parseState(data)
	}

	if err != nil {
		err = fmt.Errorf("%s: %s: %w", name, file, err)
	}

	return state, err
}

func parseState(data []byte) (mockserver.State, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()

	var state mockserver.State
	if err := decoder.Decode(&state); err != nil {
		return nil, explained(err, data)
	}

	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}

	return state, state.Check()
}

// explained words an error of the decoder for somebody who wrote the file.
func explained(err error, data []byte) error {
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	wrongType, isType := errors.AsType[*json.UnmarshalTypeError](err)
	line := func(offset int64) int { return 1 + bytes.Count(data[:offset], []byte("\n")) }

	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends within a JSON value")
	case isSyntax:
		return fmt.Errorf("line %d is not valid JSON", line(syntax.Offset-1))
	case isType:
		return fmt.Errorf(`line %d is not as in {"appearances": {"1": {}}, "sources": {"1": {"type": "postgres"}}}`, line(wrongType.Offset))
	default:
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
}

// writeState replaces file, also if the mock server is killed meanwhile. Only its owner can
// read it: it may hold secrets.
func writeState(file string, state mockserver.State) error {
	data, err := json.MarshalIndent(state, "", "  ")
	if err == nil {
		err = os.WriteFile(file+".new", append(data, '\n'), 0o600)
	}

	if err == nil {
		err = os.Rename(file+".new", file)
	}

	if err != nil {
		return fmt.Errorf("-record: %w", err)
	}

	return nil
}
