resource "chatview_source" "orders" {
  id   = "7"
  port = 5432
}
