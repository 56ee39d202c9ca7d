terraform {
  # Write-only arguments need 1.11, of Terraform and of OpenTofu.
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = ">= 0.1.0"
    }
  }
}

provider "chatview" {
  base_url = "https://chat.example.com" # or CHATVIEW_BASE_URL
  # api_key comes from CHATVIEW_API_KEY
}

# A second deployment, for the resources that say provider = chatview.staging.
provider "chatview" {
  alias = "staging"

  base_url        = "https://chat.staging.example.com"
  api_key         = var.staging_api_key
  request_timeout = "10s"
  max_retries     = 2
}

variable "staging_api_key" {
  description = "API key of the staging deployment. It is never stored."
  type        = string
  sensitive   = true
  ephemeral   = true
}
