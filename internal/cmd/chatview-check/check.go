package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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
	names       int    // how many were sent
	isImpatient bool   // after the first answer
	accountName string // the last one that was sent
	// isKnown has the objects that have the name of an update.
	isKnown map[string]bool
	// otherwise are the fields of themes that always come back otherwise.
	otherwise []string
	isLate    bool // some responses are
	// unanswered counts the steps in a row that got no answer.
	unanswered int
}

// run asks everything.
func run(ctx context.Context, o options, progress io.Writer) report {
	ctx, cancel := context.WithTimeoutCause(ctx, maxDuration, fmt.Errorf("it took %s", maxDuration))
	defer cancel()

	c := &check{options: o, progress: progress, isKnown: map[string]bool{}, report: report{Works: map[string]string{}}}
	c.ctx, c.end = context.WithCancelCause(ctx)
	c.api = c.client(o.APIKey, client.DefaultMaxRetries)

	c.ask()
	c.report.Ended = c.ended()
	c.end(nil)

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
func (c *check) put(api *client.Client, id string, body, expected fields) answer {
	body = c.numbered(body, "name")

	return c.settled("theme "+id, func() answer {
		updated, err := api.UpdateAppearance(c.ctx, id, decode[client.Appearance](body), decode[client.Appearance](expected), readable...)
		failure, _ := errors.AsType[*client.Error](err)

		return answer{
			failure: failure, differences: updated.Differences, returned: updated.Removed, withheld: updated.Withheld, noBody: updated.NoBody,
		}
	})
}

// patch updates a data source, whose account_name is expected to stay.
func (c *check) patch(api *client.Client, id string, body, _ fields) answer {
	if body["account_name"] != nil {
		body = c.numbered(body, "account_name")
		c.accountName, _ = body["account_name"].(string)
	}

	return c.settled("source "+id, func() answer {
		updated, err := api.UpdateSource(c.ctx, id, decode[client.SourceConfig](body), client.Source{AccountName: &c.accountName})
		failure, _ := errors.AsType[*client.Error](err)
		a := answer{failure: failure, differences: updated.Differences, withheld: updated.Withheld, noBody: updated.NoBody}

		if err == nil && !a.noBody {
			a.returned = []client.RemovedField{{Field: "account_name", Returned: "null", Kept: updated.AccountName != nil && len(a.differences) == 0}}
		}

		return a
	})
}

// numbered returns a body whose name tells the request from others. A name that was
// returned keeps its spelling.
func (c *check) numbered(body fields, nameField string) fields {
	c.names++

	name, _ := body[nameField].(string)
	if before := number(name); before > 0 {
		name = strings.Replace(name, strconv.Itoa(before), strconv.Itoa(c.names), 1)
	} else {
		name = fmt.Sprintf("Check %d.%s", c.names, name)
	}

	return with(body, fields{nameField: string([]rune(name)[:min(utf8.RuneCountInString(name), client.MaxAppearanceNameLength)])})
}

// decode converts fields to a request of the client.
func decode[T any](request fields) (decoded T) {
	encoded, _ := json.Marshal(request) // of plain values
	_ = json.Unmarshal(encoded, &decoded)

	return decoded
}

// settled sends a request, and again if the response is late. Until an object is
// known, any other name may be that from before the check.
func (c *check) settled(object string, send func() answer) answer {
	a := send()
	isOther, isOlder := a.older()
	wasKnown := c.isKnown[object]
	c.isKnown[object] = wasKnown || a.isTaken()

	if !isOlder && (wasKnown || !isOther) {
		return a
	}

	c.say("  the response may be late: asking again")

	select {
	case <-time.After(lateness):
	case <-c.ctx.Done():
	}

	again := send()
	isOther, again.isLate = again.older()
	c.isLate = c.isLate || isOlder || !isOther

	return again
}

// step sends a request, unless the check ended. If it fails for a reason that may
// have nothing to do with it, othersWork decides whether that is an answer.
func (c *check) step(name string, send func() answer, othersWork func() bool) answer {
	if ended := c.ended(); ended != "" {
		return answer{unseen: ended}
	}

	c.say("%s", name)

	a := send()

	if ended := c.ended(); ended != "" && a.failure != nil {
		return answer{unseen: ended}
	}

	if a.failure != nil && !answers(a.failure, othersWork) {
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
