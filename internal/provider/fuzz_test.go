package provider

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzCanonicalJSON checks the basis of the overrides digest: a formatting
// change is no change, and everything else is one.
func FuzzCanonicalJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"b":1,"a":[true,null,"x"]}`, `1e400`, `-0`, `10000000000000001`, `"\u00e9"`, `"é"`, `"\ud800"`, `{"a":1,"a":2}`,
		`{"<>&":"\u2028"}`, ` [ 1 , 2 ] `, `nope`, ``, `{} {}`, "\"\x7f\"", `{"a":{"b":{"c":{}}}}`,
	} {
		f.Add(seed, `{"a": 1}`)
	}

	for _, other := range []string{
		`{ "b": "<",` + "\n\t" + `"a": [1, 2] }`, `{"b":"\u003c","a":[1,2]}`, `{"a":[2,1],"b":"<"}`, `{"a":[1,2]}`, `{"a":[1,2],"b":"<","c":null}`,
	} {
		f.Add(`{"a":[1,2],"b":"<"}`, other)
	}

	f.Add(`10000000000000001`, `10000000000000000`)

	f.Fuzz(func(t *testing.T, text, other string) {
		canonical := canonicalJSON(text)

		if !json.Valid([]byte(text)) {
			return
		}

		if again := canonicalJSON(canonical); again != canonical {
			t.Errorf("%q is %q and then %q", text, canonical, again)
		}

		var indented bytes.Buffer
		if err := json.Indent(&indented, []byte(text), " ", "\t"); err != nil {
			t.Fatal(err)
		}

		if got := canonicalJSON(indented.String()); got != canonical {
			t.Errorf("%q is %q, and indented %q", text, canonical, got)
		}

		if !cmp.Equal(anyOf(t, text), anyOf(t, canonical)) {
			t.Errorf("%q is %q, which means something else", text, canonical)
		}

		if json.Valid([]byte(other)) && (canonicalJSON(other) == canonical) != cmp.Equal(anyOf(t, text), anyOf(t, other)) {
			t.Errorf("%q is %q, and %q is %q", text, canonical, other, canonicalJSON(other))
		}
	})
}

// anyOf decodes a JSON text without changing its numbers.
func anyOf(t *testing.T, text string) any {
	t.Helper()

	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()

	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}

	return value
}
