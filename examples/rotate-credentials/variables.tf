variable "database_user" {
  description = "User name for the database."
  type        = string
  default     = "chatview_a"
}

variable "database_password" {
  description = "Password of the database user. Not stored, so every plan and apply requires it."
  type        = string
  sensitive   = true
  ephemeral   = true # without a default, so an apply cannot forget the value
}

variable "database_password_version" {
  description = "Changes with every new password. Quote a fraction: 2026.10 equals 2026.1."
  type        = string
}
