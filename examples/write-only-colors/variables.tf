variable "brand_color" {
  description = "Primary background in light mode."
  type        = string
  default     = "#1864ab"
}

variable "colors_version" {
  description = "Change it to send the colors again. Null stores the colors and detects their changes."
  type        = number
  default     = null
}
