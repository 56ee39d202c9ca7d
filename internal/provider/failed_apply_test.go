package provider

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"

	"syscall"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// failure makes an apply fail with an error of one kind.
type failure struct {
	kind client.Kind
	// fault is the service's, dial the error of every connection.
	fault mockserver.Fault
	dial  error
	// mayBeChanged is set if the change may have been made.
	mayBeChanged bool
	// lasts is set if the provider process sends nothing afterwards.
	lasts bool
}

// failures has one for each kind.
func failures() []failure {
	status := func(kind client.Kind, status int) failure {
		return failure{kind: kind, fault: mockserver.Fault{Status: status}}
	}
	unknown := func(f failure) failure { f.mayBeChanged = true; return f }
	lasting := func(f failure) failure { f.lasts = true; return f }
	response := func(kind client.Kind, fault mockserver.Fault) failure {
		return unknown(failure{kind: kind, fault: fault})
	}
	dial := func(kind client.Kind, err error) failure { return failure{kind: kind, dial: err} }

	return []failure{
		lasting(status(client.KindUnauthorized, 401)),
		status(client.KindForbidden, 403),
		status(client.KindNotFound, 404),
		status(client.KindConflict, 409),
		status(client.KindRateLimited, 429),
		status(client.KindRefused, 400),
		unknown(status(client.KindServerFailure, 500)),
		status(client.KindRedirect, 302),
		unknown(status(client.KindUnexpected, 304)),
		unknown(status(client.KindTimeout, 408)),
		dial(client.KindUnreachable, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}),
		response(client.KindConnection, mockserver.Fault{Drop: mockserver.DropAfterChange}),
		dial(client.KindProxy, client.NewTransport(nil, tls.Certificate{}).OnProxyConnectResponse(
			context.Background(), &url.URL{}, &http.Request{}, &http.Response{StatusCode: http.StatusForbidden})),
		dial(client.KindUnknownHost, &net.DNSError{IsNotFound: true}),
		dial(client.KindTLS, &tls.CertificateVerificationError{Err: syscall.EINVAL}),
		dial(client.KindHandshake, &net.OpError{Op: "remote error", Err: errors.New("tls: handshake failure")}),
		dial(client.KindClientCert, &net.OpError{Op: "remote error", Err: errors.New("tls: bad certificate")}),
		{kind: client.KindCanceled},
		response(client.KindUnreadable, mockserver.Fault{Response: mockserver.HTMLResponse}),
		response(client.KindResponseTooLarge, mockserver.Fault{Response: mockserver.OversizedResponse}),
		response(client.KindWrongObject, mockserver.Fault{Status: 200, Body: []byte(`{"id": 99}`)}),
		response(client.KindNotConfirmed, mockserver.Fault{Status: 200, Body: []byte(`{}`)}),
		lasting(failure{kind: client.KindNotSent}),
		{kind: client.KindUnsendable},
	}
}

// failedApply is an instance whose apply fails, and what the retry sends.
type failedApply struct {
	name string
	// before prepares the state of the block.
	before func(c *core, b resourceBlock)
	// reverts is set if the retry has the configuration of the last apply.
	reverts bool
	// confirmed is set if the last apply of the instance succeeded.
	confirmed bool
}

var failedApplies = []failedApply{
	{name: "Create", before: func(*core, resourceBlock) {}},
	{name: "Import", before: func(c *core, b resourceBlock) { c.importByID(b.address, b.typeName, b.config["id"].(string)) }},
	{name: "StateOfOthers", before: func(c *core, b resourceBlock) { c.run(b); c.instances[b.address].private = nil }},
	{name: "Update", confirmed: true, before: func(c *core, b resourceBlock) { c.run(b) }},
	{name: "RevertedUpdate", confirmed: true, reverts: true, before: func(c *core, b resourceBlock) { c.run(b) }},
}

// After a failure, the next plan is empty only if the service is known to have
// what the state has. The retry runs in the same process, or in the next.
func TestFailedApply_NextPlanSendsWhatIsNotConfirmed(t *testing.T) {
	tested := map[client.Kind]bool{}

	for _, f := range failures() {
		tested[f.kind] = true

		for _, apply := range failedApplies {
			for _, typeName := range []string{appearanceType, sourceType} {
				t.Run(fmt.Sprintf("%s/%s/%s", f.kind, apply.name, typeName), func(t *testing.T) {
					t.Parallel()
					testFailedApply(t, f, apply, typeName)
				})
			}
		}
	}

	for kind := range adviceFor {
		if !tested[kind] {
			t.Errorf("no failure is %q", kind)
		}
	}
}

func testFailedApply(t *testing.T, f failure, apply failedApply, typeName string) {
	t.Helper()

	service := startService(t, mockserver.Behavior{})
	dialer := &failingDialer{}
	c := newCore(t, &chatviewProvider{version: "test", transport: dialer.transport()}, map[string]any{
		"base_url": service.url, "api_key": testAPIKey, "max_retries": 0,
	})

	failing, retried := failingBlock(typeName, 1), failingBlock(typeName, 1)
	apply.before(c, failing)

	if apply.confirmed {
		failing = failingBlock(typeName, 2)
	}

	if !apply.reverts {
		retried = failing
	}

	c.restart()
	f.provoke(t, c, service, dialer, failing)

	want := apply.wantRequests(f, retried)
	isChange := func() bool {
		plan, _ := c.planInWalk(retried.address, typeName, retried.config)
		wantNoOverlap(t, plan.diagnostics)

		return plan.isChange()
	}

	sameProcess := *c
	c.restart()

	if got := isChange(); got != (len(want) > 0) {
		t.Errorf("the next process plans a change: %t", got)
	}

	if !f.lasts {
		*c = sameProcess
	}

	if got := c.run(retried); hasError(got) {
		t.Errorf("the retry failed: %s", describe(got))
	}

	wantRequests(t, service, want...)

	c.restart()

	if isChange() {
		t.Error("the plan after the retry is not empty")
	}
}

// wantRequests returns the requests of the retry.
func (a failedApply) wantRequests(f failure, retried resourceBlock) []string {
	switch {
	case !a.confirmed || f.mayBeChanged:
		return []string{completeRequest(retried)}
	case a.reverts:
		return nil
	}

	return []string{changedRequest(retried)}
}

// provoke applies a block with the failure, and asserts its kind.
func (f failure) provoke(t *testing.T, c *core, service *service, dialer *failingDialer, b resourceBlock) {
	t.Helper()

	if f.kind == client.KindNotSent {
		service.QueueFaults(mockserver.Fault{Status: http.StatusUnauthorized})
	}

	c.run(theme("first", "3", "N")) // a service that responded once may recover

	ctx := c.ctx

	switch {
	case f.kind == client.KindCanceled:
		canceled, cancel := context.WithCancel(ctx)
		cancel()

		c.ctx = canceled
	case f.kind == client.KindUnsendable:
		b.config = maps.Clone(b.config)
		b.config[map[string]string{appearanceType: "name", sourceType: "service_account_key"}[b.typeName]] = ""
	case f.kind != client.KindNotSent && f.dial == nil:
		service.QueueFaults(f.fault)
	}

	dialer.err = f.dial
	failed := c.run(b)
	dialer.err, c.ctx = nil, ctx

	if want := adviceFor[f.kind].summary; summaryOfError(failed) != want {
		t.Fatalf("want the error %q, got: %s", want, describe(failed))
	}

	service.ClearRequests()
}

// failingDialer fails to connect while err is set.
type failingDialer struct{ err error }

func (d *failingDialer) transport() *http.Transport {
	var dialer net.Dialer

	return &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if d.err != nil {
			return nil, d.err
		}

		return dialer.DialContext(ctx, network, address)
	}}
}

// failingBlock returns a block with a value that changes with the version.
func failingBlock(typeName string, version int) resourceBlock {
	if typeName == sourceType {
		return resourceBlock{"x", typeName, map[string]any{"id": "7", "user": "u", "port": version, "token_wo": "t", "token_wo_version": 1}}
	}

	return resourceBlock{"x", typeName, map[string]any{"id": "1", "name": fmt.Sprint(version), "lm_dark_background_color": "red"}}
}

// completeRequest is the request with everything, changedRequest that of an
// update.
func completeRequest(b resourceBlock) string {
	if b.typeName == sourceType {
		return patchSource(7, fmt.Sprintf(`{"user": "u", "port": %d, "token": "t"}`, b.config["port"]))
	}

	return putAppearance(1, fmt.Sprintf(`{"name": %q, "lm_dark_background_color": "red"}`, b.config["name"]))
}

func changedRequest(b resourceBlock) string {
	if b.typeName == sourceType {
		return patchSource(7, fmt.Sprintf(`{"port": %d}`, b.config["port"]))
	}

	return completeRequest(b)
}
