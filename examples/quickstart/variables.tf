variable "appearance_id" {
  description = "Id of an existing appearance configuration."
  type        = string
}

variable "source_id" {
  description = "Id of an existing data source."
  type        = string
}

variable "brand_color" {
  description = "Color that the theme is derived from."
  type        = string
  default     = "#1864ab"
}

variable "database_password" {
  description = "Password of the database user. Not stored, so every plan and apply requires it."
  type        = string
  sensitive   = true
  ephemeral   = true # without a default, so an apply cannot forget the value
}
