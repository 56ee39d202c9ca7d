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
  description = "Text that changes with every new password, in quotes: 2026-11-27 without them is 1988."
  type        = string
}
