package main

import (
	"strings"
	"testing"
)

func TestMock_PagesShowThemesOnly(t *testing.T) {
	mock, err := startMock()
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = mock.stop() })

	mock.addresses[1] = "chatview_appearance.orders"
	mock.AddAppearance(1, nil)
	mock.AddSource(7, "postgres", nil)

	if page := fetch(t, mock.url); !strings.Contains(page, mock.addresses[1]) || strings.Contains(page, "postgres") {
		t.Errorf("want the address of the theme and no data source in:\n%s", page)
	}
}
