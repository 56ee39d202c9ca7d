package client_test

import (
	"context"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestOutage_CountsFailuresInARow(t *testing.T) {
	for name, test := range map[string]struct {
		ends  []string // each two minutes after the one before, unless that was at-once
		trips int      // how many failed, or 0
	}{
		"ten at once":              {strings.Fields(strings.Repeat("at-once ", 10)), 0},
		"ten that last":            {strings.Fields("failed failed " + strings.Repeat("at-once ", 8)), 10},
		"more than ten":            {strings.Fields(strings.Repeat("at-once ", 11) + "failed failed failed"), 14},
		"ten of three kinds":       {strings.Fields("failed limited unreachable " + strings.Repeat("limited ", 7)), 10},
		"nine":                     {strings.Fields(strings.Repeat("failed ", 9)), 0},
		"ten":                      {strings.Fields(strings.Repeat("failed ", 10)), 10},
		"with a success":           {strings.Fields(strings.Repeat("failed ", 9) + "succeeded " + strings.Repeat("failed ", 9)), 0},
		"with an unknown host":     {strings.Fields(strings.Repeat("failed ", 9) + "unknown " + strings.Repeat("failed ", 9)), 0},
		"with a canceled one":      {strings.Fields(strings.Repeat("failed ", 9) + "canceled failed"), 10},
		"with a canceled wait":     {strings.Fields(strings.Repeat("failed ", 9) + "interrupted failed"), 10},
		"with an invalid response": {strings.Fields(strings.Repeat("failed ", 9) + "invalid failed"), 0},
	} {
		onFakeClock(t, name, func(t *testing.T) {
			var steps []step

			for _, end := range test.ends {
				steps = append(steps, map[string][]step{
					"failed": {respond(503, ""), respond(503, "")}, "at-once": {respond(503, ""), respond(504, "")}, "limited": {respond(429, ""), respond(429, "")},
					"unreachable": {respond(503, ""), failUnconnected(dialError(syscall.ECONNREFUSED))}, "succeeded": {respond(200, sourceResponse)},
					"unknown":  {failUnconnected(&net.DNSError{IsNotFound: true})},
					"canceled": {hang}, "interrupted": {respond(503, "", "Retry-After", "60")}, "invalid": {respond(200, "{")},
				}[end]...)
			}

			if test.trips == 0 {
				steps = append(steps, respond(200, sourceResponse))
			}

			c, _ := scripted(t, client.Config{MaxRetries: 1}, steps...)

			for _, end := range test.ends {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				_ = update(ctx, c)

				cancel()

				if end != "at-once" {
					time.Sleep(2 * time.Minute)
				}
			}

			err := update(t.Context(), c)
			if (test.trips > 0) != (err != nil) || test.trips > 0 && failure(t, err).FailedInARow != test.trips {
				t.Errorf("the next operation returned %#v", err)
			}
		})
	}
}
