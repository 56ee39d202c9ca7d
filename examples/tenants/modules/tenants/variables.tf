variable "tenants" {
  description = "Tenants with their themes and data sources. What may be left out is not sent."

  # A list, because a map would silently drop the first of two tenants with one key.
  type = list(object({
    key             = string
    appearance_id   = string
    name            = string
    brand_color     = string
    outline_color   = optional(string)
    start_message   = optional(string)
    recommendations = optional(list(string))
    send_again      = optional(string)

    source = optional(object({
      id               = string
      hostname         = string
      username         = string
      database_name    = string
      password_version = string
    }))
  }))

  validation {
    condition     = length(distinct(var.tenants[*].key)) == length(var.tenants)
    error_message = "More than one tenant has the key ${join(", ", [for key, tenants in { for tenant in var.tenants : tenant.key => tenant... } : key if length(tenants) > 1])}."
  }

  # The provider detects the next two mistakes, too, but only in the apply if
  # neither object was applied before.
  validation {
    condition     = length(distinct(var.tenants[*].appearance_id)) == length(var.tenants)
    error_message = "More than one tenant has the appearance_id ${join(", ", [for id, tenants in { for tenant in var.tenants : tenant.appearance_id => tenant... } : id if length(tenants) > 1])}: each would overwrite the other's theme."
  }

  validation {
    condition     = length(distinct([for tenant in var.tenants : tenant.source.id if tenant.source != null])) == length([for tenant in var.tenants : tenant.source.id if tenant.source != null])
    error_message = "More than one tenant has the source.id ${join(", ", [for id, tenants in { for tenant in var.tenants : tenant.source.id => tenant... if tenant.source != null } : id if length(tenants) > 1])}: each would overwrite the other's connection."
  }
}

variable "given" {
  description = "The same value without the type, which drops settings that it does not have. They are refused."
  type        = any
  default     = null

  # The errors of a type name no tenant, and a color without quotation marks is null.
  validation {
    condition = length(flatten([for i, tenant in var.given[*] : [
      for name in concat(["key", "appearance_id", "name", "brand_color"], tolist(setintersection(["outline_color"], try(keys(tenant), []))), can(keys(tenant.source)) ? formatlist("source.%s", ["id", "hostname", "username", "database_name", "password_version"]) : []) :
      "${name} of ${try("${tenant.key}", "entry ${i + 1}")}"
      if try(length(tostring(merge(tenant, try({ for key, value in tenant.source : "source.${key}" => value }, {}))[name])), 0) == 0
    ]])) == 0
    error_message = "Tenants have settings without a value (a color needs quotation marks): ${join(", ", flatten([for i, tenant in var.given[*] : [
      for name in concat(["key", "appearance_id", "name", "brand_color"], tolist(setintersection(["outline_color"], try(keys(tenant), []))), can(keys(tenant.source)) ? formatlist("source.%s", ["id", "hostname", "username", "database_name", "password_version"]) : []) :
      "${name} of ${try("${tenant.key}", "entry ${i + 1}")}"
      if try(length(tostring(merge(tenant, try({ for key, value in tenant.source : "source.${key}" => value }, {}))[name])), 0) == 0
    ]]))}."
  }
}

variable "passwords" {
  description = "Password of each tenant's database user, by the tenant's key. In plans, never in an apply, the entry \"*\" replaces those that are missing."
  type        = map(string)
  sensitive   = true
  ephemeral   = true
}
