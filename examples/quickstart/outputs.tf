output "source" {
  description = "Name and type of the data source, as the API returns them."
  value       = "${chatview_source.warehouse.account_name} (${chatview_source.warehouse.type})"
}
