variable "brand_color" {
  description = "Primary background in light mode."
  type        = string
  default     = "#1864ab"
}

variable "colors_version" {
  description = "Says by its own change that the colours have changed. While it is null, fingerprints say it."
  type        = number
  default     = null
}
