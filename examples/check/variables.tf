# Without a default, nobody can forget an id and check nothing.
variable "appearance_id" {
  description = "Id of a theme that nobody needs. It is overwritten."
  type        = string
}

variable "source_id" {
  description = "Id of a data source that nobody needs. It is overwritten."
  type        = string
}

variable "theme" {
  description = "Settings of the theme. The color is that of all eight."
  type = object({
    name                 = string
    theme_mode           = optional(string)
    start_message        = optional(string)
    recommendations      = optional(list(string))
    response_mode        = optional(string)
    show_sidebar         = optional(bool)
    show_dashboards      = optional(bool)
    color                = optional(string)
    custom_css_overrides = optional(string)
  })
  default = { name = "Check" }
}

# tflint-ignore: terraform_unused_declarations
variable "earlier_styles" {
  description = "Styles of the run before, for an assertion."
  type        = string
  default     = ""
}

variable "connection" {
  description = "Connection settings of a database."
  type = object({
    hostname      = optional(string, "check.example.com")
    port          = optional(number, 5432)
    username      = optional(string, "check")
    database_name = optional(string, "check")
  })
  default = {}

  validation {
    condition     = var.connection.hostname != upper(var.connection.hostname)
    error_message = "A run writes hostname in upper case: use one with a lower-case letter, not an IP address."
  }
}

variable "password" {
  description = "Password of the database user."
  type        = string
  default     = "not-a-password"
  sensitive   = true
}

variable "upper_case" {
  description = "Whether hostname is in upper case."
  type        = bool
  default     = false
}
