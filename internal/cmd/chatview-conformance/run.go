package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

const (
	maxRequests = 60
	perSecond   = 2
	// recovery is how long a service gets to recover from a temporary failure.
	recovery = 10 * time.Second
)

// service is what is asked.
type service struct {
	base *url.URL
	key  string
	// The ids of the objects to write to. Those of an empty one are left out.
	appearance, source, unknown string
	transport                   *http.Transport
	limit                       rate.Limit
}

// probes returns the requests to objects with an id.
func (s service) probes() []probe {
	return slices.DeleteFunc(probes(), func(p probe) bool { id, _ := s.target(p); return id == "" })
}

// target returns the id and the path of a request.
func (s service) target(p probe) (id, path string) {
	id, path = s.appearance, "/api/v1/appearance/%s/"

	switch {
	case p.method == patch:
		id, path = s.source, "/api/v1/sources/%s/update-config/"
	case p.variant == unknownID:
		id = s.unknown
	case p.variant == withoutSlash:
		path = strings.TrimSuffix(path, "/")
	}

	return id, fmt.Sprintf(path, url.PathEscape(id))
}

// stop is why a run ends early. The reason has no value, address or key.
type stop struct {
	reason string
	cause  error
}

// Error has no other texts than those of Go: net/http quotes what it cannot read.
func (s *stop) Error() string {
	var (
		connection  *net.OpError
		certificate *tls.CertificateVerificationError
	)

	switch {
	case errors.As(s.cause, &connection):
		return fmt.Sprintf("%s: %v", s.reason, connection)
	case errors.As(s.cause, &certificate):
		return fmt.Sprintf("%s: %v", s.reason, certificate)
	case errors.Is(s.cause, context.DeadlineExceeded):
		return fmt.Sprintf("%s: timed out after %s", s.reason, client.DefaultRequestTimeout)
	default:
		return s.reason
	}
}

// runner asks a service, one request after the other.
type runner struct {
	service
	observations
	*connections

	limiter *rate.Limiter
}

// run asks a service. It always returns a report, and a *stop if that is not
// complete.
func run(ctx context.Context, s service) (asked *report, stopped error) {
	r := &runner{
		service: s, connections: newConnections(s.transport), limiter: rate.NewLimiter(s.limit, 1),
		observations: observations{report: newReport(), apiKey: s.key, last: map[string]fields{}},
	}
	defer r.close()

	for _, p := range s.probes() {
		a, err := r.send(ctx, p)
		if cause := (*stop)(nil); errors.As(err, &cause) {
			r.Stopped, stopped = cause.reason, err

			break
		}

		r.observe(p, a)
	}

	r.see(httpVersions, "versions", r.versions(ctx, s.base))
	r.see(httpVersions, "idle connection", r.idleTime(stopped == nil))

	return r.report, stopped
}

// send sends a request. If the service neither accepts nor refuses it, a plain
// update shows whether that is due to the request.
func (r *runner) send(ctx context.Context, p probe) (answer, error) {
	a, err := r.exchange(ctx, p)
	if err != nil || a.isAccepted() || !a.isTemporary() && (p.variant != usual || a.isRefused() && p.body != nil) {
		return a, err
	}

	if a.isTemporary() {
		select {
		case <-time.After(recovery):
		case <-ctx.Done():
		}
	}

	plain, err := r.exchange(ctx, probe{method: p.method})
	if err == nil && !plain.isAccepted() {
		err = &stop{reason: fmt.Sprintf("%s to a plain %s, twice", plain, p.method)}
	}

	if err == nil && a.isTemporary() {
		a, err = r.exchange(ctx, p)
	}

	return a, err
}

// exchange sends a request once. Its error is a *stop.
func (r *runner) exchange(ctx context.Context, p probe) (answer, error) {
	if r.Requests == maxRequests {
		return answer{}, &stop{reason: fmt.Sprintf("more than %d requests are required", maxRequests)}
	}

	if err := r.limiter.Wait(ctx); err != nil {
		return answer{}, &stop{"interrupted", err}
	}

	r.Requests++

	ctx, cancel := context.WithTimeout(ctx, client.DefaultRequestTimeout)
	defer cancel()

	response, err := r.roundTrip(r.request(ctx, p))
	if errors.Is(err, context.Canceled) {
		return answer{}, &stop{reason: "interrupted"}
	} else if err != nil {
		return answer{}, &stop{"no response", err}
	}
	defer response.Body.Close()

	a := answer{status: response.StatusCode, header: response.Header}
	// No timeout closes the body of a 101, which is the connection itself.
	if a.status/100 != 1 {
		if a.body, err = io.ReadAll(io.LimitReader(response.Body, client.MaxResponseBytes)); err != nil {
			return a, &stop{"incomplete response", err}
		}
	}

	r.keepFirst(response)

	return a, r.read(p, &a)
}

// read decodes a response. Its error is a *stop, if the response shows that requests
// go to the wrong place.
func (r *runner) read(p probe, a *answer) error {
	switch {
	case a.status == http.StatusUnauthorized && p.variant != wrongKey, a.status/100 == 1, a.status/100 == 3 && p.variant != withoutSlash:
		return &stop{reason: a.String()}
	case a.status/100 != 2 || len(bytes.TrimSpace(a.body)) == 0:
		return nil
	}

	value, _ := decode(a.body)

	var isObject bool
	if a.fields, isObject = value.(fields); !isObject {
		return &stop{reason: a.String() + ", but not a JSON object"}
	}

	id, _ := r.target(p)
	if returned := a.fields["id"]; returned != nil && !sameID(id, returned) {
		return &stop{reason: a.String() + " for another object"}
	}

	return nil
}

func (r *runner) request(ctx context.Context, p probe) *http.Request {
	_, path := r.target(p)
	body, _ := json.Marshal(p.content()) // of plain values
	key := r.key

	if p.variant == wrongKey {
		key = "conformance-wrong-key"
	}

	// Every address that ParseBaseURL accepts is valid.
	request, _ := http.NewRequestWithContext(ctx, p.method, r.base.String()+path, bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "chatview-conformance")

	return request
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   []byte
	fields fields // of an accepted request, nil without a body
}

func (a answer) String() string {
	if a.status/100 == 2 && a.fields != nil && a.fields["id"] == nil {
		return fmt.Sprintf("status %d without an id", a.status)
	}

	return fmt.Sprintf("status %d", a.status)
}

func (a answer) isAccepted() bool {
	return a.status/100 == 2 && (a.fields == nil || a.fields["id"] != nil)
}

func (a answer) isRefused() bool {
	return slices.Contains([]int{http.StatusBadRequest, http.StatusUnprocessableEntity}, a.status)
}

func (a answer) isTemporary() bool {
	return a.status >= 500 || slices.Contains([]int{http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests}, a.status)
}
