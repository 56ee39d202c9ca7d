package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

const (
	// marker is the first line of the table, by which a pipeline finds its own
	// comment again.
	marker = "<!-- chatview-preview -->"
	// maxMarkdown is a length in bytes that leaves space in a comment on GitHub, of
	// at most 65,536 characters.
	maxMarkdown = 60_000
)

// markdown returns a table for a pull request: changed themes first.
func (r review) markdown() string {
	var text strings.Builder

	_, _ = fmt.Fprintf(&text, "%s\n### Themes\n\n%s, by WCAG 2.2 %s.\n\n", marker, r.pages().Summary(), r.settings.levelName())

	for _, note := range r.notes {
		_, _ = fmt.Fprintf(&text, "%s\n\n", escaped(note))
	}

	if len(r.themes) > 0 {
		text.WriteString("| Theme | Plan | Colors |\n|---|---|---|\n")
	}

	byAction := slices.SortedFunc(slices.Values(r.themes), compareActions)

	for i, theme := range byAction {
		row := theme.markdown()
		if text.Len()+len(row) > maxMarkdown {
			_, _ = fmt.Fprintf(&text, "\nThe table has no space for %s more.\n", counted(len(byAction)-i, "theme"))

			break
		}

		text.WriteString(row)
	}

	return text.String()
}

// markdown returns a row of the table.
func (t theme) markdown() string {
	plan := []string{t.Action}
	for _, name := range t.Changed {
		plan = append(plan, fmt.Sprintf("%s: %s → %s", escaped(name), colored(t.Before, name), colored(t.After, name)))
	}

	if t.Note != "" {
		plan = append(plan, escaped(t.Note))
	}

	var colors []string

	if t.Verdict != nil {
		colors = append(colors, escaped(t.Verdict.String()))
		for _, problem := range t.Verdict.Problems {
			colors = append(colors, "✗ "+escaped(problem.Message))
		}
	}

	return fmt.Sprintf("| <code>%s</code><br>%s, id %s | %s | %s |\n",
		escaped(t.Address), escaped(t.Name()), escaped(t.ID()), strings.Join(plan, "<br>"), strings.Join(colors, "<br>"))
}

// colored returns a field. GitHub and GitLab draw a color that is code.
func colored(fields pages.Fields, name string) string {
	if color, err := palette.Parse(label(fields, name)); err == nil {
		return "`" + color.String() + "`"
	}

	return escaped(label(fields, name))
}

// escaped makes text safe for a cell of a table: no markup, and no link, mention or
// reference. A comment keeps a host from recognizing these.
func escaped(text string) string {
	return markup.Replace(printable(text))
}

var markup = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, `\`, `\\`,
	"!", `\!`, "$", `\$`, "@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.",
)
