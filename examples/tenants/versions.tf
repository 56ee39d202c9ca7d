terraform {
  # Write-only arguments need 1.11, of Terraform and of OpenTofu.
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

# The address and the key come from CHATVIEW_BASE_URL and CHATVIEW_API_KEY.
provider "chatview" {}
