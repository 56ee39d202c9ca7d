package client_test

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestRetries_FollowTemporaryStatuses(t *testing.T) {
	retried := []int{408, 425, 429, 500, 502, 503, 504, 505, 599}
	// A service may answer any other 4xx after it has made the change.
	precedeTheChange := []int{301, 307, 308, 401, 402, 403, 404, 405, 407, 411, 412, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431, 451, 501, 505, 511}

	for kind, statuses := range map[client.Kind][]int{
		client.KindUnexpected:     {300, 304, 600},
		client.KindRedirect:       {301, 302, 303, 307, 308},
		client.KindRefused:        {400, 402, 405, 406, 407, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424, 426, 428, 431, 451, 499},
		client.KindUnauthorized:   {401},
		client.KindForbidden:      {403},
		client.KindNotFound:       {404},
		client.KindConflict:       {409},
		client.KindTimeout:        {408},
		client.KindRateLimited:    {429},
		client.KindNetworkLogin:   {511},
		client.KindNotImplemented: {501},
		client.KindServerFailure:  {425, 500, 502, 503, 504, 505, 599},
	} {
		for _, status := range statuses {
			onFakeClock(t, strconv.Itoa(status), func(t *testing.T) {
				attempts := 1
				if slices.Contains(retried, status) {
					attempts = 3
				}

				c, _ := scripted(t, client.Config{MaxRetries: 2}, times(attempts, respond(status, "", "X-Request-Id", "r-1"))...)

				outcome := client.OutcomeUnknown

				switch {
				case slices.Contains(precedeTheChange, status):
					outcome = client.OutcomeNotMade
				case status/100 == 4 && status != 408:
					outcome = client.OutcomeDisputed
				}

				updateFails(t, c, client.Error{Kind: kind, StatusCode: status, RequestID: "r-1", Attempts: attempts, Outcome: outcome})
			})
		}
	}
}

// dialError is what net.Dialer returns if it cannot connect.
func dialError(err error) error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: err}
}

// cut is a body that breaks off.
func cut() io.Reader {
	return io.MultiReader(strings.NewReader(`{"id":`), iotest.ErrReader(io.ErrUnexpectedEOF))
}

// waiting is a body that never arrives.
type waiting struct{ ctx context.Context }

func (w waiting) Read([]byte) (int, error) {
	<-w.ctx.Done()

	return 0, w.ctx.Err()
}

// stuck responds with a status, and a body that never arrives.
func stuck(status int) step {
	return func(req *http.Request) (*http.Response, error) {
		return respondFrom(status, func() io.Reader { return waiting{req.Context()} })(req)
	}
}

func TestRetries_EndWithTheLastError(t *testing.T) {
	const once, twice, thrice = 1, 2, 3

	refused := failUnconnected(dialError(os.NewSyscallError("connect", syscall.ECONNREFUSED)))
	unknownHost := dialError(&net.DNSError{Err: "no such host", Name: "chat.example", IsNotFound: true})
	slowNames := dialError(&net.DNSError{Err: "i/o timeout", Name: "chat.example", IsTimeout: true})
	refusedCertificate := fail(&net.OpError{Op: "remote error", Err: tls.AlertError(116)})
	noProxy := &net.OpError{Op: "proxyconnect", Net: "tcp", Err: dialError(syscall.ECONNREFUSED)}
	busy := respond(429, "busy", "X-Request-Id", "r-1")
	proxy := func(status int) step {
		return failUnconnected(client.NewTransport(nil, tls.Certificate{}).OnProxyConnectResponse(t.Context(), must(client.ParseBaseURL("http://proxy.example:3128", true)),
			&http.Request{Host: "chat.example:443"}, &http.Response{StatusCode: status}))
	}
	broken := func(status int) step { return respondFrom(status, cut, "X-Request-Id", "r-1") }

	const lost, unavailable = "got no complete response (EOF)", "returned status 503 (Service Unavailable)"

	tests := map[string]struct {
		steps    []step // the first is repeated
		attempts int
		want     client.Error
	}{
		// Broken connections.
		"no proxy":                 {[]step{failUnconnected(noProxy)}, twice, client.Error{Kind: client.KindProxyUnreachable, Text: "proxyconnect tcp: dial tcp: connection refused"}},
		"a proxy that refuses":     {[]step{proxy(403)}, once, client.Error{Kind: client.KindProxy, Text: "the proxy http://proxy.example:3128 returned status 403 (Forbidden) to CONNECT chat.example:443"}},
		"a proxy that fails":       {[]step{proxy(503)}, twice, client.Error{Kind: client.KindProxyFailure, Text: "the proxy http://proxy.example:3128 returned status 503 (Service Unavailable) to CONNECT chat.example:443"}},
		"a proxy that is a server": {[]step{proxy(501)}, once, client.Error{Kind: client.KindProxyFailure, Text: "the proxy http://proxy.example:3128 returned status 501 (Not Implemented) to CONNECT chat.example:443"}},
		"a status without a name":  {[]step{proxy(520)}, twice, client.Error{Kind: client.KindProxyFailure, Text: "the proxy http://proxy.example:3128 returned status 520 to CONNECT chat.example:443"}},
		"a SOCKS proxy":            {[]step{failUnconnected(&net.OpError{Op: "socks connect", Net: "tcp", Err: errors.New("refused")})}, twice, client.Error{Kind: client.KindUnreachable, Text: "socks connect tcp: refused"}},
		"no SOCKS proxy":           {[]step{failUnconnected(&net.OpError{Op: "socks connect", Net: "tcp", Err: dialError(syscall.ECONNREFUSED)})}, twice, client.Error{Kind: client.KindProxyUnreachable, Text: "socks connect tcp: dial tcp: connection refused"}},
		"a slow name server":       {[]step{failUnconnected(slowNames)}, twice, client.Error{Kind: client.KindUnreachable, Text: "dial tcp: lookup chat.example: i/o timeout"}},
		"unknown host":             {[]step{failUnconnected(unknownHost)}, once, client.Error{Kind: client.KindUnknownHost, Text: "dial tcp: lookup chat.example: no such host"}},
		"unknown host of a proxy":  {[]step{failUnconnected(&net.OpError{Op: "proxyconnect", Err: unknownHost})}, once, client.Error{Kind: client.KindUnknownProxy, Text: "proxyconnect: dial tcp: lookup chat.example: no such host"}},
		"a slow one for a proxy":   {[]step{failUnconnected(&net.OpError{Op: "proxyconnect", Err: slowNames})}, twice, client.Error{Kind: client.KindProxyUnreachable, Text: "proxyconnect: dial tcp: lookup chat.example: i/o timeout"}},
		"too many open files":      {[]step{failUnconnected(dialError(syscall.EMFILE))}, twice, client.Error{Kind: client.KindUnreachable, Text: "dial tcp: too many open files"}},
		"a text of a server":       {[]step{fail(errors.New(`malformed HTTP response "bad protocol version"`))}, twice, client.Error{Kind: client.KindConnection, Outcome: client.OutcomeUnknown, Text: `malformed HTTP response "bad protocol version"`}},
		"a label without gzip":     {[]step{fail(gzip.ErrHeader)}, once, client.Error{Kind: client.KindUnreadable, Outcome: client.OutcomeUnknown, Text: "gzip: invalid header"}},
		"a compressed success":     {[]step{respond(200, "\v\x02", "Content-Encoding", "br")}, once, client.Error{Kind: client.KindUnreadable, StatusCode: 200, Outcome: client.OutcomeUnknown, Text: "the response is compressed in a way that the provider did not ask for (Content-Encoding: br)"}},
		"a page":                   {[]step{respond(200, "<html><TITLE>Log in</TITLE>")}, once, client.Error{Kind: client.KindUnreadable, StatusCode: 200, Outcome: client.OutcomeUnknown, Text: "the response is not JSON, but a page with the title Log in"}},
		"a secret as an id":        {[]step{respond(404, "", "X-Request-Id", "key-of-the-tests")}, once, client.Error{Kind: client.KindNotFound, StatusCode: 404}},
		"a field and a challenge": {[]step{respond(403, `{"port":["No."]}`, "WWW-Authenticate", `Bearer error="x"`)}, once,
			client.Error{Kind: client.KindForbidden, StatusCode: 403, Fields: []client.FieldError{{Path: []string{"port"}, Message: "No."}}}},
		"a quota":                 {[]step{respond(403, "Slow down.", "Retry-After", "10")}, twice, client.Error{Kind: client.KindRateLimited, StatusCode: 403, Text: "Slow down."}},
		"no quota":                {[]step{respond(403, "", "Retry-After", "0")}, once, client.Error{Kind: client.KindForbidden, StatusCode: 403}},
		"a quota that has passed": {[]step{respond(403, "", "Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT")}, once, client.Error{Kind: client.KindForbidden, StatusCode: 403}},
		"a key, not a quota":      {[]step{respond(401, "", "Retry-After", "10")}, once, client.Error{Kind: client.KindUnauthorized, StatusCode: 401}},
		"a challenge":             {[]step{respond(403, "", "WWW-Authenticate", `Bearer error="insufficient_scope", scope="sources:write"`)}, once, client.Error{Kind: client.KindForbidden, StatusCode: 403, Text: "insufficient_scope (scope: sources:write)"}},
		"a method":                {[]step{respond(405, "", "Allow", "GET, HEAD")}, once, client.Error{Kind: client.KindRefused, StatusCode: 405, Text: "allowed: GET, HEAD"}},
		"reset":                   {[]step{fail(&net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET})}, twice, client.Error{Kind: client.KindConnection, Outcome: client.OutcomeUnknown, Text: "read tcp: connection reset by peer"}},
		"a password of a proxy":   {[]step{fail(errors.New("no http://user:hunter2@proxy.example"))}, twice, client.Error{Kind: client.KindConnection, Outcome: client.OutcomeUnknown, Text: "no http://proxy.example"}},
		"no response in time":     {[]step{hang}, twice, client.Error{Kind: client.KindTimeout, Outcome: client.OutcomeUnknown, Text: "timed out after 1m0s: no response"}},
		"half a response in time": {[]step{stuck(200)}, twice, client.Error{Kind: client.KindTimeout, Outcome: client.OutcomeUnknown, Text: "timed out after 1m0s: the response is incomplete"}},
		"lost in the response":    {[]step{broken(200)}, twice, client.Error{Kind: client.KindConnection, Outcome: client.OutcomeUnknown, Text: "unexpected EOF"}},

		// An error status counts even if its body breaks off or never ends.
		"lost in a refusal":      {[]step{broken(400)}, once, client.Error{Kind: client.KindRefused, StatusCode: 400, Outcome: client.OutcomeDisputed, RequestID: "r-1", Text: `{"id":`}},
		"lost in a rate limit":   {[]step{broken(429)}, twice, client.Error{Kind: client.KindRateLimited, StatusCode: 429, RequestID: "r-1", Text: `{"id":`}},
		"half a refusal in time": {[]step{stuck(422)}, once, client.Error{Kind: client.KindRefused, StatusCode: 422, Outcome: client.OutcomeDisputed}},
		"half a failure in time": {[]step{stuck(503)}, twice, client.Error{Kind: client.KindServerFailure, StatusCode: 503, Outcome: client.OutcomeUnknown}},

		// The last error counts, and the outcome is unknown if it ever was.
		"a status after a broken connection": {
			[]step{fail(io.EOF), respond(422, `{"detail":"no"}`, "X-Request-Id", "r-2")}, twice,
			client.Error{Kind: client.KindRefused, StatusCode: 422, RequestID: "r-2", Outcome: client.OutcomeUnknown, Earlier: lost, Text: "no"},
		},
		"a status after a secret": {
			[]step{fail(errors.New("malformed HTTP response key-of-the-tests")), respond(400, "no")}, twice,
			client.Error{Kind: client.KindRefused, StatusCode: 400, Outcome: client.OutcomeUnknown, Earlier: "got no complete response (" + client.Withheld + ")", Text: "no"},
		},
		"a status after no connection":       {[]step{refused, respond(422, "no")}, twice, client.Error{Kind: client.KindRefused, StatusCode: 422, Outcome: client.OutcomeDisputed, Text: "no"}},
		"a broken connection after a status": {[]step{busy, fail(io.EOF)}, twice, client.Error{Kind: client.KindConnection, Outcome: client.OutcomeUnknown, Text: "EOF"}},
		"no connection after a failure":      {[]step{respond(503, ""), refused}, twice, client.Error{Kind: client.KindUnreachable, Outcome: client.OutcomeUnknown, Earlier: unavailable, Text: "dial tcp: connect: connection refused"}},
		"a refused certificate after a failure": {
			[]step{respond(503, ""), refusedCertificate}, twice,
			client.Error{Kind: client.KindClientCert, Outcome: client.OutcomeUnknown, Earlier: unavailable, Text: "remote error: tls: certificate required"},
		},
		"a refused handshake after the request": { // in a renegotiation
			[]step{fail(&net.OpError{Op: "remote error", Err: tls.AlertError(40)})}, once,
			client.Error{Kind: client.KindHandshake, Text: "remote error: tls: handshake failure"},
		},
		"a refused certificate after no connection": {
			[]step{refused, refusedCertificate}, twice, client.Error{Kind: client.KindClientCert, Text: "remote error: tls: certificate required"},
		},
		"a refused certificate after a failure and a lost connection": {
			[]step{respond(503, ""), fail(io.EOF), refusedCertificate}, thrice,
			client.Error{Kind: client.KindClientCert, Outcome: client.OutcomeUnknown, Earlier: lost, Text: "remote error: tls: certificate required"},
		},
		"a lost connection after a failure and no connection": {
			[]step{respond(503, ""), refused, fail(io.EOF)}, thrice, client.Error{Kind: client.KindConnection, Outcome: client.OutcomeUnknown, Text: "EOF"},
		},
		"a status after two failures and another status": {
			[]step{respond(500, ""), respond(502, "broken", "X-Request-Id", "r-2"), busy, respond(404, "")}, 4, client.Error{
				Kind: client.KindNotFound, StatusCode: 404, Outcome: client.OutcomeUnknown, Earlier: "returned status 502 (Bad Gateway), request id r-2",
			},
		},
		"a refusal after a request that was not processed": {[]step{respond(425, ""), respond(422, "no")}, twice, client.Error{Kind: client.KindRefused, StatusCode: 422, Outcome: client.OutcomeDisputed, Text: "no"}},
		"a failure after a status":                         {[]step{busy, respond(500, "broken")}, twice, client.Error{Kind: client.KindServerFailure, StatusCode: 500, Outcome: client.OutcomeUnknown, Text: "broken"}},
		"a long request id": {
			[]step{respond(404, "no", "X-Request-Id", strings.Repeat("r", 201), "Cf-Ray", strings.Repeat("r", 200))}, once,
			client.Error{Kind: client.KindNotFound, StatusCode: 404, RequestID: strings.Repeat("r", 200), Text: "no"},
		},
	}

	ctx, cancel := context.WithCancel(t.Context())
	canceled, _ := scripted(t, client.Config{}, func(req *http.Request) (*http.Response, error) {
		cancel()

		return proxy(502)(req)
	})

	if got := failure(t, update(ctx, canceled)); got.Kind != client.KindCanceled {
		t.Errorf("canceled while the proxy connects: got %#v", got)
	}

	for _, header := range []string{
		"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Kong-Request-Id", "X-Amzn-Requestid", "X-Amzn-Trace-Id", "X-Amz-Cf-Id", "X-Azure-Ref", "Apim-Request-Id",
		"X-Ms-Request-Id", "Cf-Ray",
	} {
		row := tests["a secret as an id"]
		row.steps = []step{respond(404, "", header, "r-1")}
		row.want.RequestID = "r-1"
		tests[header] = row
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			for len(test.steps) < test.attempts {
				test.steps = append(test.steps, test.steps[0])
			}

			// A response before them keeps the breaker closed.
			steps := append([]step{respond(200, sourceResponse)}, test.steps...)
			c, _ := scripted(t, client.Config{MaxRetries: max(1, test.attempts-1)}, steps...)

			updateSucceeds(t, c)

			test.want.Attempts = test.attempts
			updateFails(t, c, test.want)
		})
	}
}

// Compressed is what is no text: the header of a text may name a character set.
func TestError_CompressedIsNoText(t *testing.T) {
	const compressed = "the response is compressed in a way that the provider did not ask for (Content-Encoding: "

	for encoding, body := range map[string]string{
		"br": "\v\x02\x80{}\x03", "zstd": "(\xb5/\xfd\x04\x00", "gzip": "\x1f\x8b\x08\x00", "x-gzip": "\x1f\x8b\x08\x00", "deflate": "x\x9c\xabV", "compress": "\x1f\x9d\x90", "exi": "ok\x00",
		"UTF-8": "No.\r\n\tÜ", "identity": `{"detail":"No."}`, "none": "No.", "aws-chunked": "No.", "utf-8, identity": "No.", "Identity": "\xbfNo.",
	} {
		want := compressed + encoding + ")"
		if strings.Contains(body, "No.") {
			want = strings.ToValidUTF8(strings.Join(strings.Fields(strings.Trim(body, `{}"detail:`)), " "), "¿")
		}

		for _, status := range []int{400, 401, 404} {
			c, _ := scripted(t, client.Config{}, respond(status, body, "Content-Encoding", encoding))
			checkEqual(t, fmt.Sprint(encoding, " with status ", status), want, failure(t, update(t.Context(), c)).Text)
		}
	}
}

// No other test finds another context or duration of an attempt.
func TestRetries_SendTheSameRequestAndAreObserved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}

		var got []client.Attempt

		slow := func(req *http.Request) (*http.Response, error) {
			<-time.After(3 * time.Second)

			return respond(200, sourceResponse, "X-Request-Id", "r-3\x1b[31m")(req)
		}

		c, service := scripted(t, client.Config{
			MaxRetries:     3,
			RequestTimeout: 5 * time.Second,
			Observe: func(ctx context.Context, attempt client.Attempt) {
				if ctx.Value(key{}) != "the operation's" {
					t.Error("the context is not the operation's")
				}

				got = append(got, attempt)
			},
		}, respond(429, "", "Request-Id", "r-1"), hang, fail(io.EOF), slow)

		wantSuccess(t, update(context.WithValue(t.Context(), key{}, "the operation's"), c))

		want := []client.Attempt{
			{Method: "PATCH", Path: sourcePath, Number: 1, StatusCode: 429, RequestID: "r-1", Kind: client.KindRateLimited},
			{Method: "PATCH", Path: sourcePath, Number: 2, Kind: client.KindTimeout, Duration: 5 * time.Second},
			{Method: "PATCH", Path: sourcePath, Number: 3, Kind: client.KindConnection},
			{Method: "PATCH", Path: sourcePath, Number: 4, StatusCode: 200, RequestID: "r-3", Duration: 3 * time.Second},
		}
		checkEqual(t, "attempts", want, got)

		for _, next := range service.requests {
			next.At = service.requests[0].At
			checkEqual(t, "request", service.requests[0], next)
		}
	})
}
