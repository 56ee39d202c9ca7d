package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
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
	page, err := preview.Render(r.preview())
	if err == nil {
		_, err = w.Write(page)
	}

	return err
}

// invisible are control and format characters, with which a value in JSON could
// change how a terminal or an editor shows others.
var invisible = regexp.MustCompile(`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`)

func (r review) writeJSON(w io.Writer) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}

	text = invisible.ReplaceAllFunc(text, func(char []byte) (escaped []byte) {
		for _, unit := range utf16.Encode([]rune(string(char))) {
			escaped = fmt.Appendf(escaped, `\u%04x`, unit)
		}

		return escaped
	})
	_, err = w.Write(append(text, '\n'))

	return err
}
