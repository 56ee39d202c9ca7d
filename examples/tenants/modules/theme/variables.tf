variable "appearance_id" {
  description = "Id of the appearance configuration to take over."
  type        = string
}

variable "name" {
  description = "Name of the theme."
  type        = string
}

variable "start_message" {
  description = "Text shown when the chat opens."
  type        = string

  # The provider checks this too. Here the error names the tenant.
  validation {
    condition     = length(var.start_message) <= 120
    error_message = "The start message has more than 120 characters."
  }
}

variable "recommendations" {
  description = "Recommended questions on the start screen."
  type        = list(string)
}

variable "brand_color" {
  description = "Colour that all eight of the theme are derived from, as #rgb or #rrggbb."
  type        = string

  validation {
    condition     = can(provider::chatview::derive_palette(var.brand_color))
    error_message = "The brand colour is not of the form #rgb or #rrggbb."
  }
}

variable "outline_color" {
  description = "Outline of the buttons in both modes, in place of the derived ones, as #rgb or #rrggbb."
  type        = string
  default     = null
}
