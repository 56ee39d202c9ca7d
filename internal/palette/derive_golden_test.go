package palette_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// TestDerive_MatchesGoldenFile pins the result, because a change to it changes
// users' themes. Such a change belongs in the changelog.
func TestDerive_MatchesGoldenFile(t *testing.T) {
	var got strings.Builder

	got.WriteString("# brand: lm primary, light, dark, outline; dm primary, light, dark, outline\n")

	for _, brand := range []string{
		"#1864ab", "#0b7285", "#e03131", "#2f9e44", "#f08c00", "#ffd43b", "#7048e8", "#d6336c",
		"#000080", "#0000ff", "#00ff00", "#00ffff", "#ff00ff", "#fff000", "#ff0000", "#ffe0e0", "#e6f4ea",
		"#3e2723", "#101030", "#1a1b1e", "#808081", "#fffffe", "#000001", "#000000", "#808080", "#ffffff",
	} {
		var values []string

		theme := palette.Derive(mustParse(t, brand))
		for _, name := range palette.Attributes() {
			values = append(values, theme[name])
		}

		_, _ = fmt.Fprintf(&got, "%s: %s; %s\n", brand, strings.Join(values[:4], " "), strings.Join(values[4:], " "))
	}

	golden.Compare(t, "derived.txt", got.String())
}

// pageBrands are the brand colors that the page of derive_palette shows.
var pageBrands = []string{"#1864ab", "#0b7285", "#2f9e44", "#ffd43b", "#f08c00", "#e03131", "#7048e8", "#495057"}

func TestDerive_PageHasImage(t *testing.T) {
	golden.Compare(t, "../../../examples/functions/derive_palette/palettes.svg", image(t))
}

// image draws each palette as a row, in SVG.
func image(t *testing.T) string {
	t.Helper()

	const (
		width, rowHeight, top  = 872, 64, 44
		brandX, lightX, darkX  = 16, 148, 508
		bandHeight, brandWidth = 52, 116
	)

	var svg strings.Builder

	height := top + len(pageBrands)*rowHeight + 4

	_, _ = fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" font-family="system-ui, sans-serif" font-size="13">
<title>Palettes derived from eight brand colors</title>
<rect width="%[1]d" height="%[2]d" rx="8" fill="#ffffff"/>
<g fill="#343a40"><text x="%d" y="28">Brand color</text><text x="%d" y="28">Light mode</text><text x="%d" y="28">Dark mode</text></g>
`, width, height, brandX, lightX, darkX)

	for row, text := range pageBrands {
		brand, y := mustParse(t, text), top+row*rowHeight
		theme := palette.Derive(brand)

		_, _ = fmt.Fprintf(&svg, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/><text x="%d" y="%d" fill="%s">%s</text>`+"\n",
			brandX, y, brandWidth, bandHeight, brand, brandX+12, y+31, palette.Text(palette.LightPrefix, palette.AA, brand), text)
		drawMode(t, &svg, palette.LightPrefix, theme, lightX, y)
		drawMode(t, &svg, palette.DarkPrefix, theme, darkX, y)
	}

	svg.WriteString("</svg>\n")

	return svg.String()
}

// drawMode draws the backgrounds of a mode next to each other, each with a
// button.
func drawMode(t *testing.T, svg *strings.Builder, prefix string, theme map[string]string, x, y int) {
	t.Helper()

	const bandWidth, bandHeight = 116, 52

	backgrounds, outline := modeOf(t, theme, prefix)
	for band, background := range backgrounds {
		left := x + band*bandWidth
		_, _ = fmt.Fprintf(svg, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+
			`<rect x="%d" y="%d" width="84" height="28" rx="6" fill="none" stroke="%s" stroke-width="2"/>`+
			`<text x="%d" y="%d" fill="%s" text-anchor="middle">%s</text>`+"\n",
			left, y, bandWidth, bandHeight, background,
			left+16, y+12, outline,
			left+bandWidth/2, y+31, palette.Text(prefix, palette.AA, backgrounds...), []string{"Primary", "Light", "Dark"}[band])
	}
}
