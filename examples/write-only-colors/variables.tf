variable "outline_color" {
  description = "Color of the button outline in light mode."
  type        = string
  default     = "#1864ab"
}

variable "colors_version" {
  description = "Change it to send the colors again. If null, colors are stored, and changes are detected."
  type        = string
  default     = null
}
