package provider

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/owners"
)

// providerData is passed from a configured provider to its resources.
type providerData struct {
	config client.Config
	// unknown names the provider arguments whose values are not known yet.
	unknown []string
	// baseURL is the address of the service: null if it is not set, and unknown if
	// it depends on an argument whose value is not known yet.
	baseURL types.String
	// client creates the API client on first use.
	client   func() (*client.Client, diag.Diagnostics)
	owners   *owners.Registry
	warnOnce sync.Once
}

// newClient creates the client, or returns an error that names the missing
// settings.
func (d *providerData) newClient() (created *client.Client, diags diag.Diagnostics) {
	summary, problem, advice := d.missing()
	if len(d.unknown) > 0 {
		summary, problem = "Unknown Provider Settings", "These provider arguments are not known yet: "+strings.Join(d.unknown, ", ")
		advice = "Set them to values that are known before the apply."
	}

	if summary != "" {
		diags.AddError(summary, problem+". Nothing was sent. "+advice)

		return nil, diags
	}

	return client.New(d.config), diags
}

// missing describes the settings that a request needs and that are not set, if
// any. An unknown setting is not missing.
func (d *providerData) missing() (summary, problem, advice string) {
	noURL := d.baseURL.IsNull()
	noKey := d.config.APIKey == "" && !slices.Contains(d.unknown, "api_key")

	const (
		setURL = "Set base_url in the provider block, or the environment variable " + client.BaseURLVariable + "."
		setKey = "Set the environment variable " + client.APIKeyVariable + ", or api_key in the provider block."
	)

	switch {
	case noURL && noKey:
		return "Missing Provider Settings", "Neither the base URL nor the API key is set", setURL + " " + setKey
	case noURL:
		return "Missing Base URL", "The base URL is not set", setURL
	case noKey:
		return "Missing API Key", "The API key is not set", setKey
	}

	return "", "", ""
}

// warnMissing warns once if there is no base URL: the plan cannot show where it goes.
// A missing key alone is usual where nothing is applied.
func (d *providerData) warnMissing(diags *diag.Diagnostics) {
	if !d.baseURL.IsNull() {
		return
	}

	d.warnOnce.Do(func() {
		summary, problem, advice := d.missing()
		diags.AddWarning(summary, problem+". You can still plan, but not apply. "+advice)
	})
}
