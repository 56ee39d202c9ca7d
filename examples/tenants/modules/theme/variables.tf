variable "appearance_id" {
  description = "Id of an existing appearance configuration."
  type        = string
}

variable "name" {
  description = "Name of the theme."
  type        = string
}

variable "theme_mode" {
  description = "Offered modes: light, dark or both."
  type        = string
  default     = "both"
  nullable    = false
}

variable "start_message" {
  description = "Text shown when the chat opens. Null is not sent."
  type        = string
  default     = null
}

variable "recommendations" {
  description = "Recommended questions on the start screen. Null is not sent, and an empty list removes them."
  type        = list(string)
  default     = null
}

variable "brand_color" {
  description = "Color that the theme is derived from: #rgb, #rrggbb or a CSS color name."
  type        = string

  validation {
    condition     = can(provider::chatview::derive_palette(var.brand_color))
    error_message = "The brand color of ${var.name} is not #rgb, #rrggbb or a CSS color name."
  }
}

variable "outline_color" {
  description = "Outline of the buttons in both modes. Null keeps the derived ones."
  type        = string
  default     = null
}

variable "colors" {
  description = "Exact colors that replace derived ones, by attribute name, such as lm_primary_background_color."
  type        = map(string)
  default     = {}
  nullable    = false
}

variable "check_colors" {
  description = "Refuse unreadable colors at plan."
  type        = bool
  default     = true
}

variable "triggers" {
  description = "Any change sends the theme again."
  type        = map(string)
  default     = null
}
