output "source" {
  description = "Name and type of the data source, as the API returns them."

  # An object, since both are null after an import.
  value = {
    name = chatview_source.warehouse.account_name
    type = chatview_source.warehouse.type
  }
}
