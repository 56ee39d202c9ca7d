package client

import (
	"os"
	"strings"
	"testing"
)

// A detail has at most 60 words of its own (see package provider). Up to 22 say what
// became of the change.
func TestAdvice_IsShortForEveryKind(t *testing.T) {
	for kind, advice := range adviceFor {
		if words := len(strings.Fields(advice.Next)); words > 60-22 {
			t.Errorf("the advice for %q has %d words: %s", kind, words, advice.Next)
		}
	}

	gateway := Error{Kind: KindForbidden, Text: "Missing Authentication Token"}
	if next := gateway.Advice().Next; !strings.Contains(next, "base_url") {
		t.Errorf("the advice for an unknown path of Amazon API Gateway is %q", next)
	}

	source, err := os.ReadFile("error.go")
	if kinds := strings.Count(string(source), " Kind = \""); err != nil || kinds != len(adviceFor) {
		t.Errorf("there is advice for %d of %d kinds, error %v", len(adviceFor), kinds, err)
	}
}
