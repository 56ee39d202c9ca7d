package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"with-cli": main})
}

func TestWithCLI_Scripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata"})
}
