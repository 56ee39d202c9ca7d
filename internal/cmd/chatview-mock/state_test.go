package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

func TestAddObjects_KeepsNumbers(t *testing.T) {
	state, err := parseState([]byte(`{
		"appearances": {"5": {"name": "Start", "custom_css_overrides": 12345678901234567890}, "6": null},
		"sources": {"7": {"type": "mysql", "port": 3306}}
	}`))
	if err != nil {
		t.Fatal(err)
	}

	mock := mockserver.New(mockserver.Options{})
	addObjects(mock, state)

	first, _ := mock.Appearance(5)
	second, _ := mock.Appearance(6)
	source, _ := mock.Source(7)

	want := []map[string]any{
		{"name": "Start", "custom_css_overrides": json.Number("12345678901234567890")},
		{},
		{"port": json.Number("3306")},
	}
	wantEqual(t, "objects", want, []map[string]any{first, second, source})
}

func TestObserver_EmptiesJournal(t *testing.T) {
	observer := &observer{stdout: io.Discard}
	mock := mockserver.New(mockserver.Options{OnRequest: observer.observe})
	observer.mock = mock

	mock.ServeHTTP(httptest.NewRecorder(),
		httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/api/v1/appearance/1/", strings.NewReader("{}")))

	if requests := mock.Requests(); len(requests) > 0 {
		t.Errorf("journal: %v", requests)
	}
}
