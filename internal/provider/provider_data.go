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
	settings settings
	// baseURL is the address of the service: null if it is not set, and unknown if
	// it depends on an argument whose value is not known yet.
	baseURL types.String
	// client creates the API client on first use.
	client    func() (*client.Client, diag.Diagnostics)
	instances *owners.Registry
	warnOnce  sync.Once
}

func newProviderData(settings settings) *providerData {
	return &providerData{
		settings: settings, baseURL: settings.baseURL(), client: sync.OnceValues(settings.newClient), instances: owners.NewRegistry(),
	}
}

// newClient creates the client, or returns an error that names the missing
// settings.
func (s settings) newClient() (created *client.Client, diags diag.Diagnostics) {
	summary, problem := s.missing()
	if len(s.unknown) > 0 {
		summary, problem = "Unknown Provider Settings", "these provider arguments are not known yet: "+strings.Join(s.unknown, ", ")+
			". Apply the resources that they depend on first, with -target, or set them to known values."
	}

	if summary != "" {
		diags.AddError(summary, "Nothing was sent: "+problem)

		return nil, diags
	}

	return client.New(s.Config), diags
}

// missing describes the settings that a request needs and that are not set, if
// any. An unknown setting is not missing.
func (s settings) missing() (summary, detail string) {
	noURL := s.baseURL().IsNull()
	noKey := s.APIKey == "" && !slices.Contains(s.unknown, "api_key")

	const (
		setURL = "Set base_url in the provider block, or the environment variable " + client.BaseURLVariable + "."
		setKey = "Set the environment variable " + client.APIKeyVariable + ", or api_key in the provider block."
	)

	switch {
	case noURL && noKey:
		return "Missing Provider Settings", "neither the base URL nor the API key is set. " + setURL + " " + setKey
	case noURL:
		return "Missing Base URL", "the base URL is not set. " + setURL
	case noKey:
		return "Missing API Key", "the API key is not set. " + setKey
	}

	return "", ""
}

// warnMissing warns once if there is no base URL: the plan cannot show where it goes.
// A missing key alone is usual where nothing is applied.
func (d *providerData) warnMissing(diags *diag.Diagnostics) {
	if !d.baseURL.IsNull() {
		return
	}

	d.warnOnce.Do(func() {
		summary, detail := d.settings.missing()
		diags.AddWarning(summary, "Sending a request needs settings that a plan does not: "+detail)
	})
}

// baseURL returns the value of providerData.baseURL.
func (s settings) baseURL() types.String {
	switch {
	case s.BaseURL != nil:
		return types.StringValue(s.BaseURL.String())
	case slices.Contains(s.unknown, "base_url"), slices.Contains(s.unknown, "allow_insecure_http"):
		return types.StringUnknown()
	}

	return types.StringNull()
}
