variable "appearance_id" {
  description = "Id of an existing appearance configuration. Applying overwrites it."
  type        = string
}

variable "source_id" {
  description = "Id of an existing data source. Applying overwrites its connection settings."
  type        = string
}

variable "brand_color" {
  description = "Color of the primary background in light mode."
  type        = string
  default     = "#1864ab"
}

variable "database_password" {
  description = "Password of the database user. Not stored, so every plan and apply requires it."
  type        = string
  sensitive   = true
  ephemeral   = true
}
