terraform {
  required_version = ">= 1.11"

  required_providers {
    # Copy your provider block into this folder, or set CHATVIEW_BASE_URL and
    # CHATVIEW_API_KEY.
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}
