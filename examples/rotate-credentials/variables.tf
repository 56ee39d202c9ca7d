variable "database_user" {
  description = "Name of the database user."
  type        = string
  default     = "chatview_a"
}

variable "database_password" {
  description = "Password of the database user. It is never stored: set TF_VAR_database_password for every plan and apply."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "database_password_version" {
  description = "Says that the password has changed: raise it with every new password. The numbers need not be consecutive."
  type        = number
}
