package provider

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// fifthTransport fails a fifth of all requests, in the ways that services and
// networks fail.
type fifthTransport struct {
	service *service
	mutex   sync.Mutex
	random  *rand.Rand
}

func (f *fifthTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()

	if f.random.IntN(5) == 0 {
		f.service.QueueFaults(passingFaults[f.random.IntN(len(passingFaults))])
	}

	return memoryTransport{f.service}.RoundTrip(req)
}

// The test applies 100 of each resource, ten at a time, with a fifth of all
// requests failing.
func TestFaults_TwoHundredObjectsSucceed(t *testing.T) {
	t.Parallel()

	service := newService(t, mockserver.Behavior{})
	for id := range int64(100) {
		service.AddAppearance(id, nil)
		service.AddSource(id, "postgres", nil)
	}

	config := func(typeName string, id int) map[string]any {
		if typeName == sourceType {
			return map[string]any{"id": fmt.Sprint(id), "hostname": fmt.Sprint("h", id), "password_wo": "p", "password_wo_version": 1}
		}

		return map[string]any{"id": fmt.Sprint(id), "name": fmt.Sprint("n", id), "lm_dark_background_color": "red"}
	}

	synctest.Test(t, func(t *testing.T) {
		// The seed is fixed, because ten failed retries in a row would fail
		// the test.
		transport := &fifthTransport{service: service, random: rand.New(rand.NewPCG(1, 2))}
		shared := newCore(t, &chatviewProvider{version: "test", transport: transport}, map[string]any{
			"base_url": "https://chat.example.com", "api_key": testAPIKey,
		})

		var group sync.WaitGroup

		for worker := range 10 {
			group.Go(func() {
				own := *shared
				own.instances = map[string]*instance{}
				own.concurrent = true

				for i := worker; i < 200; i += 10 {
					typeName := []string{appearanceType, sourceType}[i%2]
					at := fmt.Sprint(typeName, i/2)
					own.applyInWalk(resourceBlock{at, typeName, config(typeName, i/2)})

					if again, _ := own.planInWalk(at, typeName, config(typeName, i/2)); !again.planned.Equal(again.prior) {
						t.Errorf("%s: the next plan is not empty", at)
					}
				}
			})
		}

		group.Wait()
	})

	for id := range int64(100) {
		appearance, _ := service.Appearance(id)
		source, _ := service.Source(id)

		if appearance["name"] != fmt.Sprint("n", id) || source["hostname"] != fmt.Sprint("h", id) || source["password"] != "p" {
			t.Errorf("object %d is %v and %v", id, appearance, source)
		}
	}

	if requests := len(service.Requests()); requests < 230 {
		t.Errorf("%d requests for 200 objects: none was retried", requests)
	}
}

// Each fault of the mock server occurs once in each operation. Either a retry
// succeeds, or the expected error is reported and the next apply completes the
// change.
func TestFaults_AreRetriedOrReported(t *testing.T) {
	t.Parallel()

	elsewhere := http.Header{"Location": {"https://elsewhere.example.com/"}}

	for name, test := range map[string]struct {
		fault mockserver.Fault
		// want is the summary of the error, or empty if a retry succeeds.
		want string
	}{
		"408":                      {mockserver.Fault{Status: 408}, ""},
		"429":                      {mockserver.Fault{Status: 429}, ""},
		"500":                      {mockserver.Fault{Status: 500}, ""},
		"503":                      {mockserver.Fault{Status: 503}, ""},
		"dropped before":           {mockserver.Fault{Drop: mockserver.DropBeforeChange}, ""},
		"dropped after":            {mockserver.Fault{Drop: mockserver.DropAfterChange}, ""},
		"truncated":                {mockserver.Fault{Response: mockserver.TruncatedResponse}, ""},
		"slow":                     {mockserver.Fault{Delay: time.Minute}, ""},
		"400":                      {mockserver.Fault{Status: 400}, "Request Refused"},
		"401":                      {mockserver.Fault{Status: 401}, "Authentication Failed"},
		"403":                      {mockserver.Fault{Status: 403}, "Permission Denied"},
		"404":                      {mockserver.Fault{Status: 404}, "Object Not Found"},
		"409":                      {mockserver.Fault{Status: 409}, "Conflicting Change"},
		"501":                      {mockserver.Fault{Status: 501}, "Service Failure"},
		"301":                      {mockserver.Fault{Status: 301, Header: elsewhere}, "Unexpected Redirect"},
		"302":                      {mockserver.Fault{Status: 302, Header: elsewhere}, "Unexpected Redirect"},
		"303":                      {mockserver.Fault{Status: 303, Header: elsewhere}, "Unexpected Redirect"},
		"307":                      {mockserver.Fault{Status: 307, Header: elsewhere}, "Unexpected Redirect"},
		"308":                      {mockserver.Fault{Status: 308, Header: elsewhere}, "Unexpected Redirect"},
		"304":                      {mockserver.Fault{Status: 304}, "Unexpected Status"},
		"204":                      {mockserver.Fault{Status: 204}, ""},
		"not JSON":                 {mockserver.Fault{Response: mockserver.HTMLResponse}, "Unreadable Response"},
		"oversized":                {mockserver.Fault{Response: mockserver.OversizedResponse}, "Response Too Large"},
		"another id in response":   {mockserver.Fault{Status: 200, Body: []byte(`{"id": 99}`)}, "Response for a Different Object"},
		"no id in response":        {mockserver.Fault{Status: 200, Body: []byte(`{}`)}, "Update Not Confirmed"},
		"error of ten thousand":    {mockserver.Fault{Status: 400, Body: tenThousandErrors()}, "Request Refused"},
		"503 that is not JSON":     {mockserver.Fault{Status: 503, Response: mockserver.HTMLResponse}, ""},
		"503 that is too large":    {mockserver.Fault{Status: 503, Response: mockserver.OversizedResponse}, ""},
		"slow, then dropped after": {mockserver.Fault{Delay: time.Second, Drop: mockserver.DropAfterChange}, ""},
	} {
		for typeName, config := range map[string]map[string]any{
			appearanceType: {"id": "1", "name": "N", "lm_dark_background_color": "red"},
			sourceType:     {"id": "7", "port": 1, "token_wo": "t", "token_wo_version": 1},
		} {
			t.Run(name+"/"+typeName, func(t *testing.T) {
				service := newService(t, mockserver.Behavior{})

				synctest.Test(t, func(t *testing.T) {
					core := newCore(t, &chatviewProvider{version: "test", transport: memoryTransport{service}}, map[string]any{
						"base_url": "https://chat.example.com", "api_key": testAPIKey, "request_timeout": "10s",
					})
					service.QueueFaults(test.fault)

					applied := core.apply("x", typeName, config, nil)
					if got := summaryOfError(applied.diagnostics); got != test.want {
						t.Errorf("the error is %q, want %q: %s", got, test.want, describe(applied.diagnostics))
					}

					core.restart()
					wantHeadlines(t, core.apply("x", typeName, config, nil).diagnostics)

					if again, _ := core.plan("x", typeName, config); !again.planned.Equal(again.prior) {
						t.Errorf("the next plan is not empty: %s", firstChange(again.prior, again.planned))
					}
				})
			})
		}
	}
}

func tenThousandErrors() []byte {
	messages := make([]string, 10_000)
	for i := range messages {
		messages[i] = fmt.Sprintf(`"wrong %d"`, i)
	}

	return fmt.Appendf(nil, `{"name": [%[1]s], "port": [%[1]s]}`, strings.Join(messages, ","))
}

// summaryOfError returns the summary of the first error, or "".
func summaryOfError(diagnostics []*tfprotov6.Diagnostic) string {
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
			return diagnostic.Summary
		}
	}

	return ""
}

// The run is canceled during a request, and during the wait for a retry.
func TestFaults_CancelingEndsAtOnce(t *testing.T) {
	for name, fault := range map[string]mockserver.Fault{
		"InARequest": {Delay: time.Hour},
		"InAWait":    {Status: 503, Header: http.Header{"Retry-After": {"50"}}},
	} {
		t.Run(name, func(t *testing.T) {
			service := newService(t, mockserver.Behavior{})
			service.QueueFaults(fault)

			synctest.Test(t, func(t *testing.T) {
				core := newCore(t, &chatviewProvider{version: "test", transport: memoryTransport{service}}, map[string]any{
					"base_url": "https://chat.example.com", "api_key": testAPIKey, "request_timeout": "2h",
				})
				ctx, cancel := context.WithCancel(context.Background())
				core.ctx = ctx

				time.AfterFunc(3*time.Second, cancel)

				started := time.Now()
				applied := core.apply("x", appearanceType, map[string]any{"id": "1", "name": "N"}, nil)

				if got := summaryOfError(applied.diagnostics); got != "Request Canceled" {
					t.Errorf("the error is %q", got)
				}

				if got := describe(applied.diagnostics); strings.Contains(got, "The error message reads") {
					t.Errorf("the interruption is reported as an API message: %s", got)
				}

				if took := time.Since(started); took > 4*time.Second {
					t.Errorf("the apply ended after %s", took)
				}
			})
		})
	}
}
