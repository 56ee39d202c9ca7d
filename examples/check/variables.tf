# Without a default, nobody can forget an id and check nothing.
variable "appearance_id" {
  description = "Id of a theme that nobody needs. It is overwritten."
  type        = string
}

variable "source_id" {
  description = "Id of a data source that nobody needs. It is overwritten."
  type        = string
}

variable "name" {
  description = "Name of the theme."
  type        = string
  default     = "Check"
}

variable "theme" {
  description = "Other settings of the theme. The color is that of all eight."
  default     = {}

  type = object({
    theme_mode           = optional(string)
    start_message        = optional(string)
    recommendations      = optional(list(string))
    response_mode        = optional(string)
    show_sidebar         = optional(bool)
    show_dashboards      = optional(bool)
    color                = optional(string)
    custom_css_overrides = optional(string)
  })
}

# tflint-ignore: terraform_unused_declarations
variable "earlier_styles" {
  description = "Styles of the run before, for an assertion."
  type        = string
  default     = ""
}

variable "hostname" {
  description = "Host name of the database."
  type        = string
  default     = "check.example.com"

  validation {
    condition     = upper(var.hostname) != lower(var.hostname)
    error_message = "The check changes only the letter case of the host name: use one with a letter, not an IP address."
  }
}

variable "change_case" {
  description = "Whether the host name is in the other letter case."
  type        = bool
  default     = false
}

variable "port" {
  description = "Port of the database."
  type        = number
  default     = 5432
}

variable "username" {
  description = "User of the database."
  type        = string
  default     = "check"
}

variable "password" {
  description = "Password of the user."
  type        = string
  default     = "not-a-password"
  sensitive   = true
}

variable "database_name" {
  description = "Name of the database."
  type        = string
  default     = "check"
}
