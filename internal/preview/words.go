package preview

import (
	"regexp"
	"slices"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/words"
)

// texts are two texts as the page compares them.
type texts struct{ Old, New []part }

// part is one or more words. IsOnly reports that the other side lacks them.
type part struct {
	Text   string
	IsOnly bool
}

// compareWords marks what only one side has.
func compareWords(before, after []string) texts {
	old, next := slices.Repeat([]bool{true}, len(before)), slices.Repeat([]bool{true}, len(after))

	for _, pair := range aligned(before, after, maxWords) {
		if i, j := pair[0], pair[1]; i >= 0 && j >= 0 && before[i] == after[j] {
			old[i], next[j] = false, false
		}
	}

	return texts{newParts(before, old), newParts(after, next)}
}

// newParts joins words that are marked, with a blank between two, and those that are not.
func newParts(words []string, isOnly []bool) (parts []part) {
	for i := 1; i < len(words)-1; i++ {
		isOnly[i] = isOnly[i] || isOnly[i-1] && isOnly[i+1] && !isVisible(words[i])
	}

	for start, end := 0, 0; start < len(words); start = end {
		for end < len(words) && isOnly[end] == isOnly[start] {
			end++
		}

		parts = append(parts, part{strings.Join(words[start:end], ""), isOnly[start]})
	}

	return parts
}

// words returns the words of a value as it is shown, none of one that Note describes.
func (v Value) words(shown string) []string {
	if v.Note() != "" {
		return nil
	}

	return wordsOf(Printable(shown))
}

// piece is an escape of a printable text, or what is between two.
var piece = regexp.MustCompile(`\\(?:u.{4}|U.{8}|x..|.?)|[^\\]+`)

// wordsOf returns the words of a printable text by UAX #29. None ends within a character, as
// some of Thai do. An escape is a word by itself: \nAsk is \n and Ask.
func wordsOf(text string) (all []string) {
	for _, text := range piece.FindAllString(text, -1) {
		if text[0] == '\\' {
			all = append(all, text)
			continue
		}

		start, word, character := 0, words.FromString(text), graphemes.FromString(text)
		for word.Next() {
			for character.End() < word.End() {
				character.Next()
			}

			if end := word.End(); end == character.End() {
				all, start = append(all, text[start:end]), end
			}
		}
	}

	return all
}
