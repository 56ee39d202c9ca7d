output "appearance_ids" {
  description = "Id of each tenant's appearance configuration."
  value       = { for key, theme in module.theme : key => theme.id }
}
