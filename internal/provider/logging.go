package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// logAttempt logs a request without its headers and body, which hold secrets.
func logAttempt(ctx context.Context, attempt client.Attempt) {
	tflog.Debug(ctx, "sent request", map[string]any{
		"method":      attempt.Method,
		"path":        attempt.Path,
		"attempt":     attempt.Number,
		"status_code": attempt.StatusCode,
		"request_id":  attempt.RequestID,
		"failure":     string(attempt.Failure),
		"duration_ms": attempt.Duration.Milliseconds(),
	})
}
