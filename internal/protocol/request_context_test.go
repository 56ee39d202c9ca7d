package protocol

import (
	"context"
	"testing"
)

func TestRequestContext_EndsWithRequest(t *testing.T) {
	type key struct{}

	request, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))

	ctx, _ := newRequestContext(request)
	if ctx.Value(key{}) != "value" || ctx.Err() != nil {
		t.Errorf("before the end, the value is %v and the error %v", ctx.Value(key{}), ctx.Err())
	}

	derived, stop := context.WithCancel(ctx)
	defer stop()

	cancel()

	// As in an interrupted apply.
	<-derived.Done()

	served, end := newRequestContext(context.WithValue(t.Context(), key{}, "value"))
	end()

	if served.Value(key{}) != nil || served.Err() == nil {
		t.Errorf("after the end, the value is %v and the error %v", served.Value(key{}), served.Err())
	}

	<-served.Done()
}
