variable "database_user" {
  description = "User name for the database."
  type        = string
  default     = "chatview_a"
}

variable "database_password" {
  description = "Password of the database user. Not stored, so every plan and apply requires it."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "database_password_version" {
  description = "Raise it with every new password."
  type        = number
}
