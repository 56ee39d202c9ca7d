package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// text returns the summary for a terminal.
func (r review) text() string {
	var text strings.Builder

	line := func(format string, values ...any) {
		text.WriteString(printable(fmt.Sprintf(format, values...)) + "\n")
	}

	for _, theme := range r.themes {
		line("%s: id %s, %s%s", theme.Address, theme.ID(), theme.Action, verdict(theme))

		for _, name := range theme.Changed {
			line("  %s: %s -> %s", name, label(theme.Before, name), label(theme.After, name))
		}

		if theme.Verdict != nil {
			for _, problem := range theme.Verdict.Problems {
				line("  Problem: %s", problem.Message)
			}
		}
	}

	for _, note := range r.notes {
		line("%s", note)
	}

	line("%s, by WCAG 2.2 %s.", r.pages().Summary(), r.settings.levelName())

	return text.String()
}

// verdict returns the verdict on a theme as the end of a line.
func verdict(theme theme) string {
	if theme.Verdict == nil {
		return ""
	}

	text := theme.Verdict.String()

	return ", " + strings.ToLower(text[:1]) + text[1:]
}

// label returns a field as text, cut short if it is long.
func label(fields pages.Fields, name string) string {
	const longest = 80

	value, isSet := fields[name]
	if !isSet {
		return "not set"
	}

	text := []rune(value.String())
	if len(text) > longest {
		text = append(text[:longest], '…')
	}

	return string(text)
}

// printable escapes what could control a terminal, such as an escape sequence in a
// name or a mark that reverses the direction of text.
func printable(text string) string {
	var clean strings.Builder

	for _, char := range text {
		if unicode.IsPrint(char) {
			clean.WriteRune(char)
		} else {
			clean.WriteString(strings.Trim(strconv.QuoteRune(char), "'"))
		}
	}

	return clean.String()
}
