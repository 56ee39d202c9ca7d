package client

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// BENCHMARKS.md describes how to compare two runs.

// benchmarkAppearance has every field, benchmarkSource those of a database.
var (
	benchmarkAppearance = Appearance{
		Name: "Theme", ThemeMode: ptr("both"), StartMessage: ptr("Ask me about sales, orders and customers."),
		Recommendations: []string{"What sold best last month?", "Who came back this year?", "Which orders are late, and why?"},
		ResponseMode:    ptr("full"), ShowSidebar: ptr(true), ShowDashboards: ptr(false),
		Colors: map[string]string{
			"lm_primary_background_color": "#1864ab", "lm_light_background_color": "#f8f9fa",
			"lm_dark_background_color": "#dee2e6", "lm_button_outline_color": "#495057",
			"dm_primary_background_color": "#1a1b1e", "dm_light_background_color": "#2c2e33",
			"dm_dark_background_color": "#101113", "dm_button_outline_color": "#909296",
		},
		CustomCSSOverrides: []byte(`{"accent":"#f08c00","radius":4}`),
	}
	benchmarkSource = SourceConfig{
		Hostname: ptr("db.example.com"), Port: ptr(int64(5432)), Username: ptr("chatview"), Password: ptr("a password"),
		DatabaseName: ptr("warehouse"), SelectedSchemas: []string{"public", "sales", "support"},
	}
)

// The responses to them.
const (
	benchmarkAppearanceResponse = `{"id":7,"name":"Theme","theme_mode":"both","start_message":"Ask me about sales, orders and customers.",` +
		`"recommendations":["What sold best last month?","Who came back this year?","Which orders are late, and why?"],` +
		`"response_mode":"full","show_sidebar":true,"show_dashboards":false,` +
		`"custom_css_vars":"--lm-primary-background-color: #1864ab; --dm-primary-background-color: #1a1b1e;",` +
		`"created_at":"2026-01-01T00:00:00Z","last_modified":"2026-01-02T00:00:00Z","is_default":"false"}`
	benchmarkSourceResponse = `{"id":7,"account_name":"Warehouse","type":"postgres"}`
)

// BenchmarkUpdateAppearance and BenchmarkUpdateSource include everything but
// the network.
func BenchmarkUpdateAppearance(b *testing.B) {
	b.ReportAllocs()

	client := benchmarkClient(benchmarkAppearanceResponse)

	for b.Loop() {
		response, err := client.UpdateAppearance(b.Context(), "7", benchmarkAppearance)
		if err != nil || len(response.Differences) > 0 {
			b.Fatal(err, response.Differences)
		}
	}
}

func BenchmarkUpdateSource(b *testing.B) {
	b.ReportAllocs()

	client := benchmarkClient(benchmarkSourceResponse)

	for b.Loop() {
		if _, err := client.UpdateSource(b.Context(), "7", benchmarkSource); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, request := range []struct {
		name string
		body any
	}{{"appearance", benchmarkAppearance}, {"source", benchmarkSource}} {
		b.Run(request.name, func(b *testing.B) {
			b.ReportAllocs()

			for b.Loop() {
				if _, err := encode(request.body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, response := range []struct{ name, body string }{
		{"appearance", benchmarkAppearanceResponse}, {"source", benchmarkSourceResponse},
	} {
		b.Run(response.name, func(b *testing.B) {
			b.ReportAllocs()

			body := []byte(response.body)

			for b.Loop() {
				if _, err := decodeObject(body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchmarkClient(response string) *Client {
	return New(Config{
		BaseURL:   &url.URL{Scheme: "https", Host: "chat.example.com"},
		APIKey:    "key-of-the-benchmarks",
		Transport: promptTransport{response},
	})
}

// promptTransport responds immediately.
type promptTransport struct{ response string }

func (t promptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"request-1"}},
		Body:       io.NopCloser(strings.NewReader(t.response)),
		Request:    req,
	}, req.Body.Close()
}
