variable "appearance_id" {
  description = "Id of an existing appearance configuration."
  type        = string
}

variable "name" {
  description = "Name of the theme."
  type        = string
}

variable "start_message" {
  description = "Text shown when the chat opens."
  type        = string

  # The provider checks this too, but this error names the tenant.
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
  description = "Color that the theme is derived from: #rgb, #rrggbb or a CSS color name."
  type        = string

  validation {
    condition     = can(provider::chatview::derive_palette(var.brand_color))
    error_message = "The brand color is not #rgb, #rrggbb or a CSS color name."
  }
}

variable "outline_color" {
  description = "Outline of the buttons in both modes. Null keeps the derived ones."
  type        = string
  default     = null
}
