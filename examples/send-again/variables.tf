variable "appearance_id" {
  description = "Id of an existing appearance configuration."
  type        = string
}

variable "source_id" {
  description = "Id of an existing data source."
  type        = string
}
