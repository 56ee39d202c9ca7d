package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// columns head the figures of a phase. BENCHMARKS.md explains them.
var columns = []string{
	"objects", "wall s", "processor s (provider)", "of terraform_data", "of floor (provider)",
	"starts", "peak MB", "state kB", "requests", "connections", "in flight",
}

// none stands where there is nothing to say.
const none = "-"

// writeText writes the report for a person, as Markdown.
func (r report) writeText(out io.Writer) error {
	var text strings.Builder

	fmt.Fprintf(&text, "%s on %s. %d objects of each kind, parallelism %d, %s.\n\n", r.CLI, r.Machine, r.Objects, r.Parallelism, repetition(r.Count))

	starts := [][]string{{"from process start to schema", "median ms", "fastest ms"}}
	for _, start := range r.Starts {
		starts = append(starts, []string{start.Program, fmt.Sprintf("%.1f", start.Milliseconds), fmt.Sprintf("%.1f", start.FastestMilliseconds)})
	}

	writeTable(&text, starts)

	for _, step := range phases {
		rows := [][]string{columns}

		for _, m := range r.Measurements {
			if m.Phase == step.name {
				rows = append(rows, r.row(m))
			}
		}

		fmt.Fprintf(&text, "\n**%s**\n\n", step.name)
		writeTable(&text, rows)
	}

	_, err := io.WriteString(out, text.String())

	return err
}

// repetition says how often everything was measured.
func repetition(count int) string {
	if count == 1 {
		return "measured once"
	}

	return fmt.Sprintf("medians of %d", count)
}

// row returns the figures of a measurement, under columns.
func (r report) row(m measurement) []string {
	data, floor := r.find(builtIn, m.Phase), r.find(floorName, m.Phase)

	row := []string{
		m.Subject,
		fmt.Sprintf("%.2f", m.WallSeconds),
		withProvider(m, fmt.Sprintf("%.2f", m.ProcessorSeconds), fmt.Sprintf("%.2f", m.ProviderSeconds)),
		ratio(m.ProcessorSeconds, data.ProcessorSeconds),
		withProvider(m, ratio(m.ProcessorSeconds, floor.ProcessorSeconds), ratio(m.ProviderSeconds, floor.ProviderSeconds)),
	}

	if m.ProviderStarts == 0 {
		row = append(row, none, none)
	} else {
		row = append(row, strconv.Itoa(m.ProviderStarts), fmt.Sprintf("%.1f", float64(m.ProviderPeakBytes)/1e6))
	}

	return append(row, fmt.Sprintf("%.0f", float64(m.StateBytes)/1e3),
		strconv.Itoa(m.Requests), strconv.Itoa(m.Connections), strconv.Itoa(m.MostInFlight))
}

// withProvider puts the provider's figure behind the whole one, where there is
// a provider and anything to say.
func withProvider(m measurement, whole, provider string) string {
	if m.ProviderStarts == 0 || whole == none {
		return whole
	}

	return whole + " (" + provider + ")"
}

// ratio says how many times as much a figure is as another.
func ratio(figure, other float64) string {
	if other == 0 {
		return none
	}

	return fmt.Sprintf("%.2f", figure/other)
}

// writeTable writes a Markdown table: the first row is its head, the first
// column its names, and all else are figures.
func writeTable(out *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))

	for _, row := range rows {
		for column, cell := range row {
			widths[column] = max(widths[column], utf8.RuneCountInString(cell))
		}
	}

	for index, row := range rows {
		for column, cell := range row {
			padding := strings.Repeat(" ", widths[column]-utf8.RuneCountInString(cell))
			if column == 0 {
				cell += padding
			} else {
				cell = padding + cell
			}

			out.WriteString("| " + cell + " ")
		}

		out.WriteString("|\n")

		if index == 0 {
			writeRule(out, widths)
		}
	}
}

// writeRule writes the line under a table's head.
func writeRule(out *strings.Builder, widths []int) {
	for column, width := range widths {
		if column == 0 {
			out.WriteString("|" + strings.Repeat("-", width+2))
		} else {
			out.WriteString("|" + strings.Repeat("-", width+1) + ":")
		}
	}

	out.WriteString("|\n")
}
