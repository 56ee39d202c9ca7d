package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxSize is the size in bytes of the largest plan that is read.
const maxSize = 1 << 30

// readPlan reads the plan in a file, or in standard input if its name is "-".
func readPlan(name string, from io.Reader) (*plan, error) {
	source := name
	if name == "-" {
		source = "standard input"
		if info, err := stat(name, from); err == nil && info.Mode()&os.ModeCharDevice != 0 { // nearly always a terminal
			return nil, fmt.Errorf("%s %w", source, notPlan("a terminal or another device"))
		}
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the plan: %w", err)
		}
		defer func() { _ = file.Close() }()

		from = file
	}
	// PowerShell redirects in UTF-16 with a byte order mark.
	content, err := io.ReadAll(io.LimitReader(transform.NewReader(from, unicode.BOMOverride(transform.Nop)), maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the plan: %w", err)
	}

	p, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s %w", source, err)
	}

	return p, nil
}

// stat describes the file of a plan, also if it is standard input.
func stat(name string, stdin io.Reader) (os.FileInfo, error) {
	if file, isFile := stdin.(*os.File); isFile && name == "-" {
		return file.Stat()
	}

	return os.Stat(name)
}
