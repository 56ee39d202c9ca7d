variable "appearance_id" {
  description = "Id of the appearance configuration to take over. It exists already, and applying changes it."
  type        = string
}

variable "source_id" {
  description = "Id of the data source to take over. It exists already, and applying changes it."
  type        = string
}

variable "brand_color" {
  description = "Colour behind the chat in light mode."
  type        = string
  default     = "#1864ab"
}

variable "database_password" {
  description = "Password of the database user. It is never stored: set TF_VAR_database_password for every plan and apply."
  type        = string
  sensitive   = true
  ephemeral   = true
}
