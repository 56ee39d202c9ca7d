package main

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// shownRow is a row of an output: the labels of its themes, "more" if it does not
// name all, and the texts of its fields.
type shownRow struct {
	labels []string
	fields map[string]string
}

func (r shownRow) shows(values map[string][]string) bool {
	for name, texts := range values {
		for _, text := range texts {
			if !strings.Contains(r.fields[name], text) {
				return false
			}
		}
	}

	return true
}

// rowsOfSummary reads what the program prints.
func rowsOfSummary(summary string) (rows []shownRow) {
	var of *shownRow

	for line := range strings.Lines(summary) {
		line, isField := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "  ")
		label, rest, _ := strings.Cut(line, ": ")

		switch {
		case !isField:
			rows = append(rows, shownRow{[]string{label}, map[string]string{}})
			of = &rows[len(rows)-1]
		case regexp.MustCompile(`^\d+ themes`).MatchString(of.labels[0]):
			of.labels = strings.Split(line, ", ")
		default:
			of.fields[label] = rest
		}
	}

	return rows
}

// rowsOfTable reads the Markdown, in which texts stay escaped.
func rowsOfTable(table string) (rows []shownRow) {
	code := regexp.MustCompile(`<code>(.*?)</code>|and \d+ (more)`)

	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 {
			continue
		}

		row := shownRow{fields: map[string]string{}}
		for _, match := range code.FindAllStringSubmatch(cells[0], -1) {
			row.labels = append(row.labels, match[1]+match[2])
		}

		for field := range strings.SplitSeq(cells[1], "<br>") {
			name, value, _ := strings.Cut(field, ": ")
			row.fields[strings.ReplaceAll(name, `\`, "")] = value
		}

		rows = append(rows, row)
	}

	return rows
}

// rowsOfPage reads the page, in which the name of a field is code.
func rowsOfPage(t rapid.TB, page string) (rows []shownRow) {
	t.Helper()

	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}

	for theme := range root.Descendants() {
		if theme.Data != "details" || !slices.ContainsFunc(theme.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Val, "theme") }) {
			continue
		}

		row := shownRow{fields: map[string]string{}}

		for node := range theme.Descendants() {
			if id := slices.IndexFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "id" }); id >= 0 {
				row.labels = append(row.labels, node.Attr[id].Val)
			}

			for field := range node.Ancestors() {
				if node.Data == "code" && (field.Data == "tr" || field.Data == "div" || field.Data == "li") {
					row.fields[textOf(node)] += textOf(field)
					break
				}
			}
		}

		rows = append(rows, row)
	}

	return rows
}

func textOf(node *html.Node) string {
	var text strings.Builder

	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			text.WriteString(child.Data)
		}
	}

	return text.String()
}
