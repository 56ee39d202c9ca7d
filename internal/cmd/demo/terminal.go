package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// errScript is the error of a failed script.
var errScript = errors.New("a step was not as expected, see above")

// scriptFailed is the panic value that ends a failed script.
type scriptFailed struct{}

// runScript runs a script outside of go test.
func runScript(t terminal, params testscript.Params) (err error) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case scriptFailed:
			err = errScript
		default:
			panic(reason)
		}
	}()

	testscript.RunT(t, params)

	return nil
}

// terminal prints the log of a script to a terminal. It implements testscript.T.
type terminal struct{ out io.Writer }

func (t terminal) Run(_ string, script func(testscript.T)) { script(t) }
func (t terminal) Parallel()                               {}
func (t terminal) Verbose() bool                           { return true }
func (t terminal) FailNow()                                { panic(scriptFailed{}) }
func (t terminal) Skip(reason ...any)                      { t.Fatal(reason...) }

func (t terminal) Fatal(reason ...any) {
	t.Log(reason...)
	t.FailNow()
}

// Log prints the log of a script. A verbose one starts with the environment and a blank line.
func (t terminal) Log(log ...any) {
	text := fmt.Sprint(log...)
	if _, script, found := strings.Cut(text, "\n\n"); found && strings.HasPrefix(text, "WORK=") {
		text = script
	}

	_, _ = fmt.Fprintln(t.out, text)
}
