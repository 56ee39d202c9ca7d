package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
	"github.com/chatview/terraform-provider-chatview/internal/wholefile"
)

// outputs writes what the flags ask for. The summary, and what was written, goes
// to messages.
type outputs struct {
	review
	stdout, messages io.Writer
}

func (o outputs) write() error {
	if err := o.writeSummary(o.messages); err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}
	for _, output := range []struct {
		flag, name string
		write      func(io.Writer) error
	}{
		{"-markdown", o.settings.markdown, o.writeTable},
		{"-json", o.settings.json, o.writeJSON},
		{"-html", o.settings.html, o.writePage},
	} {
		var err error
		switch output.name {
		case "":
		case "-":
			err = output.write(o.stdout)
		default:
			if err = wholefile.Write(output.name, 0o666, output.write); err == nil {
				_, err = fmt.Fprintf(o.messages, "Wrote %s\n", printable(output.name))
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", output.flag, err)
		}
	}
	return nil
}

// writePage writes the page.
func (r review) writePage(w io.Writer) error {
	page, err := preview.Render(r.preview())
	if err == nil {
		_, err = w.Write(page)
	}
	return err
}

// writeJSON writes the result.
func (r review) writeJSON(w io.Writer) error {
	encoder := json.NewEncoder(escaper{w})
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

// escaper escapes what JSON allows and what could change how a terminal or an
// editor shows it: control and format characters.
type escaper struct{ io.Writer }

// Write writes a complete JSON text.
func (e escaper) Write(text []byte) (int, error) {
	out := bufio.NewWriter(e.Writer) // keeps the first error
	for _, char := range string(text) {
		if char == '\n' || unicode.IsPrint(char) {
			_, _ = out.WriteRune(char)
			continue
		}
		for _, unit := range utf16.Encode([]rune{char}) {
			_, _ = fmt.Fprintf(out, `\u%04x`, unit)
		}
	}
	return len(text), out.Flush()
}
