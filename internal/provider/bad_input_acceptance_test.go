package provider

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The limits tests cover every attribute. This test shows through the CLI that
// the message is on the attribute's line, and that nothing is sent.
func TestAccBadInput_IsRefusedOnItsLine(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t,
		resource.TestStep{
			Config:      service.config(appearance(`id = "1"`, `name = "`+strings.Repeat("é", 101)+`"`)),
			ExpectError: regexp.MustCompile(`(?s)name = "é+".*name has 101 characters, and the API accepts 1 to 100`),
		},
		resource.TestStep{
			Config:      service.config(source(`id = "7"`, `service_account_key = "{"`)),
			ExpectError: regexp.MustCompile(`(?s)service_account_key = "{".*it is not valid JSON`),
		},
		resource.TestStep{
			Config:      service.config(source(`id = "7"`, `token = "t"`, `token_wo = "t"`, `token_wo_version = 1`)),
			ExpectError: regexp.MustCompile(`(?s)token_wo += "t".*token and token_wo set the same field,.*remove the other\.`),
		},
		resource.TestStep{
			Config:      service.config(source(`id = "7"`, `token_wo = "t"`)),
			ExpectError: regexp.MustCompile(`(?s)token_wo = "t".*token_wo is configured without token_wo_version\.`),
		},
	)

	if requests := service.takeRequests(t); len(requests) > 0 {
		t.Errorf("requests were sent: %v", requests)
	}
}
