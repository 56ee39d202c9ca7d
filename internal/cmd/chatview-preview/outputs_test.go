package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestServe_ServesThePageUntilCanceled: the same page as -html, and not in a
// frame.
func TestServe_ServesThePageUntilCanceled(t *testing.T) {
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

	_, url, _ := strings.Cut(printed, "The page is at ")
	url, _, _ = strings.Cut(url, " ")

	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}

	page, err := io.ReadAll(response.Body)
	_ = response.Body.Close()

	if _, want, _ := previewed(t, planOf(t, nil, good), "-html", "-"); err != nil || string(page) != want || response.Header.Get("Content-Security-Policy") != "frame-ancestors 'none'" {
		t.Errorf("error %v, header %v, page\n%s", err, response.Header, page)
	}

	cancel()

	if got := <-code; got != exitOK || !strings.HasPrefix(printed, "good: id 1, changed. No problems found; 1 of 8 colors is configured.\n") {
		t.Errorf("exit status %d, %q", got, printed)
	}
}
