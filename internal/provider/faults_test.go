package provider

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// applyConcurrently creates objects in one provider process, ten at a time, as
// Terraform does. It asserts that their next plans are empty.
func (c *core) applyConcurrently(t *testing.T, blocks []resourceBlock) {
	t.Helper()

	var group sync.WaitGroup

	for own := range slices.Chunk(blocks, len(blocks)/10) {
		worker := *c
		worker.instances, worker.concurrent = map[string]*instance{}, true

		group.Go(func() {
			for _, b := range own {
				if applied := worker.applyInWalk(b); hasError(applied) {
					t.Errorf("%s: %s", b.address, describe(applied))
				}

				if again, _ := worker.planInWalk(b.address, b.typeName, b.config); again.isChange() {
					t.Errorf("%s: the next plan is not empty", b.address)
				}
			}
		})
	}

	group.Wait()
}

// passingFaults each fail one attempt that is worth a retry.
var passingFaults = []mockserver.Fault{
	{Status: 408}, {Status: 425}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 503}, {Status: 504},
	{Drop: true}, {Response: mockserver.NoResponse}, {Response: mockserver.TruncatedResponse},
}

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

// The test applies 100 of each resource with a fifth of all requests failing.
func TestFaults_TwoHundredObjectsSucceed(t *testing.T) {
	t.Parallel()

	service := newService(t, mockserver.Behavior{})

	var blocks []resourceBlock

	for id := range int64(100) {
		service.Add(mockserver.Appearances, id, nil)
		service.Add(mockserver.Sources, id, map[string]any{"type": "postgres"})

		number := fmt.Sprint(id)
		blocks = append(blocks, theme("a"+number, number, "n"+number), resourceBlock{"s" + number, sourceType, map[string]any{
			"id": number, "hostname": "h" + number, "password_wo": "p", "password_wo_version": 1,
		}})
	}

	synctest.Test(t, func(t *testing.T) {
		// The seed is fixed, because ten failed retries in a row would fail
		// the test.
		transport := &fifthTransport{service: service, random: rand.New(rand.NewPCG(1, 2))}
		c := newCore(t, &chatviewProvider{version: "test", transport: transport}, map[string]any{
			"base_url": "https://chat.example.com", "api_key": testAPIKey,
		})
		c.applyConcurrently(t, blocks)
	})

	for id := range int64(100) {
		appearance, _ := service.Fields(mockserver.Appearances, id)
		source, _ := service.Fields(mockserver.Sources, id)

		if appearance["name"] != fmt.Sprint("n", id) || source["hostname"] != fmt.Sprint("h", id) || source["password"] != "p" {
			t.Errorf("theme %d has the name %v, and its source the hostname %v and the password %v, want n%[1]d, h%[1]d and p",
				id, appearance["name"], source["hostname"], source["password"])
		}
	}

	if requests := len(service.Requests()); requests < 230 {
		t.Errorf("%d requests for 200 objects: none was retried", requests)
	}
}

// Package client tests when a request can be canceled.
func TestFaults_CancelingEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, service := startCore(t, mockserver.Behavior{})
		service.QueueFaults(mockserver.Fault{Status: 503, Header: http.Header{"Retry-After": {"50"}}})

		ctx, cancel := context.WithCancel(context.Background())
		core.ctx = ctx

		time.AfterFunc(3*time.Second, cancel)

		started := time.Now()
		applied := core.apply("x", appearanceType, map[string]any{"id": "1", "name": "N"}, nil)
		wantHeadlines(t, applied.diagnostics, "ERROR: Request Canceled")

		if got := describe(applied.diagnostics); strings.Contains(got, "The error message reads") {
			t.Errorf("the interruption is reported as an API message: %s", got)
		}

		if took := time.Since(started); took > 4*time.Second {
			t.Errorf("the apply ended after %s", took)
		}
	})
}

// The golden file of warnings has the reason of a single error.
func TestOutage_RequestsNotSentNameTheReason(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, service := startCore(t, mockserver.Behavior{})
		service.QueueFaults(slices.Repeat([]mockserver.Fault{{Status: 503}}, 70)...)

		for id := range 10 {
			c.applyInWalk(theme(fmt.Sprint(id), fmt.Sprint(id), "N"))
		}

		refused := c.applyInWalk(theme("last", "99", "N"))
		wantExplained(t, refused)
		wantText(t, refused, `First fix the error "Service Failure" (10 updates in a row failed): PUT /api/v1/appearance/9/ returned status 503 `+
			`(Service Unavailable) after 7 attempts, request id mock-000070. Nothing was sent to the appearance configuration "99".`)

		if requests := len(service.Requests()); requests != 70 {
			t.Errorf("%d requests were sent, want those of ten objects", requests)
		}
	})
}
