variable "tenants_file" {
  description = "YAML file with a map of tenants, in the folder of this configuration."
  type        = string
  default     = "tenants.yaml"

  validation {
    condition     = can(yamldecode(file("${path.module}/${var.tenants_file}")))
    error_message = "The tenants file does not exist or is not valid YAML."
  }
}

variable "start_message" {
  description = "Start message for tenants without one of their own."
  type        = string
  default     = "What would you like to know?"
}
