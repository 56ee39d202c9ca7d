variable "tenants_file" {
  description = "YAML file with a map of tenants, beside this configuration."
  type        = string
  default     = "tenants.yaml"

  validation {
    condition     = can(yamldecode(file("${path.module}/${var.tenants_file}")))
    error_message = "The file of tenants is missing, or it is not YAML."
  }
}

variable "start_message" {
  description = "Start message of the tenants that have none of their own."
  type        = string
  default     = "What would you like to know?"
}
