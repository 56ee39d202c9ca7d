package client

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// A detail has at most 60 words of its own (see package provider). Up to 22 say what
// became of the change.
func TestAdvice_IsShortForEveryKind(t *testing.T) {
	files, info := token.NewFileSet(), types.Info{Types: map[ast.Expr]types.TypeAndValue{}}

	source, err := parser.ParseFile(files, "kind.go", nil, 0)
	_, _ = (&types.Config{Error: func(error) {}}).Check("client", files, []*ast.File{source}, &info) // imports are missing

	texts := 0

	for _, text := range info.Types {
		if text.Value != nil && strings.Contains(text.Value.ExactString(), ". ") {
			texts++

			if words := len(strings.Fields(text.Value.ExactString())); words > 60-22 {
				t.Errorf("an advice has %d words: %s", words, text.Value)
			}
		}
	}

	if err != nil || texts < 30 {
		t.Errorf("%d texts are in the rows, error %v", texts, err)
	}

	for kind, want := range map[Kind]string{KindForbidden: "base_url", KindUnauthorized: "api_key"} { // Amazon API Gateway knows no such path
		gateway := Error{Kind: kind, Text: "Missing Authentication Token"}
		if _, next := gateway.Advice(); !strings.Contains(next, want) {
			t.Errorf("the advice for %q is %q", kind, next)
		}
	}
}
