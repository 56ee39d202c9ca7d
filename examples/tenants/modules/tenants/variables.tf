variable "tenants" {
  description = <<-EOT
    List of tenants with key, appearance_id, name and brand_color. Optional: theme_mode, start_message, recommendations,
    send_again, and outline_color and colors by attribute name, which a type must not make null. Also source, with id, hostname,
    username, database_name, password_version and optionally port, or with id and service_account_key_version. All are
    texts or whole numbers, recommendations a list of them. What is left out is not sent, except theme_mode, which is both.
  EOT

  # A type would drop misspelled settings, and make texts of booleans and fractions.
  # A map would drop the first of two tenants with one key.
  type     = any
  nullable = false
}

variable "passwords" {
  description = "Password of each tenant's database user, or its service account key in JSON, by the tenant's key. In plans, never in an apply, the entry \"*\" replaces those that are missing."
  type        = map(string)
  sensitive   = true
  ephemeral   = true
}

variable "send_again" {
  description = "Any change sends all themes and sources again."
  type        = string
  default     = null
}

variable "check_colors" {
  description = "Refuse unreadable colors at plan. Turn this off where chatview-preview refuses them, and shows them."
  type        = bool
  default     = true
}
