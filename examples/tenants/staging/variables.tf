variable "passwords" {
  description = "Password of each tenant's database user, by the tenant's key. Not stored, so every plan and apply requires it."
  type        = map(string)
  sensitive   = true
  ephemeral   = true # without a default, so an apply cannot forget it
}

variable "check_colors" {
  description = "Refuse unreadable colors at plan."
  type        = bool
  default     = true
}
