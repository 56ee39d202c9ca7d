terraform {
  # Write-only arguments require Terraform or OpenTofu 1.11.
  required_version = ">= 1.11"

  required_providers {
    # Its settings come from CHATVIEW_BASE_URL and CHATVIEW_API_KEY.
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}
