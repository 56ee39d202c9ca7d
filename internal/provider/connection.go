package provider

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// connection is what a configured provider hands to its resources: the client,
// made when the first request needs it, and who writes what.
type connection struct {
	settings settings
	client   func() (*client.Client, diag.Diagnostics)
	owners   owners
	warnOnce sync.Once
}

func newConnection(settings settings) *connection {
	return &connection{settings: settings, client: sync.OnceValues(settings.newClient)}
}

// newClient makes the client, or says which settings it lacks.
func (s settings) newClient() (*client.Client, diag.Diagnostics) {
	var diags diag.Diagnostics

	if len(s.unknown) > 0 {
		diags.AddError("Unknown Provider Settings", "A request has to be sent, but these provider arguments are not known yet: "+
			strings.Join(s.unknown, ", ")+". Apply what they depend on first, with -target, or give them values that are known.")

		return nil, diags
	}

	for _, lack := range s.missing() {
		diags.AddError(lack.summary, "A request has to be sent, but "+lack.detail)
	}

	if diags.HasError() {
		return nil, diags
	}

	config := client.Config{
		BaseURL:        s.baseURL,
		APIKey:         s.apiKey,
		RequestTimeout: s.requestTimeout,
		MaxRetries:     s.maxRetries,
		UserAgent:      s.userAgent,
		Transport:      s.transport,
	}

	if logsAreRead() {
		config.Observe = logAttempt
	}

	if s.caCertPEM != "" {
		roots, err := client.ParseCACertPEM(s.caCertPEM)
		if err != nil {
			diags.AddError("Invalid CA Certificate", "The provider argument ca_cert_pem can not be used: "+err.Error()+".")

			return nil, diags
		}

		config.Transport = client.NewTransport(roots)
	}

	return client.New(config), diags
}

// lack is a setting that nothing names.
type lack struct{ summary, detail string }

// missing returns the settings without which no request can be sent. An unknown
// one is not missing.
func (s settings) missing() []lack {
	var lacks []lack

	if s.baseURL == nil && !slices.Contains(s.unknown, "base_url") && !slices.Contains(s.unknown, "allow_insecure_http") {
		lacks = append(lacks, lack{"Missing Base URL", "the service's address is not set. Set base_url in the provider block, " +
			"or the environment variable " + baseURLVariable + "."})
	}

	if s.apiKey == "" && !slices.Contains(s.unknown, "api_key") {
		lacks = append(lacks, lack{"Missing API Key", "the API key is not set. Set the environment variable " + apiKeyVariable +
			", or api_key in the provider block."})
	}

	return lacks
}

// warnMissing says, once for a run, what applying the planned changes will need
// and planning does without.
func (c *connection) warnMissing(diags *diag.Diagnostics) {
	c.warnOnce.Do(func() {
		for _, lack := range c.settings.missing() {
			diags.AddWarning(lack.summary, "Applying sends requests, but "+lack.detail+" Planning does without.")
		}
	})
}
