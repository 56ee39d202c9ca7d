variable "brand_color" {
  description = "Primary background in light mode."
  type        = string
  default     = "#1864ab"
}

variable "colors_version" {
  description = "Change it to send the colors again. If null, colors are stored, and changes are detected."
  type        = number
  default     = null
}
