package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"unicode/utf16"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// write writes what the flags ask for, and what it wrote.
func (r review) write(stdout, stderr io.Writer) error {
	messages := stdout
	if slices.Contains(r.options.files(), "-") {
		messages = stderr
	}

	if _, err := io.WriteString(messages, execute("summary.txt", r.shown)); err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}

	for _, output := range []struct {
		flag, name string
		content    func() string
	}{
		{"-markdown", r.options.markdown, r.table},
		{"-json", r.options.json, r.json},
		{"-html", r.options.html, func() string { return string(preview.Render(r.shown)) }},
	} {
		var err error

		switch output.name {
		case "":
		case "-":
			_, err = io.WriteString(stdout, output.content())
		default:
			if err = os.WriteFile(output.name, []byte(output.content()), 0o666); err == nil {
				_, err = fmt.Fprintf(messages, "Wrote %s\n", preview.Printable(output.name))
			}
		}

		if err != nil {
			return fmt.Errorf("%s: %w", output.flag, err)
		}
	}

	return nil
}

// unseen are the characters with which a value could change how a terminal or an editor
// shows others, but for those that encoding/json escapes.
var unseen = regexp.MustCompile(`[\x{7f}-\x{9f}\p{Cf}]`)

// json returns the result, with unseen characters escaped.
func (r review) json() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // it has only what was decoded
	}

	return unseen.ReplaceAllStringFunc(string(text), func(char string) (escaped string) {
		for _, unit := range utf16.Encode([]rune(char)) {
			escaped += fmt.Sprintf(`\u%04x`, unit)
		}

		return escaped
	}) + "\n"
}
