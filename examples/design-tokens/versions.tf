terraform {
  # Write-only arguments require Terraform or OpenTofu 1.11.
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}

# The base URL and the key come from CHATVIEW_BASE_URL and CHATVIEW_API_KEY.
provider "chatview" {}
