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

// builtInData holds the initial objects, unless -data names others. The source
// types are made up: the API documents none.
//
//go:embed state.json
var builtInData []byte

// readState reads a file in the format that -record writes.
func readState(file string) (mockserver.State, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return mockserver.State{}, err
	}
	return parseState(data)
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

// addObjects adds the objects of a state that parseState returned.
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

// writeState replaces file atomically. Only its owner can read it: it may hold
// secrets.
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
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("record: %w", errors.Join(err, os.Remove(temporary.Name())))
	}
	return nil
}
