package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
)

// newDesignTokens returns the example, and commands that resolve its tokens with a
// package that npx gets from the npm registry.
func newDesignTokens(t *testing.T) (w workspace, resolve string) {
	t.Helper()

	if os.Getenv("TEST_TOOLS") == "" {
		t.Skip("it needs the npm registry: make test-tools runs it")
	}

	requirePrograms(t, "npx")

	const build = "npx --yes style-dictionary@5.5.5 build --config config.mjs\n"

	return newExample(t, "design-tokens"), build + "MODE=dark " + build
}

// TestDesignTokens_ColorsAreReadAsAWholeOrNotAtAll resolves each spelling of a color in
// a golden file. In dark mode, each token has the spelling of another one, of which
// none may get a part.
func TestDesignTokens_ColorsAreReadAsAWholeOrNotAtAll(t *testing.T) {
	t.Parallel()

	w, resolve := newDesignTokens(t)
	runScript(t, w, resolve)

	for _, name := range []string{"resolved.json", "resolved.dark.json"} {
		if text := readFile(t, w, name); text != readExample(t, "design-tokens/"+name) {
			t.Errorf("the example has another %s:\n%s", name, text)
		}
	}

	var spellings []json.RawMessage

	for line := range strings.Lines(readFile(t, testdata, "colors.txt")) {
		text, _, _ := strings.Cut(line, " → ")
		spellings = append(spellings, json.RawMessage(text))
	}

	// These names have a meaning in a color.
	names := []string{"r", "hex", "components", "colorSpace", "alpha"}
	for i := len(names); i < len(spellings); i++ {
		names = append(names, fmt.Sprint("color", i))
	}

	modes := []string{"", ".dark"}
	for _, mode := range modes {
		tokens := "\ufeff" + `{"hue": {"$value": 189}, "channels": {"$value": "11 114 133"}, "low": {"$value": 0.1}, "percent": {"$value": "10%"},
			"components": {"$type": "color", "brand": {"$value": "#0b7285"}, "brandrgb": {"$value": "rgb(11, 114, 133)"}`
		for i, spelling := range spellings {
			tokens += fmt.Sprintf(", %q: {\"$value\": %s}", names[i], spelling)
		}

		write(t, w, "tokens"+mode+".json", tokens+"}}")
		slices.Reverse(spellings)
	}

	runScript(t, w, resolve)

	for _, mode := range modes {
		resolved := decode[struct{ Components map[string]json.RawMessage }](t, readFile(t, w, "resolved"+mode+".json"))

		var lines []string
		for i, spelling := range spellings {
			lines = append(lines, fmt.Sprintf("%s → %s\n", spelling, strings.Join(strings.Fields(string(resolved.Components[names[i]])), " ")))
		}

		slices.Reverse(spellings)

		if mode == ".dark" {
			slices.Reverse(lines)
		}

		golden.Compare(t, "colors.txt", strings.Join(lines, ""))
	}
}

// TestDesignTokens_UnreadColorStopsPlan plans with a color that is not read, after
// tokens with a letter that file() composes.
func TestDesignTokens_UnreadColorStopsPlan(t *testing.T) {
	t.Parallel()

	w, resolve := newDesignTokens(t)
	succeeds(t, w, "init")

	tokens := strings.Replace(readExample(t, "design-tokens/tokens.json"), "{", "{\r\n\"$description\": \"Cafe\u0301\",", 1)
	write(t, w, "tokens.json", tokens)
	runScript(t, w, resolve)
	succeeds(t, w, "plan")

	write(t, w, "tokens.json", strings.Replace(tokens, "oklch(99% 0.005 215)", "color-mix(in srgb, rgb(11 114 133) 20%, white)", 1))
	runScript(t, w, resolve)
	expectErrors(t, fails(t, w, "plan"), `Inappropriate value for attribute "lm_light_background_color": string required`)
}
