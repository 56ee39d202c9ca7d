package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// The environment variables that stand in for provider arguments.
const (
	baseURLVariable = "CHATVIEW_BASE_URL"
	apiKeyVariable  = "CHATVIEW_API_KEY" //nolint:gosec // the variable's name
)

// noDefault ends the description of an optional attribute.
const noDefault = "No default: it is not sent unless configured."

// Schema describes the provider's arguments.
func (p *chatviewProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Declares how an organization's embeddable chat view looks (`chatview_appearance`) and how its " +
			"data sources are connected (`chatview_source`).\n\n" +
			"The service has no operation to create, read, list or delete: the provider updates objects that exist, by their id.",
		Attributes: map[string]schema.Attribute{
			"base_url": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Address of the service, such as `https://chat.example.com`, without `/api/v1`. A path prefix is kept. " +
					"`https`, or `http` to a loopback host; any other `http` only with `allow_insecure_http = true`. " +
					"May also be set by the environment variable `" + baseURLVariable + "`; this argument wins. " +
					"Needed only to apply: validating and planning do without.",
			},
			"api_key": schema.StringAttribute{
				Optional:  true,
				Sensitive: true,
				MarkdownDescription: "API key, sent as `Authorization: Bearer`. May also be set by the environment variable `" +
					apiKeyVariable + "`, which keeps it out of files; this argument wins. May be an ephemeral value. " +
					"Needed only to apply: validating and planning do without.",
				Validators: []validator.String{validAPIKey},
			},
			"request_timeout": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: fmt.Sprintf("How long one attempt of a request may take, as a Go duration above zero such as `45s` or `2m`. "+
					"Defaults to `%s`. Each attempt has the whole time; after the last one the apply fails.", client.DefaultRequestTimeout),
				Validators: []validator.String{validDuration},
			},
			"max_retries": schema.Int64Attribute{
				Optional: true,
				MarkdownDescription: fmt.Sprintf("How often a request is sent again after status 408, 425, 429 or 5xx (but 501), a time-out or a "+
					"lost connection, a whole number from 0 (never) to %d. Defaults to %d. The waits grow from half a second to 30 seconds; `Retry-After` "+
					"is followed, up to 60 seconds. With the default, a service that can not be reached is given up after about a minute.", client.MaxMaxRetries, client.DefaultMaxRetries),
				Validators: []validator.Int64{int64validator.Between(0, client.MaxMaxRetries)},
			},
			"ca_cert_pem": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Certificates of authorities to trust beside the system's, in PEM, for a service behind a private authority: " +
					"`file(\"ca.pem\")`. Without it, the system's alone are trusted. Verification can not be switched off.",
				Validators: []validator.String{validCACert},
			},
			"allow_insecure_http": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether `base_url` may be plain `http` to a host that is not this machine. Defaults to `false`: the API key and " +
					"every credential would cross the network in clear text.",
			},
		},
	}
}
