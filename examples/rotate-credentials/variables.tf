variable "database_user" {
  description = "User name for the database."
  type        = string
  default     = "chatview_a"
}

variable "database_password" {
  description = "Password of the database user. It is not stored, so set TF_VAR_database_password for every plan and apply."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "database_password_version" {
  description = "Raise it with every new password."
  type        = number
}
