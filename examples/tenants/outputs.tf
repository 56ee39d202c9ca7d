output "appearance_ids" {
  description = "Id of each tenant's appearance configuration."
  value       = { for tenant, theme in module.theme : tenant => theme.id }

  # The provider detects this too, but this error comes before the first theme.
  precondition {
    condition     = length(distinct([for tenant in local.tenants : tostring(tenant.appearance_id)])) == length(local.tenants)
    error_message = "Two tenants have the same appearance_id: each would overwrite the other's theme."
  }
}
