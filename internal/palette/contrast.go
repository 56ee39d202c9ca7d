package palette

// Contrast returns the contrast ratio of two colours as WCAG 2.2 defines it: 1
// for the same colour twice to 21 for black and white, in either order. It is
// not rounded, since WCAG's thresholds are not to be reached by rounding.
func Contrast(a, b Color) float64 {
	// flare is the light that a screen reflects, in WCAG's definition.
	const flare = 0.05

	lighter, darker := a.luminance(), b.luminance()
	if lighter < darker {
		lighter, darker = darker, lighter
	}

	return (lighter + flare) / (darker + flare)
}

// luminance is WCAG's relative luminance, 0 for black to 1 for white. It is not
// the Y of go-colorful's XYZ, whose coefficients have more digits.
func (c Color) luminance() float64 {
	red, green, blue := c.colorful().LinearRgb()

	// The conversions keep a compiler from fusing the operations, by which the
	// last digit would depend on the processor.
	return float64(0.2126*red) + float64(0.7152*green) + float64(0.0722*blue)
}

// Text returns black or white, whichever has more contrast on the background.
// That is at least 4.58, for every background.
func Text(background Color) Color {
	if Contrast(White, background) > Contrast(Black, background) {
		return White
	}

	return Black
}
