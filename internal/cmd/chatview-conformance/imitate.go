package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http/httptest"
	"net/url"
	"slices"

	"golang.org/x/time/rate"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// switches turn on what the mock server can do, apart from the fields it returns.
var switches = []func(*mockserver.Behavior){
	func(b *mockserver.Behavior) { b.OmittedFields = mockserver.ResetOmitted },
	func(b *mockserver.Behavior) { b.OmitOptionalResponseFields = true },
	func(b *mockserver.Behavior) { b.AcceptAnyID = true },
	func(b *mockserver.Behavior) { b.NormalizeValues = true },
	func(b *mockserver.Behavior) { b.UndocumentedTypes = true },
	func(b *mockserver.Behavior) { b.ChangingCreatedAt = true },
	func(b *mockserver.Behavior) { b.EchoRequests = true },
}

// imitate enters the behavior of a mock server that comes closest to the service,
// and where that differs. It asks mock servers the same, so nothing has to say which
// finding belongs to which switch.
func (r *report) imitate(ask func(mockserver.Behavior) (*report, error)) error {
	var candidates []*report

	// The fields that are returned hide what the other switches do.
	for _, returned := range []mockserver.ReturnedFields{mockserver.ReturnAll, mockserver.ReturnNulls, mockserver.ReturnIDOnly} {
		best, err := ask(mockserver.Behavior{ReturnedFields: returned})

		for _, turnOn := range switches {
			behavior := best.Behavior
			turnOn(&behavior)

			asked, askErr := ask(behavior)
			if err = errors.Join(err, askErr); len(r.differences(asked)) < len(r.differences(best)) {
				best = asked
			}
		}

		if err != nil {
			return err
		}

		candidates = append(candidates, best)
	}

	closest := slices.MinFunc(candidates, func(a, b *report) int { return len(r.differences(a)) - len(r.differences(b)) })
	r.Behavior = closest.Behavior

	for _, index := range r.differences(closest) {
		r.Findings[index].Mock = closest.Findings[index].Seen
	}

	return nil
}

// differences returns the indexes of the findings that another report does not share.
func (r *report) differences(other *report) []int {
	var indexes []int

	for index, finding := range r.Findings {
		if finding.Seen != notSeen && finding.Seen != other.Findings[index].Seen {
			indexes = append(indexes, index)
		}
	}

	return indexes
}

// askMock runs all requests against a mock server with a behavior.
func askMock(behavior mockserver.Behavior) (*report, error) {
	const key = "conformance-key"

	mock := mockserver.New(mockserver.Options{APIKey: key, Behavior: behavior})
	mock.AddAppearance(1, nil)
	mock.AddSource(1, "postgres", nil)

	server := httptest.NewServer(mock)
	defer server.Close()

	base, err := url.Parse(server.URL)
	if err != nil {
		return nil, err
	}

	asked, err := run(context.Background(), service{
		base: base, key: key, appearance: "1", source: "1", unknown: "2",
		transport: client.NewTransport(nil, tls.Certificate{}), limit: rate.Inf,
	})
	asked.Behavior = behavior

	return asked, err
}
