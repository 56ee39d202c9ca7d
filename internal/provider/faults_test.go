package provider

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

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
