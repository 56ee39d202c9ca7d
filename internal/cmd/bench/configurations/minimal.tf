# An appearance with the three attributes of the smaller baseline.

resource "chatview_appearance" "object" {
  for_each = var.objects

  id         = each.value
  name       = each.key
  theme_mode = var.changed ? "dark" : "both"
}
