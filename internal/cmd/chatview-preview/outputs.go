package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
	"github.com/chatview/terraform-provider-chatview/internal/wholefile"
)

// write writes what the flags ask for, and what it wrote.
func (r review) write(stdout, stderr io.Writer) error {
	messages := stdout
	if slices.Contains(r.options.files(), "-") {
		messages = stderr
	}

	if err := r.writeSummary(messages); err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}

	for _, output := range []struct {
		flag, name string
		write      func(io.Writer) error
	}{
		{"-markdown", r.options.markdown, r.writeTable},
		{"-json", r.options.json, r.writeJSON},
		{"-html", r.options.html, r.writePage},
	} {
		var err error

		switch output.name {
		case "":
		case "-":
			err = output.write(stdout)
		default:
			if err = wholefile.Write(output.name, 0o666, output.write); err == nil {
				_, err = fmt.Fprintf(messages, "Wrote %s\n", preview.Printable(output.name))
			}
		}

		if err != nil {
			return fmt.Errorf("%s: %w", output.flag, err)
		}
	}

	return nil
}

func (r review) writePage(w io.Writer) error {
	_, err := w.Write(preview.Render(r.preview()))
	return err
}

// writeJSON escapes control and format characters, with which a value could
// change how a terminal or an editor shows others.
func (r review) writeJSON(w io.Writer) error {
	var text strings.Builder
	if err := json.NewEncoder(&text).Encode(r); err != nil {
		return err
	}

	out := bufio.NewWriter(w)

	for _, char := range text.String() {
		if char == '\n' || !unicode.IsControl(char) && !unicode.In(char, unicode.Cf, unicode.Zl, unicode.Zp) {
			_, _ = out.WriteRune(char)
			continue
		}

		for _, unit := range utf16.Encode([]rune{char}) {
			_, _ = fmt.Fprintf(out, `\u%04x`, unit)
		}
	}

	return out.Flush()
}
