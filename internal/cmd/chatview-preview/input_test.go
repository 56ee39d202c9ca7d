package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCurrent_FollowsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "a.json", planOf(t, nil, good))
	writeTestFile(t, "b.json", planOf(t, nil, bad))

	r := reviewer{options: options{plans: []string{"a.json", "b.json"}}}

	var last any

	for _, step := range []struct {
		name   string
		change func() error
		want   []string // the names of the themes
		isNew  bool
		err    string
	}{
		{"both", nil, []string{"Theme 2", "Theme 1"}, true, ""},
		{"no change", nil, []string{"Theme 2", "Theme 1"}, false, ""},
		{"another plan", func() error { return os.WriteFile("b.json", []byte(planOf(t, nil, bad, gone)), 0) }, []string{"Theme 2", "Theme 1", "Theme 7"}, true, ""},
		{"another size at the same time", func() error {
			file, err := os.Stat("b.json")
			if err != nil {
				return err
			}

			return errors.Join(os.WriteFile("b.json", []byte(planOf(t, nil, bad)), 0), os.Chtimes("b.json", time.Time{}, file.ModTime()))
		}, []string{"Theme 2", "Theme 1"}, true, ""},
		{"another plan again", func() error { return os.WriteFile("b.json", []byte(planOf(t, nil, bad, gone)), 0) }, []string{"Theme 2", "Theme 1", "Theme 7"}, true, ""},
		{"truncated", func() error { return os.Truncate("b.json", 100) }, []string{"Theme 2", "Theme 1", "Theme 7"}, false, "b.json is not JSON"},
		{"still truncated", nil, []string{"Theme 2", "Theme 1", "Theme 7"}, false, "b.json is not JSON"},
		{"failed", func() error { return os.WriteFile("b.json", []byte(planOf(t, object{"errored": true})), 0) }, []string{"Theme 2", "Theme 1", "Theme 7"}, false, "b.json has a plan that failed"},
		{"gone", func() error { return os.Rename("b.json", "c.json") }, []string{"Theme 2", "Theme 1", "Theme 7"}, false, "read the plan: stat b.json: no such file"},
		{"back", func() error { return os.Rename("c.json", "b.json") }, []string{"Theme 2", "Theme 1", "Theme 7"}, false, "b.json has a plan that failed"},
		{"corrected", func() error { return os.WriteFile("b.json", []byte(planOf(t, nil, gone)), 0o600) }, []string{"Theme 1", "Theme 7"}, true, ""},
	} {
		if step.change != nil {
			if err := step.change(); err != nil {
				t.Fatal(err)
			}
		}

		shown, err := r.current()

		var got []string
		for _, theme := range shown.Themes {
			got = append(got, theme.Name)
		}

		if diff := cmp.Diff(step.want, got); diff != "" || (shown != last) != step.isNew {
			t.Errorf("%s: new %t, themes (-want +got):\n%s", step.name, shown != last, diff)
		}

		if step.err == "" && err != nil || step.err != "" && (err == nil || !strings.HasPrefix(err.Error(), step.err)) {
			t.Errorf("%s: error %v", step.name, err)
		}

		last = shown
	}
}

// TestCurrent_ReadsPipeOnce: reading it again would wait forever.
func TestCurrent_ReadsPipeOnce(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}

	pipe := fmt.Sprintf("/dev/fd/%d", reader.Fd()) // as in <(command)
	if _, err := os.Stat(pipe); err != nil {
		t.Skip(err)
	}

	go func() {
		_, _ = writer.WriteString(planOf(t, nil, good))
		_ = writer.Close()
	}()

	for _, r := range []*reviewer{
		{options: options{plans: []string{pipe}}},
		{options: options{plans: []string{"-"}}, stdin: strings.NewReader(planOf(t, nil, good))},
	} {
		first, err := r.current()
		if err != nil {
			t.Fatal(err)
		}

		_ = reader.Close()

		if again, err := r.current(); err != nil || again != first {
			t.Errorf("%s: error %v", r.options.plans, err)
		}
	}
}

func TestServe_EndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()

	code := make(chan int)
	go func() {
		code <- run(ctx, []string{"-address", "127.0.0.1:0", "-"}, strings.NewReader(planOf(t, nil, good)), writer, io.Discard)
	}()

	var printed string
	for !strings.Contains(printed, "The page is at http://127.0.0.1:") {
		part := make([]byte, 1000)
		n, _ := reader.Read(part)
		printed += string(part[:n])
	}

	cancel()

	if got := <-code; got != exitOK || !strings.HasPrefix(printed, "good: id 1, changed. No problems found; 1 of 8 colors is configured.\n") {
		t.Errorf("exit status %d, %q", got, printed)
	}
}
