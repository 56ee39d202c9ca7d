output "id" {
  description = "Id of the appearance configuration."
  value       = chatview_appearance.this.id
}
