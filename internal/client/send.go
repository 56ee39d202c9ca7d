package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// operation is one call of the interface: the request, and what came of its
// attempts.
type operation struct {
	client *Client
	method string
	path   string
	// fields are the request fields that the interface has for this
	// operation: the names under which an error can speak of a field.
	fields  []string
	secrets secrets

	// What came of the last attempt, and how many there were.
	attempts   int
	started    time.Time
	statusCode int
	answer     *http.Response // nil where none came
	// unconfirmed is whether any attempt may have made the change.
	unconfirmed bool
}

// send sends body to the object with the given id and returns the answer's JSON
// object, and those of the reported fields that it gives another value.
func (o *operation) send(ctx context.Context, id string, body any, reported []string) (map[string]any, []Difference, error) {
	encoded, err := encode(body)
	if err != nil {
		// Only JSON that is none can get here. The encoder's text quotes it.
		return nil, nil, o.failure(KindUnsendable, nil)
	}

	answer, err := o.exchange(ctx, encoded)
	if err != nil {
		return nil, nil, err
	}

	if err := o.checkID(id, answer); err != nil {
		return nil, nil, err
	}

	return answer, differences(encoded, answer, reported), nil
}

// exchange sends the request, retries, and reads the answer.
func (o *operation) exchange(ctx context.Context, body []byte) (map[string]any, error) {
	req, err := o.request(ctx, body)
	if err != nil {
		return nil, o.failure(KindUnsendable, err)
	}

	// The HTTP client and its connections are the Client's. This shell around
	// it holds the retry loop of one operation, so that its hooks can count.
	retrying := retryablehttp.Client{
		HTTPClient:     o.client.http,
		RetryMax:       o.client.config.MaxRetries,
		RequestLogHook: func(retryablehttp.Logger, *http.Request, int) { o.started = time.Now() },
		CheckRetry:     o.checkRetry,
		Backoff:        retryWait,
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
	}

	resp, err := retrying.Do(req)
	if err != nil {
		return nil, o.transportFailure(ctx, err)
	}
	defer resp.Body.Close()

	// The answer is in memory (attemptTransport), so that reading can not fail.
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, o.transportFailure(ctx, err)
	}

	return o.read(resp, answer)
}

// request makes the request with its headers (interface, section 5).
func (o *operation) request(ctx context.Context, body []byte) (*retryablehttp.Request, error) {
	base := o.client.config.BaseURL
	origin := url.URL{Scheme: base.Scheme, Host: base.Host}

	req, err := retryablehttp.NewRequestWithContext(ctx, o.method, origin.String()+o.path, body)
	if err != nil {
		return nil, err
	}

	req.Header.Set("Authorization", "Bearer "+o.client.config.APIKey)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", o.client.config.UserAgent)

	return req, nil
}

// checkRetry decides after each attempt whether another one is worth it, and
// notes how it ended.
func (o *operation) checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	o.attempts++
	o.statusCode, o.answer = 0, nil

	var (
		failure  Kind
		retry    bool
		redirect *redirectError
	)

	if err != nil {
		failure = transportKind(ctx, err)
		retry = failure.retryable()
	} else {
		failure = statusKind(resp.StatusCode)
		retry = retryableStatus(resp.StatusCode)
	}

	// A redirect is an answer, although the transport gives it as an error.
	if errors.As(err, &redirect) {
		resp = redirect.answer
	}

	if resp != nil {
		o.statusCode, o.answer = resp.StatusCode, resp
	}

	o.unconfirmed = o.unconfirmed || failure.unconfirmed()
	o.observe(ctx, failure)

	return retry, nil
}

// observe reports the last attempt to the observer.
func (o *operation) observe(ctx context.Context, failure Kind) {
	if o.client.config.Observe == nil {
		return
	}

	o.client.config.Observe(ctx, Attempt{
		Method:     o.method,
		Path:       o.path,
		Number:     o.attempts,
		StatusCode: o.statusCode,
		RequestID:  o.requestID(),
		Failure:    failure,
		Duration:   time.Since(o.started),
	})
}

// requestID returns the last answer's request id header, fit to be shown.
func (o *operation) requestID() string {
	if o.answer == nil {
		return ""
	}

	id := o.secrets.show(requestID(o.answer))
	if id == Withheld {
		return ""
	}

	return id
}

// encode writes a request body. HTML characters stay as they are: a service
// that logs or compares text sees what was declared.
func encode(body any) ([]byte, error) {
	var buffer bytes.Buffer

	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)

	if err := encoder.Encode(body); err != nil {
		return nil, err
	}

	return bytes.TrimSpace(buffer.Bytes()), nil
}
