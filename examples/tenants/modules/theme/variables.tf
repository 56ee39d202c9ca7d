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
  description = "Primary background of both modes, as #rrggbb."
  type        = string

  # The interface allows any 1 to 7 characters. A house rule can be stricter.
  validation {
    condition     = can(regex("^#[0-9a-f]{6}$", var.brand_color))
    error_message = "The brand colour is not of the form #rrggbb, with lower-case hex digits."
  }
}
