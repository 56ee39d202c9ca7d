package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

const (
	maxRequests = 60
	maxDuration = 10 * time.Minute
	// lateness is how long a response may lag behind an update.
	lateness = 1500 * time.Millisecond
	// retries are those of a request after others worked.
	retries = 2
	// wrongKey is in no message by chance.
	wrongKey = "check-Zq8vT3mWk5xJ"
)

// check asks one service.
type check struct {
	options
	progress io.Writer
	report   report

	ctx         context.Context //nolint:containedctx // it is that of the whole program
	end         context.CancelCauseFunc
	api         *client.Client
	isImpatient bool   // after the first answer
	names       int    // how many were sent
	name        string // the last one
	isLate      bool   // some responses are
	unanswered  int    // steps in a row
}

func run(ctx context.Context, o options, progress io.Writer) report {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	defer time.AfterFunc(maxDuration, func() { end(fmt.Errorf("it took %s", maxDuration)) }).Stop()

	c := &check{options: o, progress: progress, report: report{Works: true}, ctx: ctx, end: end}
	c.api = c.client(o.APIKey, client.DefaultMaxRetries)
	c.ask()
	c.report.Ended = c.ended()

	return c.report
}

// ended returns why the check ended early, or "".
func (c *check) ended() string {
	if cause := context.Cause(c.ctx); cause != nil {
		return cause.Error()
	}

	return ""
}

// client returns a client with a breaker of its own.
func (c *check) client(key string, retries int) *client.Client {
	config := c.Config
	config.APIKey, config.MaxRetries, config.Observe = key, retries, c.observe

	return client.New(config)
}

func (c *check) observe(_ context.Context, attempt client.Attempt) {
	if attempt.Wait > 0 {
		c.say("  %s: waiting %s", brief(attempt.Failure, attempt.StatusCode), attempt.Wait.Round(time.Second/10))
	}

	if c.report.Requests++; c.report.Requests == maxRequests {
		c.end(fmt.Errorf("%d requests were sent", maxRequests))
	}
}

func (c *check) say(format string, values ...any) {
	_, _ = fmt.Fprintf(c.progress, format+"\n", values...)
}

// put updates a theme. The values that are expected in the response may be others.
func (c *check) put(id string, body, expected fields) answer {
	updated, failure := c.api.UpdateAppearance(c.ctx, id, decode[client.Appearance](body), decode[client.Appearance](expected), readable...)
	a := answer{Warnings: updated.Warnings, failure: failure}

	for _, field := range updated.Removed {
		if field.Kept {
			a.kept = append(a.kept, field.Field)
		} else if !a.NoBody {
			a.lost = append(a.lost, field.Field)
		}
	}

	return a
}

// patch updates a data source, whose account_name is expected to stay.
func (c *check) patch(id string, body, _ fields) answer {
	updated, failure := c.api.UpdateSource(c.ctx, id, decode[client.SourceConfig](body), client.Source{AccountName: &c.name})
	a := answer{Warnings: updated.Warnings, failure: failure}

	if updated.AccountName != nil && len(a.Differences) == 0 {
		a.kept = []string{"account_name"}
	} else if !a.NoBody {
		a.lost = []string{"account_name"}
	}

	return a
}

// numbered returns a body whose name, if it has one, tells the request from others.
func (c *check) numbered(body fields, field string) fields {
	name, isNamed := body[field].(string)
	if !isNamed {
		return body
	}

	c.names++
	c.name = strings.Replace(name, fmt.Sprintf("%02d", number(name)), fmt.Sprintf("%02d", c.names), 1)

	return with(body, fields{field: c.name})
}

// decode converts fields to a request of the client.
func decode[T any](request fields) (decoded T) {
	encoded, _ := json.Marshal(request) // of plain values
	_ = json.Unmarshal(encoded, &decoded)

	return decoded
}

// update sends an update, and again if the response is late. Another name may be that
// from before the check.
func (c *check) update(o *object, body, expected fields) answer {
	body = c.numbered(body, o.nameField)
	a := o.send(c, o.id, body, expected)

	isOther, isOlder := a.older()
	if !isOther {
		return a
	}

	c.say("  the response may be late: asking again")

	select {
	case <-time.After(lateness):
	case <-c.ctx.Done():
	}

	again := o.send(c, o.id, body, expected)
	isOther, again.isLate = again.older()
	c.isLate = c.isLate || isOlder || again.isTaken() && !isOther

	return again
}

// step sends an update, unless the check ended. If it fails for a reason that may
// have nothing to do with it, the base decides whether that is an answer.
func (c *check) step(o *object, name string, body, expected fields) answer {
	if ended := c.ended(); ended != "" {
		return answer{unseen: ended}
	}

	c.say("%s", name)

	a := c.update(o, body, expected)

	if ended := c.ended(); ended != "" && a.failure != nil {
		return answer{unseen: ended}
	}

	baseWorks := func() bool { return o.base == nil || c.update(o, o.base, o.base).isTaken() }
	if a.failure != nil && !answers(a.failure, baseWorks) {
		a.unseen = brief(a.failure.Kind, a.failure.StatusCode)

		if c.unanswered++; c.unanswered == 2 {
			c.end(errors.New("two steps in a row got no answer"))
		}

		return a
	}

	if c.unanswered = 0; !c.isImpatient {
		c.api, c.isImpatient = c.client(c.APIKey, retries), true
	}

	return a
}
