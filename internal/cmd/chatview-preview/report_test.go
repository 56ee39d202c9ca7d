package main

import (
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarkdown_IsATable(t *testing.T) {
	got := asMarkdown([]theme{
		{Address: `chatview_appearance.tenant["a|b"]`, Name: "<b>*bold*</b>\n|@team #1", Verdict: "No problems"},
		{Address: "chatview_appearance.b", Name: "B", Verdict: "2 problems", Problems: []string{"One_a.", "Two."}},
	})
	want := `### Themes

1 of 2 with problems, by WCAG 2.2 AA.

| Theme | Name | Verdict |
|---|---|---|
| <code>chatview\_appearance.tenant\["a\|b"\]</code> | &lt;b&gt;\*bold\*&lt;/b&gt;<br>\|@<!-- -->team &#35;1 | No problems |
| <code>chatview\_appearance.b</code> | B | 2 problems<br>One\_a.<br>Two. |
`

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
}

func TestPresent_FailsOnClosedOutput(t *testing.T) {
	mock, err := startMock()
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = mock.stop() })

	mock.AddAppearance(1, nil)

	reader, writer := io.Pipe()
	_ = reader.Close()

	for _, asJSON := range []bool{false, true} {
		r := previewRun{settings: settings{json: asJSON}, mock: mock, stdout: writer}
		if err := r.present(t.Context()); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("error %v with JSON: %t", err, asJSON)
		}
	}
}
