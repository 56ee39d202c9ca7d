package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// result is the output of -json.
type result struct {
	Themes []theme `json:"themes"`
	// DataSources are the addresses of the data sources that were read.
	DataSources []string `json:"data_sources"`
}

// theme is the verdict on a theme.
type theme struct {
	Address string `json:"address"`
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	// Problems are complete sentences.
	Problems []string `json:"problems"`
	// Picture is the path of a picture, empty without -screenshot.
	Picture string `json:"picture,omitempty"`
}

// present writes the reports that the flags request.
func (r *previewRun) present(ctx context.Context) error {
	themes := r.themes()

	if r.markdown != "" {
		if err := os.WriteFile(r.markdown, []byte(asMarkdown(themes)), 0o644); err != nil {
			return fmt.Errorf("write the table of -markdown: %w", err)
		}
	}

	if r.pictures != "" {
		if err := r.takePictures(ctx, themes); err != nil {
			return err
		}
	}

	if r.json {
		encoder := json.NewEncoder(r.stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")

		if err := encoder.Encode(result{themes, r.dataSources}); err != nil {
			return fmt.Errorf("print the result: %w", err)
		}
	} else if _, err := io.WriteString(r.stdout, asText(themes)); err != nil {
		return fmt.Errorf("print the result: %w", err)
	}

	if r.serve {
		r.report("The pages are at %s until Ctrl-C.\n", r.mock.url)
		<-ctx.Done()
	}

	if r.failUnder != "" && countFailing(themes) > 0 {
		return errProblems
	}

	return nil
}

// themes returns the themes in order of their addresses.
func (r *previewRun) themes() []theme {
	var themes []theme

	for _, appearance := range r.mock.Appearances() {
		judged := pages.Judge(appearance)
		themes = append(themes, theme{
			Address: r.mock.addresses[appearance.ID], ID: appearance.ID, Name: judged.Name,
			Verdict: judged.Verdict(), Problems: append([]string{}, judged.Problems...),
		})
	}

	slices.SortFunc(themes, func(a, b theme) int { return strings.Compare(a.Address, b.Address) })

	return themes
}

func countFailing(themes []theme) int {
	failing := 0
	for _, theme := range themes {
		failing += min(len(theme.Problems), 1)
	}

	return failing
}

// asText returns a line for each theme.
func asText(themes []theme) string {
	var text strings.Builder
	for _, theme := range themes {
		_, _ = fmt.Fprintf(&text, "%s: %s\n", theme.Address, strings.Join(append([]string{theme.Verdict + "."}, theme.Problems...), " "))
	}

	return text.String()
}

// asMarkdown returns a heading and a table.
func asMarkdown(themes []theme) string {
	var text strings.Builder

	_, _ = fmt.Fprintf(&text, "### Themes\n\n%d of %d with problems, by WCAG 2.2 AA.\n\n", countFailing(themes), len(themes))
	text.WriteString("| Theme | Name | Verdict |\n|---|---|---|\n")

	for _, theme := range themes {
		details := strings.Join(append([]string{theme.Verdict}, theme.Problems...), "\n")
		_, _ = fmt.Fprintf(&text, "| <code>%s</code> | %s | %s |\n", escaped(theme.Address), escaped(theme.Name), escaped(details))
	}

	return text.String()
}

// escaped makes text safe for a cell of a table.
var escaped = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, `\`, `\\`,
	"\r", "", "\n", "<br>", "@", "@<!-- -->", "#", "&#35;",
).Replace
