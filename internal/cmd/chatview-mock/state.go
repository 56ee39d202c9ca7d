package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// builtInData is what the service holds unless -data says something else. The types of the sources are made up: the
// interface does not document any.
//
//go:embed state.json
var builtInData []byte

// startingData reads a file of the form that -record writes, or the built-in data for no file.
func startingData(file string) (mockserver.State, error) {
	if file == "" {
		return parseState(builtInData)
	}
	data, err := os.ReadFile(file) //nolint:gosec // the file that the user names
	if err != nil {
		return mockserver.State{}, err
	}
	state, err := parseState(data)
	if err != nil {
		return mockserver.State{}, fmt.Errorf("read %s: %w", file, err)
	}
	return state, nil
}

func parseState(data []byte) (mockserver.State, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	var state mockserver.State
	if err := decoder.Decode(&state); err != nil {
		return mockserver.State{}, err
	}
	for id, fields := range state.Sources {
		if _, isString := fields["type"].(string); !isString {
			return mockserver.State{}, fmt.Errorf("source %d: type is not a string", id)
		}
	}
	return state, nil
}

// addObjects gives the mock its starting data, which parseState has checked.
func addObjects(mock *mockserver.Server, state mockserver.State) {
	for id, fields := range state.Appearances {
		mock.AddAppearance(id, fields)
	}
	for id, fields := range state.Sources {
		sourceType, _ := fields["type"].(string)
		delete(fields, "type")
		mock.AddSource(id, sourceType, fields)
	}
}

// writeState replaces file in one step, so that a reader never sees half of it. Only its owner can read it: what the
// service holds may be secret.
func writeState(file string, state mockserver.State) error {
	data, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	_, err = temporary.Write(append(data, '\n'))
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("record: %w", errors.Join(err, os.Remove(temporary.Name())))
	}
	return nil
}
