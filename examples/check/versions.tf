terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}
