package provider

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// The environment variable that sets the level of this provider's logger, and
// the level that turns it off.
const (
	providerLogVariable = "TF_LOG_PROVIDER_CHATVIEW"
	logsOff             = "OFF"
)

func loggingEnabled() bool { return os.Getenv(providerLogVariable) != logsOff }

// logAttempt logs one request, without headers and bodies, which hold the API
// key and credentials.
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
