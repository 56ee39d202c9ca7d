output "source" {
  description = "The data source that was taken over, as the service calls it."
  value       = "${chatview_source.warehouse.account_name} (${chatview_source.warehouse.type})"
}
