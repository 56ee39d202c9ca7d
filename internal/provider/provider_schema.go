package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// Schema describes the provider's arguments.
func (p *chatviewProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages the themes of an organization's embedded chat view (`chatview_appearance`) and the connections of " +
			"its data sources (`chatview_source`).",
		Attributes: map[string]schema.Attribute{
			"base_url": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Address of the service, such as `https://chat.example.com`, without `/api/v1`. A path prefix is kept. " +
					"Defaults to the environment variable `" + client.BaseURLVariable + "`.",
			},
			"api_key": schema.StringAttribute{
				Optional:  true,
				Sensitive: true,
				MarkdownDescription: "API key, sent as `Authorization: Bearer`. May be ephemeral. Defaults to the environment variable `" +
					client.APIKeyVariable + "`.",
				Validators: []validator.String{validAPIKey},
			},
			"request_timeout": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: fmt.Sprintf("Time limit for one attempt of a request, such as `45s` or `2m`. Defaults to `%s`.",
					client.DefaultRequestTimeout),
				Validators: []validator.String{validDuration},
			},
			"max_retries": schema.NumberAttribute{
				Optional: true,
				MarkdownDescription: fmt.Sprintf("Maximum number of [retries](#requests) of a request, 0 to %d. Defaults to %d, and to 4 if this machine refuses "+
					"the connection.", client.MaxRetriesLimit, client.DefaultMaxRetries),
				Validators: []validator.Number{wholeNumbersFrom(0, client.MaxRetriesLimit)},
			},
			"ca_cert_pem": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "PEM certificates of authorities to trust in addition to the system's, such as `file(\"ca.pem\")`. " +
					"TLS certificates are always verified.",
				Validators: []validator.String{validCACert},
			},
			"client_cert_pem": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Client certificate in PEM, or a chain that begins with it, such as `file(\"client.pem\")`. " +
					"Requires `client_key_pem`.",
				Validators: []validator.String{textLength("Invalid Client Certificate", 1, 0, " of PEM")},
			},
			"client_key_pem": schema.StringAttribute{
				Optional:            true,
				Sensitive:           true,
				MarkdownDescription: "Private key of `client_cert_pem` in PEM, not encrypted. An ephemeral variable keeps it out of saved plans.",
				Validators:          []validator.String{textLength("Invalid Client Certificate", 1, 0, " of PEM")},
			},
			"requests_per_second": schema.NumberAttribute{
				Optional: true,
				MarkdownDescription: fmt.Sprintf("Maximum [rate of requests](#requests), at least `%g`, such as `0.5` for one every two seconds. "+
					"Defaults to no limit.", client.MinRequestsPerSecond),
				Validators: []validator.Number{validRate},
			},
			"headers": schema.MapAttribute{
				Optional:    true,
				Sensitive:   true,
				ElementType: types.StringType,
				MarkdownDescription: "HTTP headers sent with every request, for a gateway. May be ephemeral. Headers that the provider or HTTP " +
					"sets, such as `Authorization`, and `Idempotency-Key` are refused.",
			},
			"allow_insecure_http": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to allow plain `http` to another machine, which sends the API key and credentials unencrypted. " +
					"Defaults to `false`.",
			},
		},
	}
}
