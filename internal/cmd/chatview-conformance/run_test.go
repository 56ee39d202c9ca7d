package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const testKey = "secret-example-key"

// pipes is a listener in memory: sockets do not follow a fake clock.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	connection, isOpen := <-p
	if !isOpen {
		return nil, net.ErrClosed
	}

	return connection, nil
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{} }

// arrival is a request that reached the service.
type arrival struct {
	request string
	at      time.Time
}

// askService asks a service with the appearance 42, the source 7 and no 43, in a
// bubble. respond gets the number of each request, from 1, and reports whether it
// responded. Otherwise, the mock server does.
func askService(ctx context.Context, t *testing.T, respond func(w http.ResponseWriter, r *http.Request, number int, body string) bool) (*report, []arrival, error) {
	t.Helper()

	mock := mockserver.New(mockserver.Options{APIKey: testKey})
	mock.AddAppearance(42, nil)
	mock.AddSource(7, "postgres", nil)

	var (
		mu      sync.Mutex
		arrived []arrival
	)

	listener := make(pipes)
	server := &http.Server{IdleTimeout: 5 * time.Second, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))

		mu.Lock()
		number := len(arrived) + 1
		arrived = append(arrived, arrival{r.Method + " " + r.Host + r.URL.Path, time.Now()})
		mu.Unlock()

		if !respond(w, r, number, string(body)) {
			mock.ServeHTTP(w, r)
		}
	})}

	go server.Serve(listener) //nolint:errcheck // ends with the test
	defer func() { _ = server.Close() }()
	defer close(listener)

	transport := client.NewTransport(nil, tls.Certificate{})
	transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		listener <- theirs

		return ours, nil
	}

	asked, err := run(ctx, service{
		base: &url.URL{Scheme: "http", Host: "service.example"}, key: testKey, appearance: "42", source: "7", unknown: "43",
		transport: transport, limit: perSecond,
	})

	mu.Lock()
	defer mu.Unlock()

	return asked, arrived, err
}

func TestRun_SendsAtMostTwoRequestsASecondToTheObjects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, arrived, err := askService(t.Context(), t, func(_ http.ResponseWriter, r *http.Request, number int, _ string) bool {
			if r.Close != (number > 1) {
				t.Errorf("request %d leaves its connection open: %t", number, !r.Close)
			}

			return false
		})
		if err != nil || asked.Requests != len(arrived) || len(arrived) != len(probes()) || len(arrived) > maxRequests {
			t.Fatalf("error %v, %d requests of %d arrived", err, asked.Requests, len(arrived))
		}

		counts := map[string]int{}

		for index, each := range arrived {
			counts[each.request]++

			if index > 0 && each.at.Sub(arrived[index-1].at) < time.Second/perSecond {
				t.Errorf("request %d is too early", index+1)
			}
		}

		want := map[string]int{
			"PUT service.example/api/v1/appearance/42/": 43, "PATCH service.example/api/v1/sources/7/update-config/": 9,
			"PUT service.example/api/v1/appearance/42": 1, "PUT service.example/api/v1/appearance/43/": 1,
		}
		if diff := cmp.Diff(want, counts); diff != "" {
			t.Errorf("requests (-want +got):\n%s", diff)
		}

		for _, finding := range asked.Findings {
			if isHidden := finding.Topic == omission && finding.Subject == "custom_css_overrides"; isHidden != (finding.Seen == notSeen) {
				t.Errorf("%s, %s: %s", finding.Topic, finding.Subject, finding.Seen)
			}
		}

		if seen := asked.find(httpVersions, "idle connection").Seen; seen != "closed after 5 s" {
			t.Errorf("idle connection: %s", seen)
		}
	})
}

func TestRun_Stops(t *testing.T) {
	const number = 20

	respond := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/api/v1/appearance/44/")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}

	for name, test := range map[string]struct {
		respond http.HandlerFunc
		want    string
		// requests are those from the first failure on.
		requests int
	}{
		"dies":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "no response", 1},
		"hangs": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "no response", 1},
		"is not HTTP": {func(w http.ResponseWriter, _ *http.Request) {
			connection, _, _ := http.NewResponseController(w).Hijack()
			_, _ = connection.Write([]byte(testKey + "\r\n\r\n"))
			_ = connection.Close()
		}, "no response", 1},
		"redirects":         {respond(http.StatusTemporaryRedirect, ""), "status 307", 1},
		"sees other":        {respond(http.StatusSeeOther, ""), "status 303", 1},
		"switches protocol": {respond(http.StatusSwitchingProtocols, ""), "status 101", 1},
		"another object":    {respond(http.StatusOK, `{"id": 44}`), "status 200 for another object", 1},
		"another type":      {respond(http.StatusOK, `{"id": "44"}`), "status 200 for another object", 1},
		"a page":            {respond(http.StatusOK, "<h1>Log in</h1>"), "status 200, but not a JSON object", 1},
		"unauthorized":      {respond(http.StatusUnauthorized, ""), "status 401", 1},
		"no id":             {respond(http.StatusOK, `{"error": "busy"}`), "status 200 without an id to a plain PUT, twice", 2},
		"forbidden":         {respond(http.StatusForbidden, ""), "status 403 to a plain PUT, twice", 2},
		"unavailable":       {respond(http.StatusServiceUnavailable, ""), "status 503 to a plain PUT, twice", 2},
		"too many requests": {respond(http.StatusTooManyRequests, ""), "status 429 to a plain PUT, twice", 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked, arrived, err := askService(t.Context(), t, func(w http.ResponseWriter, r *http.Request, at int, _ string) bool {
					if at >= number {
						test.respond(w, r)
					}

					return at >= number
				})

				requests := number - 1 + test.requests
				if err == nil || strings.Contains(err.Error(), testKey) || asked.Stopped != test.want || asked.Requests != requests || len(arrived) != requests {
					t.Errorf("stopped %q after %d requests, %d arrived, error %v", asked.Stopped, asked.Requests, len(arrived), err)
				}

				if slices.ContainsFunc(arrived, func(a arrival) bool { return strings.Contains(a.request, "44") }) {
					t.Errorf("another object was asked: %v", arrived)
				}

				if last := asked.find(errorShapes, "wrong key"); last.Seen != notSeen || asked.Findings[0].Seen == notSeen {
					t.Errorf("first finding %q, last %q", asked.Findings[0].Seen, last.Seen)
				}
			})
		})
	}
}

// TestRun_GoesOnAfterFailures of a service that recovers, or that fails with a value.
func TestRun_GoesOnAfterFailures(t *testing.T) {
	for name, test := range map[string]struct {
		fails    func(body string, number int) bool
		want     string
		requests int
	}{
		"first":  {func(_ string, number int) bool { return number == 1 }, "accepted (200)", 2},
		"once":   {func(_ string, number int) bool { return number == 30 }, "accepted (200)", 2},
		"always": {func(body string, _ int) bool { return strings.Contains(body, `"white"`) }, "status 503", 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked, arrived, err := askService(t.Context(), t, func(w http.ResponseWriter, _ *http.Request, number int, body string) bool {
					isFailing := test.fails(body, number)
					if isFailing {
						w.WriteHeader(http.StatusServiceUnavailable)
					}

					return isFailing
				})

				seen := asked.find("the format of colors", "white").Seen
				if err != nil || seen != test.want || len(arrived) != len(probes())+test.requests {
					t.Errorf("%q after %d requests, error %v", seen, len(arrived), err)
				}
			})
		})
	}
}

func TestRun_SendsAtMostSixtyRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, arrived, _ := askService(t.Context(), t, func(w http.ResponseWriter, _ *http.Request, _ int, body string) bool {
			isFailing := !slices.Contains([]string{`{"name":"Conformance"}`, `{"account_name":"Conformance"}`}, body)
			if isFailing {
				w.WriteHeader(http.StatusInternalServerError)
			}

			return isFailing
		})

		if len(arrived) != maxRequests || asked.Stopped != "more than 60 requests are required" {
			t.Errorf("%d requests, stopped: %q", len(arrived), asked.Stopped)
		}
	})
}

func TestRun_EndsWithItsContext(t *testing.T) {
	for name, during := range map[string]bool{"between two requests": false, "during a request": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				asked, arrived, err := askService(ctx, t, func(_ http.ResponseWriter, r *http.Request, number int, _ string) bool {
					isLast := number == 3
					if isLast && during {
						cancel()
						<-r.Context().Done()
					} else if isLast {
						time.AfterFunc(time.Millisecond, cancel)
					}

					return isLast && during
				})

				if err == nil || asked.Stopped != "interrupted" || len(arrived) != 3 {
					t.Errorf("stopped %q after %d requests, error %v", asked.Stopped, len(arrived), err)
				}
			})
		})
	}
}

// TestRun_NamesHTTP2 asks a server that has both versions, and requires HTTP/1.1.
func TestRun_NamesHTTP2(t *testing.T) {
	for _, hasHTTP2 := range []bool{false, true} {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor != 1 {
				t.Error("a request was sent with " + r.Proto)
			}

			w.WriteHeader(http.StatusUnauthorized)
		}))
		server.EnableHTTP2 = hasHTTP2
		server.StartTLS()

		base, _ := url.Parse(server.URL)
		roots := server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
		asked, _ := run(t.Context(), service{base: base, key: testKey, appearance: "42", transport: client.NewTransport(roots, tls.Certificate{}), limit: perSecond})

		server.Close()

		want := map[bool]string{false: "HTTP/1.1", true: "HTTP/1.1, HTTP/2.0"}[hasHTTP2]
		if seen := asked.find(httpVersions, "versions").Seen; seen != want || asked.Requests != 1 {
			t.Errorf("%q after %d requests, want %q", seen, asked.Requests, want)
		}
	}
}
